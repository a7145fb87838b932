import type { Actor } from '../../audit/rules.ts'
import { ofMany, statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'
import { byRow, driving } from '../../db/tenants/combine.ts'

/** The inbox item of a failed upload. */
export interface NewUploadItem {
  inbox_item_id: string
  kind: string
  upload_id: string
  order_identifier: string
  lane_number: string
  sent_by_kind: string | null
  sent_by: string | null
  item: unknown
  reason: string
  identity: Buffer
}

// A repeat of an open item's upload increments its count; a new run of the same upload updates the reason.
const addUploadItems = statement(
  'messages.insert_upload_items',
  `insert into inbox_item as i (tenant_id, inbox_item_id, kind, upload_id, order_identifier, lane_number, sent_by_kind,
                                credential_id, path, item, reason, identity)
   select $1, given.inbox_item_id, given.kind, given.upload_id, given.order_identifier, given.lane_number,
          given.sent_by_kind, given.sent_by, '', given.item::json, given.reason, given.identity
     from unnest($2::uuid[], $3::text[], $4::uuid[], $5::text[], $6::bigint[], $7::text[], $8::text[], $9::text[],
                 $10::text[], $11::bytea[])
          as given (inbox_item_id, kind, upload_id, order_identifier, lane_number, sent_by_kind, sent_by, item, reason,
                    identity)
    order by given.identity
   on conflict (tenant_id, identity) where status = 'OPEN' do update
      set occurrences = i.occurrences + case when i.upload_id = excluded.upload_id then 0 else 1 end,
          last_failure = case when i.upload_id = excluded.upload_id then excluded.reason end,
          upload_id = excluded.upload_id, lane_number = excluded.lane_number, kind = excluded.kind,
          sent_by_kind = excluded.sent_by_kind, credential_id = excluded.credential_id, item = excluded.item,
          reason = excluded.reason, last_at = excluded.last_at
   returning tenant_id`,
)

/** Adds failed uploads to the inbox. They belong to different upload queues, so none occurs twice. */
export async function insertUploadItems(tx: Tx, items: readonly NewUploadItem[]): Promise<void> {
  if (items.length === 0) return
  await tx.query(
    addUploadItems,
    items.map((item) => item.inbox_item_id),
    items.map((item) => item.kind),
    items.map((item) => item.upload_id),
    items.map((item) => item.order_identifier),
    items.map((item) => item.lane_number),
    items.map((item) => item.sent_by_kind),
    items.map((item) => item.sent_by),
    items.map((item) => JSON.stringify(item.item)),
    items.map((item) => item.reason),
    items.map((item) => item.identity),
  )
}

/** An upload that did not fail. */
export interface DoneUpload {
  order_identifier: string
  lane_number: string
  order_id: string | null
  /** Who settles its open items. */
  closed_by: Actor
}

/** A settled item, with the upload that settled it. */
export interface SettledItem {
  inbox_item_id: string
  order_identifier: string
}

// Uses the index over open items of uploads, which is empty for most tenants.
const resolved = `update inbox_item i
      set status = 'RESOLVED', entity_type = case when given.order_id is not null then 'order' end,
          entity_id = given.order_id, closed_by_kind = given.closed_by_kind, closed_by = given.closed_by,
          closed_at = statement_timestamp(), last_failure = null`
const doneLists = '$2::text[], $3::bigint[], $4::text[], $5::text[], $6::text[]'
const doneColumns = 'order_identifier, lane_number, order_id, closed_by_kind, closed_by'

const settleOfTenant = statement(
  'messages.settle_upload_items',
  `${resolved}
     from unnest(${doneLists}) as given (${doneColumns})
    where i.tenant_id = $1 and i.status = 'OPEN' and i.upload_id is not null
      and i.order_identifier = given.order_identifier and i.lane_number <= given.lane_number
   returning i.inbox_item_id, i.order_identifier`,
)

const settleItems = ofMany(
  settleOfTenant,
  `${resolved}
     from ${driving(`unnest($1::uuid[], ${doneLists})`)} as given (tenant_id, ${doneColumns})
    where i.tenant_id = given.tenant_id and i.status = 'OPEN' and i.upload_id is not null
      and i.order_identifier = given.order_identifier and i.lane_number <= given.lane_number
   returning i.tenant_id, i.inbox_item_id, i.order_identifier`,
  byRow(),
)

/**
 * Settles the items of uploads that did not fail, and of earlier ones with the same identifier.
 * @returns the settled items
 */
export async function settleUploadItems(tx: Tx, uploads: readonly DoneUpload[]): Promise<SettledItem[]> {
  if (uploads.length === 0) return []
  return await tx.query<SettledItem>(
    settleItems,
    uploads.map((upload) => upload.order_identifier),
    uploads.map((upload) => upload.lane_number),
    uploads.map((upload) => upload.order_id),
    uploads.map((upload) => upload.closed_by.kind),
    uploads.map((upload) => upload.closed_by.id),
  )
}
