import { type By, bySystem, type Change } from '../../audit/rules.ts'
import { recordChanges } from '../../audit/store.ts'
import type { InvoicePosting } from '../../billing/records/store.ts'
import { lockInvoices, setPosting } from '../../billing/records/store.ts'
import { findInvoice, type InvoiceRow } from '../../billing/records/views.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/tenant.ts'
import { Problem } from '../../http/problem.ts'
import { enqueue } from '../../jobs/queue.ts'
import { bookEntry, prepareEntry } from '../ledger/book.commands.ts'
import { findPostingFacts, findWaitingCreditNotes } from '../ledger/chart.views.ts'
import { postingTypes, type WaitingReason, waitingFor } from './rules.ts'
import { insertTask, type LockedTask, lockLatestTask, setWaiting } from './store.ts'

/** Seconds until a document that waits for accounts is checked again automatically. */
const accountsAgain = 3_600

/**
 * TASK-1, TASK-2: offers a finalised document to the accounting system. Task, ledger entry and document state change in
 * one transaction. A waiting document is checked again; no effect if already offered.
 * @param options.retryOf the failed task that this one retries
 */
export async function postDocument(
  ctx: Context,
  tx: Tx,
  invoiceId: string,
  options: { by?: By; retryOf?: string } = {},
): Promise<void> {
  await lockInvoices(tx, [invoiceId])
  // Lock order is credit note, then invoice: callers hold the note, and a report locks only the invoice. Without this
  // lock, a note offered while its invoice is being posted would wait forever.
  const credited = (await findInvoice(tx, invoiceId))?.credited_invoice_id
  if (credited) await lockInvoices(tx, [credited])
  const [invoice, latest] = await Promise.all([findInvoice(tx, invoiceId), lockLatestTask(tx, invoiceId)])
  if (invoice?.status !== 'INVOICED') return
  const isRetry = options.retryOf !== undefined && latest?.task_id === options.retryOf
  if (latest && latest.status !== 'WAITING' && !isRetry) return
  const { waiting_for, missing } = await book(ctx, tx, invoice)
  const status = waiting_for === null ? 'TODO' : 'WAITING'
  const waiting = { status, waiting_for, waiting_detail: waiting_for === 'ACCOUNT' ? missing : null } as const
  await setPosting(tx, invoiceId, status satisfies InvoicePosting)
  await writeTask(ctx, tx, { invoice, latest, waiting, by: options.by ?? bySystem, retryOf: options.retryOf ?? null })
  await lookAgain(tx, invoiceId, waiting_for)
}

/** Queues the next check of a document that waits for files or accounts, since nothing else triggers it. */
async function lookAgain(tx: Tx, invoice_id: string, reason: WaitingReason | null): Promise<void> {
  // Runs after the job that writes the files, which has the same key.
  if (reason === 'FILES') await enqueue(tx, 'accounting.post', { invoice_id }, { serialKey: `invoice ${invoice_id}` })
  if (reason === 'ACCOUNT') await enqueue(tx, 'accounting.post', { invoice_id }, { inSeconds: accountsAgain })
}

/** Books the document if its accounts are known, and returns what it waits for. */
async function book(ctx: Context, tx: Tx, invoice: InvoiceRow) {
  const facts = await findPostingFacts(tx, invoice.invoice_id, invoice.credited_invoice_id)
  const prepared = facts.is_booked ? undefined : await prepareEntry(tx, invoice)
  const missing = prepared && 'missing' in prepared ? prepared.missing : []
  if (prepared && !('missing' in prepared) && !facts.is_disputed) await bookEntry(ctx, tx, invoice, prepared)
  const { is_disputed, has_files_to_come } = facts
  const credited = facts.credited as InvoicePosting | null
  return {
    missing,
    waiting_for: waitingFor({ status: invoice.status, credited, is_disputed, has_files_to_come, missing }),
  }
}

interface Written {
  invoice: InvoiceRow
  latest: LockedTask | undefined
  waiting: Pick<Parameters<typeof setWaiting>[1], 'status' | 'waiting_for' | 'waiting_detail'>
  by: By
  retryOf: string | null
}

async function writeTask(ctx: Context, tx: Tx, { invoice, latest, waiting, by, retryOf }: Written): Promise<void> {
  const after = { status: waiting.status, waiting_for: waiting.waiting_for }
  if (latest?.status === 'WAITING') {
    await setWaiting(tx, { task_id: latest.task_id, ...waiting })
    const before = { status: latest.status, waiting_for: latest.waiting_for }
    await recordChanges(tx, by, [taskChange(latest.task_id, 'updated', before, after)])
    return
  }
  const task_id = ctx.newId()
  const { invoice_id, billing_entity_id, kind } = invoice
  const task_type = postingTypes[kind]
  await insertTask(tx, { ...{ task_id, task_type, invoice_id, billing_entity_id }, ...waiting, retry_of: retryOf })
  const created = { task_type, invoice_id, ...after, ...(retryOf !== null && { retry_of: retryOf }) }
  await recordChanges(tx, by, [taskChange(task_id, 'created', null, created)])
}

/** Audit entry for a change of a task. */
export function taskChange(
  taskId: string,
  action: 'created' | 'updated',
  before: Change['before'],
  after: Change['after'],
): Change {
  return { entity_type: 'task', entity_id: taskId, action, before, after }
}

/** Checks the credit notes that wait for the posting of an invoice. */
export async function wakeCreditNotes(ctx: Context, tx: Tx, invoiceId: string): Promise<void> {
  const waiting = await findWaitingCreditNotes(tx, invoiceId)
  for (const invoice_id of waiting) await enqueue(tx, 'accounting.post', { invoice_id })
  if (waiting.length > 0) tx.afterCommit(() => ctx.wake('jobs'))
}

/**
 * TASK-1: posts a finalised document manually, if its billing entity does not post automatically. Idempotent.
 * @throws Problem not_found, document_not_finalised
 */
export async function requestPosting(ctx: Context, tenantId: string, by: By, invoiceId: string): Promise<void> {
  await ctx.db.asTenant(tenantId, async (tx) => {
    const [locked] = await lockInvoices(tx, [invoiceId])
    if (!locked) throw new Problem('not_found')
    if (locked.status !== 'INVOICED' && locked.status !== 'INVOICE_POSTED') throw new Problem('document_not_finalised')
    await postDocument(ctx, tx, invoiceId, { by })
  })
}
