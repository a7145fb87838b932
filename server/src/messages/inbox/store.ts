import { statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'
import { manyParts } from './groups.rules.ts'
import type { NewInboxItem } from './items.model.ts'

/** An open item, and how often it arrived. */
export interface WaitingItem {
  inbox_item_id: string
  occurrences: number
}

// A repeat of an open item updates it and increments its count.
const addItems = statement(
  'messages.insert_inbox_items',
  `insert into inbox_item as i (tenant_id, inbox_item_id, kind, credential_id, message_id, path, item, reason, identity)
   select $1, given.inbox_item_id, $2, $3, $4, given.path, given.item::json, given.reason, given.identity
     from unnest($5::uuid[], $6::text[], $7::text[], $8::text[], $9::bytea[])
          as given (inbox_item_id, path, item, reason, identity)
    order by given.identity
   on conflict (tenant_id, identity) where status = 'OPEN' do update
      set occurrences = i.occurrences + 1, message_id = excluded.message_id, path = excluded.path,
          item = excluded.item, reason = excluded.reason, last_at = excluded.last_at
   returning tenant_id, inbox_item_id, occurrences`,
)

/**
 * Stores the unmatched items of one message; all of one kind and sender.
 * @returns the open items, new or repeated
 */
export async function insertInboxItems(tx: Tx, items: readonly NewInboxItem[]): Promise<WaitingItem[]> {
  const distinct = [...new Map(items.map((item) => [item.identity.toString('hex'), item])).values()]
  const [first] = distinct
  if (!first) return []
  return await tx.query<WaitingItem>(
    addItems,
    first.kind,
    first.credential_id,
    first.message_id,
    distinct.map((item) => item.inbox_item_id),
    distinct.map((item) => item.path),
    distinct.map((item) => JSON.stringify(item.item ?? null)),
    distinct.map((item) => item.reason),
    distinct.map((item) => item.identity),
  )
}

const selectOpen = statement(
  'messages.open_items_of',
  `select i.inbox_item_id, i.path from inbox_item i where i.tenant_id = $1 and i.message_id = $2 and i.status = 'OPEN'`,
)

/** Ids of the open items of a message at these paths, and of its item for many parts. */
export async function openItemsOf(tx: Tx, messageId: string, paths: readonly string[]): Promise<string[]> {
  const rows = await tx.query<{ inbox_item_id: string; path: string }>(selectOpen, messageId)
  return rows.flatMap(({ inbox_item_id, path }) => (path === manyParts || paths.includes(path) ? [inbox_item_id] : []))
}

/** Columns of an item for commands. */
export interface InboxRow {
  inbox_item_id: string
  kind: string
  /** Sender; for a message, the webhook credential. */
  credential_id: string | null
  /** Null for an upload. */
  message_id: string | null
  /** The failed upload; null for a message or a part of one. */
  upload_id: string | null
  path: string
  item: unknown
  status: 'OPEN' | 'RESOLVED' | 'DISMISSED'
}

const lockItem = statement(
  'messages.inbox_item_for_update',
  `select inbox_item_id, kind, credential_id, message_id, upload_id, path, item, status
     from inbox_item where tenant_id = $1 and inbox_item_id = $2 for update`,
)

/** An item, locked; undefined when there is none with this id. */
export async function inboxItemForUpdate(tx: Tx, itemId: string): Promise<InboxRow | undefined> {
  const [row] = await tx.query<InboxRow>(lockItem, itemId)
  return row
}

/** Final state of an item, and its author. */
export interface Closing {
  status: 'RESOLVED' | 'DISMISSED'
  entity_type: string | null
  entity_id: string | null
  dismissal: string | null
  by_kind: string
  by: string | null
}

const closeItem = statement(
  'messages.close_inbox_item',
  `update inbox_item
      set status = $3, entity_type = $4, entity_id = $5, dismissal = $6, closed_by_kind = $7, closed_by = $8,
          closed_at = statement_timestamp(), last_failure = null,
          attempts = attempts + case when $3 = 'RESOLVED' then 1 else 0 end
    where tenant_id = $1 and inbox_item_id = $2`,
)

/** Closes an item. */
export async function closeInboxItem(tx: Tx, itemId: string, closing: Closing): Promise<void> {
  const { status, entity_type, entity_id, dismissal, by_kind, by } = closing
  await tx.query(closeItem, itemId, status, entity_type, entity_id, dismissal, by_kind, by)
}

const isOver = "i.status <> 'OPEN' and i.closed_at < now() - make_interval(days => $2)"
const countClosed = statement(
  'messages.count_closed_inbox_items',
  `select count(*)::integer as rows from (select from inbox_item i where i.tenant_id = $1 and ${isOver} limit $3) x`,
)
const selectClosed = statement(
  'messages.select_closed_inbox_items',
  `select i.inbox_item_id from inbox_item i
    where i.tenant_id = $1 and ${isOver} and i.inbox_item_id <> all ($4::uuid[]) order by i.closed_at limit $3`,
)
const deleteItems = statement(
  'messages.delete_inbox_items',
  'delete from inbox_item where tenant_id = $1 and inbox_item_id = any ($2::uuid[]) returning inbox_item_id',
)

/** Counts items settled more than `days` days ago, up to `most`. */
export async function countClosedItems(tx: Tx, days: number, most: number): Promise<number> {
  return (await tx.query<{ rows: number }>(countClosed, days, most))[0]!.rows
}

/**
 * Such items, longest settled first.
 * @param left ids to skip
 */
export async function findClosedItems(tx: Tx, days: number, most: number, left: readonly string[]): Promise<string[]> {
  const rows = await tx.query<{ inbox_item_id: string }>(selectClosed, days, most, left)
  return rows.map(({ inbox_item_id }) => inbox_item_id)
}

/**
 * Deletes items.
 * @returns the number of deleted items
 */
export async function deleteInboxItems(tx: Tx, ids: readonly string[]): Promise<number> {
  return (await tx.query(deleteItems, ids)).length
}

const noteAttempt = statement(
  'messages.note_inbox_attempt',
  'update inbox_item set attempts = attempts + 1, last_failure = $3 where tenant_id = $1 and inbox_item_id = $2',
)

/** Records a retry of an item with its result; null while that is open. */
export async function noteInboxAttempt(tx: Tx, itemId: string, failure: string | null): Promise<void> {
  await tx.query(noteAttempt, itemId, failure)
}

const settleItems = statement(
  'messages.settle_items_of',
  `update inbox_item i
      set status = 'RESOLVED', closed_by_kind = $4, closed_by = $5, closed_at = statement_timestamp(), last_failure = null
    where i.tenant_id = $1 and i.status = 'OPEN' and i.inbox_item_id in (
      select s.inbox_item_id from inbox_item s
       where s.tenant_id = $1 and s.identity = $2 and s.status = 'OPEN' and s.message_id <> $6
      union all
      select e.inbox_item_id from inbox_item e where e.tenant_id = $1 and e.message_id = $3)
   returning i.inbox_item_id`,
)

/**
 * Settles items of earlier arrivals of a message: the item of the whole message, and those of the previous arrival
 * under its key. Items that this arrival has renewed stay.
 * @param about.identity of the whole message
 * @returns the settled items
 */
export async function settleItemsOf(
  tx: Tx,
  about: { identity: Buffer; earlierId: string | undefined; messageId: string },
  { kind, id }: { kind: string; id: string | null },
): Promise<{ inbox_item_id: string }[]> {
  return await tx.query(settleItems, about.identity, about.earlierId ?? null, kind, id, about.messageId)
}
