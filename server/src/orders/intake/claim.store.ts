import type { ErrorItem } from '@cartage/contract/errors'
import type { Actor } from '../../audit/rules.ts'
import { answered, inTurn, ofMany, statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'
import { byRow, driving } from '../../db/tenants/combine.ts'
import type { UploadNotes } from '../uploads/notes.rules.ts'
import type { UploadSource } from '../uploads/rules.ts'

/** The head of an upload queue: the next upload to apply of an identifier (LANE-1). */
export interface QueueHead {
  upload_id: string
  order_identifier: string
  /** Number of earlier attempts. */
  attempts: number
  /** Milliseconds since it was due. */
  waited_ms: number
}

const selectHeads = inTurn(
  statement(
    'orders.claim_heads',
    `select p.upload_id, p.order_identifier, p.attempts,
          extract(epoch from clock_timestamp() - p.ready_at)::float8 * 1000 as waited_ms
     from upload_pending p
    where p.tenant_id = $1 and p.ready_at <= now()
      and not exists (select from upload_pending e
                       where e.tenant_id = $1 and e.order_identifier = p.order_identifier
                         and e.lane_number < p.lane_number)
    order by p.ready_at limit $2
      for update of p skip locked`,
  ),
  'integer',
)

/** Heads of upload queues that are due and not in progress, oldest first. Locks them until the transaction ends. */
export async function queueHeadsForUpdate(tx: Tx, most: number): Promise<QueueHead[]> {
  return await tx.query<QueueHead>(selectHeads, most)
}

const raise = statement(
  'orders.raise_attempts',
  'update upload_pending p set attempts = attempts + 1 where p.tenant_id = $1 and p.upload_id = any($2::uuid[]) and p.order_identifier = any($3::text[])',
)

/**
 * Counts a run before it begins, so that an upload that crashes the process fails after a few. The commit may be
 * asynchronous: it has to survive this process, not the machine.
 */
export async function raiseAttempts(tx: Tx, heads: readonly QueueHead[]): Promise<void> {
  if (heads.length === 0) return
  await Promise.all([
    tx.commitLater(),
    tx.query(
      raise,
      heads.map((head) => head.upload_id),
      heads.map((head) => head.order_identifier),
    ),
  ])
}

/** An upload that is being applied. */
export interface UploadRow {
  upload_id: string
  order_identifier: string
  operation: 'CREATE' | 'UPDATE' | 'DELETE'
  source: UploadSource
  body: string
  body_hash: Buffer
  company_id: string | null
  order_id: string | null
  lane_number: string
  run: number
  sent_by_kind: Actor['kind'] | null
  sent_by: string | null
  request_id: string | null
  notes: UploadNotes | null
}

const uploadColumns = `u.upload_id, u.order_identifier, u.operation, u.source, u.body, u.body_hash, u.company_id, u.order_id,
          u.lane_number::text, taken.run, u.sent_by_kind, u.sent_by, u.request_id,
          u.notes`

const claimOfTenant = statement(
  'orders.take_uploads',
  `with due as (
     select p.ctid as place from upload_pending p
      where p.tenant_id = $1 and p.upload_id = any($2::uuid[]) and p.order_identifier = any($3::text[])
        for update skip locked
   ), taken as (
     delete from upload_pending p using due where p.tenant_id = $1 and p.ctid = due.place returning p.upload_id, p.run
   )
   select ${uploadColumns}
     from taken cross join lateral (
       select * from order_upload where tenant_id = $1 and upload_id = taken.upload_id limit 1
     ) u`,
)

const claimRows = ofMany(
  claimOfTenant,
  `with due as (
     select p.* from ${driving('unnest($1::uuid[], $2::uuid[], $3::text[])')} as given (tenant_id, upload_id, order_identifier)
      cross join lateral (
        select p.tenant_id, p.ctid as place from upload_pending p
         where p.tenant_id = given.tenant_id and p.order_identifier = given.order_identifier and p.upload_id = given.upload_id
           for update skip locked
      ) p
   ), taken as (
     delete from upload_pending p using due where p.tenant_id = due.tenant_id and p.ctid = due.place
     returning p.tenant_id, p.upload_id, p.run
   )
   select u.tenant_id, ${uploadColumns}
     from taken cross join lateral (
       select * from order_upload where tenant_id = taken.tenant_id and upload_id = taken.upload_id limit 1
     ) u`,
  byRow(),
)

/**
 * Takes uploads out of the queue and publishes their effect, in the same transaction; a rollback returns them to the
 * queue. Uploads that another process took or finished are left out.
 */
export async function claimUploads(tx: Tx, heads: readonly QueueHead[]): Promise<UploadRow[]> {
  return await tx.query<UploadRow>(
    claimRows,
    heads.map((head) => head.upload_id),
    heads.map((head) => head.order_identifier),
  )
}

/** Final result of an upload. */
export interface FinishedUpload {
  upload_id: string
  status: 'COMPLETED' | 'ERROR' | 'SKIPPED'
  order_id: string | null
  errors: ErrorItem[]
  warnings: ErrorItem[]
  run: number
  /** Of an ERROR: the cause shared by uploads that failed for the same reason. */
  cause: string | null
}

const outcomeLists = '$2::uuid[], $3::text[], $4::uuid[], $5::json[], $6::json[], $7::integer[], $8::text[]'
const newOutcomes = `insert into upload_outcome (tenant_id, upload_id, status, order_id, errors, warnings, run, cause)
   select $1::uuid, o.* from unnest(${outcomeLists}) as o`

const insertOutcomes = ofMany(
  statement('orders.insert_outcomes', newOutcomes, answered(newOutcomes)),
  `insert into upload_outcome (tenant_id, upload_id, status, order_id, errors, warnings, run, cause)
   select o.* from unnest($1::uuid[], ${outcomeLists}) as o`,
  byRow(),
)

/** Records the results of uploads, in the transaction that took them out of the queue. */
export async function insertUploadOutcomes(tx: Tx, uploads: readonly FinishedUpload[]): Promise<void> {
  if (uploads.length === 0) return
  await tx.query(
    insertOutcomes,
    uploads.map((upload) => upload.upload_id),
    uploads.map((upload) => upload.status),
    uploads.map((upload) => upload.order_id),
    uploads.map((upload) => jsonList(upload.errors)),
    uploads.map((upload) => jsonList(upload.warnings)),
    uploads.map((upload) => upload.run),
    uploads.map((upload) => upload.cause),
  )
}

function jsonList(items: readonly ErrorItem[]): string | null {
  return items.length === 0 ? null : JSON.stringify(items)
}

const postpone = statement(
  'orders.postpone_upload',
  `update upload_pending p
      set ready_at = now() + make_interval(secs => $3), attempts = greatest(0, attempts - $4)
    where p.tenant_id = $1 and p.upload_id = $2`,
)

/**
 * Postpones an upload after a failure.
 * @param seconds length of the delay, during which its whole upload queue waits
 * @param counted false when the failure was the database's and not the upload's
 */
export async function postponeUpload(tx: Tx, uploadId: string, seconds: number, counted: boolean): Promise<void> {
  await tx.query(postpone, uploadId, seconds, counted ? 0 : 1)
}
