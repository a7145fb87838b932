import { statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'

/** An upload that may be run again. */
export interface FailedUpload {
  upload_id: string
  order_identifier: string
  operation: string
  lane_number: string
  /** IN_PROGRESS, COMPLETED, ERROR or SKIPPED. */
  status: string
  run: number
  cause: string | null
}

const selectFailed = statement(
  'orders.select_failed_upload',
  `select u.upload_id, u.order_identifier, u.operation, u.lane_number::text,
          coalesce(x.status, 'IN_PROGRESS') as status, coalesce(x.run, 1) as run, x.cause
     from order_upload u left join upload_outcome x on x.tenant_id = $1 and x.upload_id = u.upload_id
    where u.tenant_id = $1 and u.upload_id = $2`,
)

/** An upload with its result; undefined when there is none with this id. */
export async function findFailedUpload(tx: Tx, uploadId: string): Promise<FailedUpload | undefined> {
  const [row] = await tx.query<FailedUpload>(selectFailed, uploadId)
  return row
}

// The same lock as in accept_uploads: nothing enters the upload queue meanwhile. With distributed tables, it is on the
// node of the tenant's rows and reached through one of them.
const takeLock = `select pg_advisory_xact_lock(hashtextextended($2::text, ('x' || substr($1::text, 1, 8))::bit(32)::integer))`
const lockQueue = statement('orders.lock_lane', takeLock, `${takeLock} from audit_head h where h.tenant_id = $1`)
const lockWaiting = statement(
  'orders.lock_waiting_uploads',
  `select p.upload_id from upload_pending p where p.tenant_id = $1 and p.order_identifier = $2 for update`,
)

/** Locks the upload queue of an identifier: uploads in progress end first, and new ones wait until the commit. */
export async function holdQueue(tx: Tx, orderIdentifier: string): Promise<void> {
  await Promise.all([tx.query(lockQueue, orderIdentifier), tx.query(lockWaiting, orderIdentifier)])
}

const selectLater = statement(
  'orders.is_overtaken',
  `select u.upload_id
     from (select o.order_id from transport_order o where o.tenant_id = $1 and o.order_identifier = $2) o
     join upload_outcome x on x.tenant_id = $1 and x.order_id = o.order_id and x.order_id is not null
                          and x.status = 'COMPLETED'
     join order_upload u on u.tenant_id = $1 and u.upload_id = x.upload_id
    where u.lane_number > $3::bigint limit 1`,
)

/** Whether a later upload of the identifier has succeeded: an older one would undo it. */
export async function isOvertaken(tx: Tx, upload: FailedUpload): Promise<boolean> {
  return (await tx.query(selectLater, upload.order_identifier, upload.lane_number)).length > 0
}

const forgetOutcome = statement(
  'orders.delete_failed_outcome',
  `delete from upload_outcome x where x.tenant_id = $1 and x.upload_id = $2 and x.status = 'ERROR'`,
)
const requeue = statement(
  'orders.wait_again',
  `insert into upload_pending (tenant_id, order_identifier, lane_number, upload_id, operation, run)
   values ($1, $2, $3::bigint, $4, $5, $6)`,
)

/** Returns an upload to its own position in the upload queue. */
export async function requeueUpload(tx: Tx, upload: FailedUpload): Promise<void> {
  const { order_identifier, lane_number, upload_id, operation, run } = upload
  await Promise.all([
    tx.query(forgetOutcome, upload_id),
    tx.query(requeue, order_identifier, lane_number, upload_id, operation, run + 1),
  ])
}
