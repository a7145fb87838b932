import type { TaskFailureStatus, TaskType } from '@cartage/contract/accounting/task'
import { Message } from '@cartage/contract/message'
import type { DocumentToPost } from '../../billing/records/posted.store.ts'
import { statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'
import { instant } from '../../db/texts.ts'
import { currentEpoch } from '../../events/views.ts'
import type { MissingAccount } from '../ledger/accounts.rules.ts'
import type { Report, ReportedTask, ReportOutcome, WaitingReason } from './rules.ts'

/** A task to insert. */
export interface NewTask {
  task_id: string
  task_type: TaskType
  invoice_id: string
  billing_entity_id: string
  status: 'TODO' | 'WAITING'
  waiting_for: WaitingReason | null
  waiting_detail: readonly MissingAccount[] | null
  retry_of: string | null
}

const insertRow = statement(
  'accounting.insert_task',
  `insert into task (tenant_id, task_id, task_type, invoice_id, billing_entity_id, status, waiting_for, waiting_detail,
                     retry_of, created_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8::jsonb, $9, clock_timestamp())`,
)

/** Adds a task. */
export async function insertTask(tx: Tx, task: NewTask): Promise<void> {
  const { task_id, task_type, invoice_id, billing_entity_id, status, waiting_for, waiting_detail, retry_of } = task
  const detail = keptDetail(waiting_detail)
  const values = [task_id, task_type, invoice_id, billing_entity_id, status, waiting_for, detail, retry_of]
  await tx.query(insertRow, ...values)
}

/** Stores sentences with their values, for later translation. */
function keptDetail(missing: readonly MissingAccount[] | null): string | null {
  if (missing === null) return null
  return JSON.stringify(
    missing.map(({ message, ...one }) => {
      const sentence = message instanceof Message ? { pattern: message.pattern, values: message.values } : message
      return { ...one, message: sentence }
    }),
  )
}

const updateWaiting = statement(
  'accounting.set_task_waiting',
  `update task set status = $3, waiting_for = $4, waiting_detail = $5::jsonb
    where tenant_id = $1 and task_id = $2 and status = 'WAITING'`,
)

/** Sets what a task waits for, or that it no longer waits. */
export async function setWaiting(
  tx: Tx,
  {
    task_id,
    status,
    waiting_for,
    waiting_detail,
  }: Pick<NewTask, 'task_id' | 'status' | 'waiting_for' | 'waiting_detail'>,
): Promise<void> {
  const detail = keptDetail(waiting_detail)
  await tx.query(updateWaiting, task_id, status, waiting_for, detail)
}

/** A task locked until the transaction ends. */
export interface LockedTask extends ReportedTask {
  invoice_id: string
  task_type: TaskType
  waiting_for: WaitingReason | null
  failure: TaskFailureStatus | null
  has_retry: boolean
}

const columns = `t.task_id, t.invoice_id, t.task_type, t.status, t.waiting_for, t.failure,
  case when t.lease_until > now() then t.lease_client end as leased_by,
  exists (select from task r where r.tenant_id = $1 and r.retry_of = t.task_id) as has_retry`

const lockOne = statement(
  'accounting.lock_task',
  `select ${columns} from task t where t.tenant_id = $1 and t.task_id = $2 for update of t`,
)
const lockLatest = statement(
  'accounting.lock_latest_task',
  `select ${columns} from task t where t.tenant_id = $1 and t.invoice_id = $2
    order by t.created_at desc, t.task_id desc limit 1 for update of t`,
)

async function lockTask(tx: Tx, taskId: string): Promise<LockedTask | undefined> {
  return (await tx.query<LockedTask>(lockOne, taskId))[0]
}

/** The latest task of a document; undefined if it has none. The document must be locked before. */
export async function lockLatestTask(tx: Tx, invoiceId: string): Promise<LockedTask | undefined> {
  return (await tx.query<LockedTask>(lockLatest, invoiceId))[0]
}

const lockInvoice = statement(
  'accounting.lock_invoice_of_task',
  `select i.invoice_id, i.kind, i.status, i.event_sequence from invoice i
    where i.tenant_id = $1
      and i.invoice_id = (select t.invoice_id from task t where t.tenant_id = $1 and t.task_id = $2) for update`,
)

/** A task with its document, both locked, document first; undefined if there is no such task. */
export async function lockTaskWithDocument(tx: Tx, taskId: string): Promise<LockedTask | undefined> {
  // Sent together; PostgreSQL executes them in sequence.
  const [, task] = await Promise.all([tx.query(lockInvoice, taskId), lockTask(tx, taskId)])
  return task
}

const lockCharges = statement(
  'accounting.lock_charges_of_task',
  `select x.charge_id, x.order_id, x.side
     from task t
     join invoice_line l on l.tenant_id = $1 and l.invoice_id = t.invoice_id
     join invoice_line_charge c on c.tenant_id = $1 and c.invoice_line_id = l.invoice_line_id and c.is_live
     join charge x on x.tenant_id = $1 and x.charge_id = c.charge_id
    where t.tenant_id = $1 and t.task_id = $2
    order by x.charge_id for update of x`,
)

/**
 * A task with its document and the charges it bills, locked in lock order and in one round trip, so that the document
 * can be posted without further reads. Undefined if there is no such task.
 */
export async function lockTaskToPost(
  tx: Tx,
  taskId: string,
): Promise<{ task: LockedTask; document: DocumentToPost } | undefined> {
  const [[invoice], task, charges, epoch] = await Promise.all([
    tx.query<Omit<DocumentToPost, 'charges' | 'epoch'>>(lockInvoice, taskId),
    lockTask(tx, taskId),
    tx.query<DocumentToPost['charges'][number]>(lockCharges, taskId),
    currentEpoch(tx),
  ])
  return task && { task, document: { ...invoice!, charges, epoch } }
}

const finishRow = statement(
  'accounting.finish_task',
  `update task set status = $3, failure = $4::jsonb, finished_by = $5, finished_at = now(),
          lease_token = null, lease_until = null, lease_client = null
    where tenant_id = $1 and task_id = $2`,
)

/** Completes a task and ends its lease. */
export async function finishTask(
  tx: Tx,
  taskId: string,
  report: { status: Report['status']; failure: TaskFailureStatus | null; by: string | null },
): Promise<void> {
  const failure = report.failure === null ? null : JSON.stringify(report.failure)
  await tx.query(finishRow, taskId, report.status, failure, report.by)
}

const insertReportRow = statement(
  'accounting.insert_task_report',
  `insert into task_report (tenant_id, task_report_id, task_id, status, failure, note, reported_by, outcome)
   values ($1, $2, $3, $4, $5::jsonb, $6, $7, $8)`,
)

/** Stores a report, whatever its outcome. */
export async function insertReport(
  tx: Tx,
  report: {
    task_report_id: string
    task_id: string
    status: Report['status']
    failure: TaskFailureStatus | null
    note: string | null
    reported_by: string | null
    outcome: ReportOutcome
  },
): Promise<void> {
  const { task_report_id, task_id, status, failure, note, reported_by, outcome } = report
  const failureText = failure === null ? null : JSON.stringify(failure)
  await tx.query(insertReportRow, task_report_id, task_id, status, failureText, note, reported_by, outcome)
}

/** A leased task. */
export interface LeasedTask {
  id: string
  invoice_id: string
  task_type: TaskType
  status: 'TODO'
  lease_token: string
  lease_until: string
}

const leaseRows = statement(
  'accounting.lease_tasks',
  `with free as (
     select t.task_id, gen_random_uuid() as token from task t
      where t.tenant_id = $1 and t.status = 'TODO' and (t.lease_until is null or t.lease_until <= now())
        and ($2::uuid is null or t.billing_entity_id = $2)
      order by t.created_at, t.task_id limit $3 for update of t skip locked
   ), leased as (
     update task t
        set lease_token = f.token, lease_until = now() + make_interval(secs => $4), lease_client = $5
       from free f where t.tenant_id = $1 and t.task_id = f.task_id
     returning t.task_id, t.invoice_id, t.task_type, t.status, t.lease_token, t.lease_until, t.created_at
   )
   select l.task_id as id, l.invoice_id, l.task_type, l.status, l.lease_token,
          ${instant('l.lease_until')} as lease_until
     from leased l order by l.created_at, l.task_id`,
)

/**
 * LEASE-1: leases the oldest tasks without a valid lease, by the clock of the database.
 * @param billingEntityId null: all billing entities
 */
export async function leaseTasks(
  tx: Tx,
  lease: { billingEntityId: string | null; limit: number; seconds: number; client: string },
): Promise<LeasedTask[]> {
  const { billingEntityId, limit, seconds, client } = lease
  return await tx.query<LeasedTask>(leaseRows, billingEntityId, limit, seconds, client)
}

const releaseRow = statement(
  'accounting.release_task',
  `update task set lease_token = null, lease_until = null, lease_client = null
    where tenant_id = $1 and task_id = $2 and lease_token = $3`,
)

/** Ends a lease by its token. No effect if it has already ended. */
export async function releaseLease(tx: Tx, taskId: string, token: string): Promise<void> {
  await tx.query(releaseRow, taskId, token)
}
