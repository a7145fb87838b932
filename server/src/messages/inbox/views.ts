import { type InboxItem, inboxStates } from '@cartage/contract/messages/app/record'
import { sql } from 'kysely'
import { type Condition, is, up } from '../../db/list/declare.ts'
import { List } from '../../db/list.ts'
import { statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'
import { instant } from '../../db/texts.ts'
import { findSearchTerms, messagesThatSay } from '../search.views.ts'
import { nameOfSender } from '../senders.views.ts'
import { targetKindOf } from './target.rules.ts'

const columns = `i.inbox_item_id as id, i.kind, i.status, i.path, i.item, i.reason,
       case when i.path = '*' then (i.item ->> 'part_count')::int else 1 end as part_count,
       case when i.kind = 'driver-report'
         then (select r.name from resource r where r.tenant_id = $1 and r.resource_id = i.credential_id::uuid)
         else ${nameOfSender('i.sent_by_kind', 'i.credential_id')} end as party, i.sent_by_kind as party_kind,
       i.message_id, i.upload_id, i.occurrences, i.attempts, i.last_failure, ${instant('i.created_at')} as created_at,
       ${instant('i.last_at')} as last_at, i.entity_type, i.entity_id, i.dismissal, ${instant('i.closed_at')} as closed_at,
       case when i.closed_by is not null then ${nameOfSender('i.closed_by_kind', 'i.closed_by')} end as closed_by, i.closed_by_kind,
       case i.entity_type
         when 'order' then (select o.order_number from transport_order o
                             where o.tenant_id = $1 and o.order_id = i.entity_id::uuid)
         when 'stop' then (select concat_ws(' · ', coalesce(o.order_number, t.name), l.name, l.city) from trip_stop s
                             join trip t on t.tenant_id = $1 and t.trip_id = s.trip_id
                             left join transport_order o on o.tenant_id = $1 and o.order_id = s.order_id
                             left join location l on l.tenant_id = $1 and l.location_id = s.location_id
                            where s.tenant_id = $1 and s.stop_id = i.entity_id::uuid)
         when 'resource' then (select r.name from resource r where r.tenant_id = $1 and r.resource_id = i.entity_id::uuid)
         when 'company' then (select k.name from company k where k.tenant_id = $1 and k.company_id = i.entity_id::uuid)
         when 'booking' then coalesce(
           (select b.name from location_booking b where b.tenant_id = $1 and b.location_booking_id = i.entity_id::uuid),
           (select b.name from intermodal_booking b where b.tenant_id = $1 and b.intermodal_booking_id = i.entity_id::uuid))
       end as entity_name`

const selectItem = statement(
  'messages.show_inbox_item',
  `select ${columns} from inbox_item i where i.tenant_id = $1 and i.inbox_item_id = $2`,
)
const countItems = statement(
  'messages.count_inbox_items',
  `select i.kind, count(*)::int as items from inbox_item i
    where i.tenant_id = $1 and i.status = 'OPEN' group by i.kind order by i.kind`,
)

/** Filters of the inbox; undefined members do not filter. */
export interface InboxFilters {
  status?: string | undefined
  kind?: string | undefined
  /** Only items of messages that contain the word, or touched the record. */
  search?: string | undefined
}

/** Most items counted of each state. */
const mostCounted = 10_000

const selectItems = statement(
  'messages.list_inbox_items',
  `select ${columns} from inbox_item i where i.tenant_id = $1 and i.inbox_item_id = any ($2::uuid[])`,
)

async function findItems(tx: Tx, search: string): Promise<Condition> {
  const { words, ids } = await findSearchTerms(tx, search)
  const values = [...words, ...ids]
  return sql<boolean>`(i.message_id = any(array${messagesThatSay(values)})
    or upper(i.order_identifier) = any(${values}::text[]) or i.upload_id::text = any(${values}::text[]))`
}

type ItemRow = Omit<InboxItem, 'target_type'>

function withTarget(row: ItemRow): InboxItem {
  return { ...row, target_type: targetKindOf(row) }
}

const oldestFirst = [up('i.created_at', 'timestamptz'), up('i.inbox_item_id', 'uuid')]

/** The inbox, oldest items first. */
export const inbox = new List<InboxFilters, 'oldest', InboxItem>({
  from: 'inbox_item as i',
  id: 'i.inbox_item_id',
  filters: { status: is('i.status'), kind: is('i.kind'), search: { find: findItems } },
  sorts: { oldest: oldestFirst },
  walk: oldestFirst,
  // Each state has an index of its own.
  partsOf: (filters) => (filters.status ? [filters] : inboxStates.map((status) => ({ ...filters, status }))),
  values: { status: sql.ref('i.status'), kind: sql.ref('i.kind') },
  counted: { most: mostCounted },
  read: async (tx, ids) => (await tx.query<ItemRow>(selectItems, ids)).map(withTarget),
  idOf: (item) => item.id,
})

/** One item; undefined when there is none with this id. */
export async function findInboxItem(tx: Tx, itemId: string): Promise<InboxItem | undefined> {
  const [row] = await tx.query<ItemRow>(selectItem, itemId)
  return row && withTarget(row)
}

/** Number of open items, by webhook. */
export async function countInbox(tx: Tx): Promise<{ open: number; by_kind: Record<string, number> }> {
  const rows = await tx.query<{ kind: string; items: number }>(countItems)
  return {
    open: rows.reduce((sum, row) => sum + row.items, 0),
    by_kind: Object.fromEntries(rows.map((row) => [row.kind, row.items])),
  }
}
