import { statement } from '../db/statement.ts'
import type { Tx } from '../db/tenant.ts'

/** An upload that passed its checks and is to be stored. */
export interface NewUpload {
  upload_id: string
  order_identifier: string
  operation: 'CREATE' | 'UPDATE' | 'DELETE'
  /** Sorted JSON of the canonical upload. */
  body: string
  body_hash: Buffer
  source: 'API' | 'WEBHOOK' | 'SCREEN'
  /** The one company a caller with the role CUSTOMER may act for. */
  company_id: string | null
  idempotency_key: string | null
}

/** What became of an upload at the door. Only `accepted` stored anything. */
export interface Verdict {
  upload_id: string
  verdict: 'accepted' | 'cancelled' | 'unknown' | 'taken'
  /** The order that has the identifier, null when none has. */
  order_id: string | null
}

// Facts a pending upload cannot change, judged in the snapshot that also sees what is pending: cancelled is final, and
// an order appears in the same commit in which its pending upload disappears. The lane's row lock gives the numbers.
const insertRows = statement(
  'orders.accept_uploads',
  `with input as (
     select * from unnest($2::uuid[], $3::text[], $4::text[], $5::text[], $6::bytea[], $7::text[], $8::uuid[], $9::text[])
       with ordinality
       as i (upload_id, order_identifier, operation, body, body_hash, source, company_id, idempotency_key, item)
   ), judged as (
     select i.*, o.order_id,
            case
              when o.company_id <> i.company_id then 'taken'
              when o.status = 'CANCELLED' and i.operation <> 'DELETE' then 'cancelled'
              when o.order_id is null and i.operation = 'DELETE'
               and not exists (select from upload_pending p
                                where p.tenant_id = $1 and p.order_identifier = i.order_identifier
                                  and p.operation <> 'DELETE')
               and not exists (select from input e
                                where e.order_identifier = i.order_identifier and e.item < i.item
                                  and e.operation <> 'DELETE')
              then 'unknown'
              else 'accepted'
            end as verdict
       from input i
       left join transport_order o on o.tenant_id = $1 and o.order_identifier = any($3::text[])
        and o.order_identifier = i.order_identifier
   ), accepted as (
     select j.*, row_number() over (partition by order_identifier order by item) as place,
            count(*) over (partition by order_identifier) as places
       from judged j where verdict = 'accepted'
   ), lanes as (
     insert into order_lane (tenant_id, order_identifier, last_number)
     select $1::uuid, a.order_identifier, count(*) from accepted a
      group by a.order_identifier order by a.order_identifier collate "C"
     on conflict (tenant_id, order_identifier)
       do update set last_number = order_lane.last_number + excluded.last_number
     returning order_identifier, last_number
   ), numbered as (
     select a.*, l.last_number - a.places + a.place as lane_number
       from accepted a join lanes l on l.order_identifier = a.order_identifier
   ), stored as (
     insert into order_upload (tenant_id, upload_id, order_identifier, lane_number, operation, body, body_hash,
                               order_id, source, company_id, idempotency_key)
     select $1::uuid, upload_id, order_identifier, lane_number, operation, body, body_hash,
            case when operation <> 'CREATE' then order_id end, source, company_id, idempotency_key
       from numbered
   ), pending as (
     insert into upload_pending (tenant_id, order_identifier, lane_number, upload_id, operation)
     select $1::uuid, order_identifier, lane_number, upload_id, operation from numbered
   )
   select upload_id, verdict, order_id from judged order by item`,
)

/**
 * Stores uploads of one tenant, each in the lane of its identifier, in one statement. Those a rule refuses are judged
 * and not stored.
 * @returns one verdict per upload, in the order given
 */
export async function insertUploads(tx: Tx, uploads: readonly NewUpload[]): Promise<Verdict[]> {
  return await tx.query<Verdict>(
    insertRows,
    uploads.map((upload) => upload.upload_id),
    uploads.map((upload) => upload.order_identifier),
    uploads.map((upload) => upload.operation),
    uploads.map((upload) => upload.body),
    uploads.map((upload) => upload.body_hash),
    uploads.map((upload) => upload.source),
    uploads.map((upload) => upload.company_id),
    uploads.map((upload) => upload.idempotency_key),
  )
}

/** An upload that was stored under an Idempotency-Key. */
export interface KeyedUpload {
  upload_id: string
  body_hash: Buffer
  company_id: string | null
  status: 'IN_PROGRESS' | 'COMPLETED' | 'ERROR' | 'SKIPPED'
  order_id: string | null
}

const selectByKey = statement(
  'orders.select_by_key',
  `select upload_id, body_hash, company_id, status, order_id
     from order_upload u where u.tenant_id = $1 and u.idempotency_key = $2`,
)

/** The upload that was sent under this Idempotency-Key before. */
export async function findKeyedUpload(tx: Tx, key: string): Promise<KeyedUpload | undefined> {
  const [row] = await tx.query<KeyedUpload>(selectByKey, key)
  return row
}
