import { foldText } from '@cartage/contract/reading/fold'
import { isUuid } from '@cartage/contract/uuid'
import { sql } from 'kysely'
import { build } from '../db/query.ts'
import { statement } from '../db/statement.ts'
import type { Tx } from '../db/tenant.ts'
import { bareWord, searchWord } from './search.rules.ts'

/** Terms of a search: words in messages, and records that messages and events refer to. */
export interface SearchTerms {
  words: string[]
  ids: string[]
}

/** Most records of a search; more of them would match everything. */
const mostRecords = 200

// Only the indexes on these members have a length condition; without it they would not be used.
const selectRecords = statement(
  'messages.find_searched_records',
  `(select o.order_id::text as id from transport_order o
     where o.tenant_id = $1 and o.order_number = $2 and length(o.order_number) <= 255 limit $4)
   union
   (select o.order_id::text from transport_order o
     where o.tenant_id = $1 and o.customer_reference_number = $2 and length(o.customer_reference_number) <= 255 limit $4)
   union
   (select o.order_id::text from transport_order o where o.tenant_id = $1 and o.order_identifier = $2 limit $4)
   union
   (select o.order_id::text from transport_order o
     where o.tenant_id = $1 and o.container_key = any ($5::text[]) and o.container_key is not null limit $4)
   union
   (select r.resource_id::text from resource r
     where r.tenant_id = $1 and r.container_number_loose = loose_key($2) and not r.is_archived
       and r.container_number_loose is not null limit $4)
   union
   (select t.trip_id::text from trip t where t.tenant_id = $1 and t.name = $2 limit $4)
   union
   (select t.trip_id::text from trip t where t.tenant_id = $1 and t.trip_identifier = $2 limit $4)
   union
   (select r.resource_id::text from resource r
     where r.tenant_id = $1 and r.name_key = $3 and not r.is_archived limit $4)
   union
   (select r.resource_id::text from resource r
     where r.tenant_id = $1 and r.license_plate_key = $3 and not r.is_archived limit $4)`,
)
// Records touched by messages with the word: other messages about the same orders and trips should be found as well.
const selectTouched = statement(
  'messages.find_touched_records',
  `select distinct m.value as id from message_mention m
    where m.tenant_id = $1 and m.entity_type in ('order', 'trip')
      and m.message_id = any (array(
        select w.message_id from message_mention w where w.tenant_id = $1 and w.value = any ($2::text[]) limit 1000))
    limit $3`,
)
// An order from a webhook is known by its identifier until it exists.
const selectNamedOrders = statement(
  'messages.find_named_orders',
  `select o.order_id::text as id from transport_order o
    where o.tenant_id = $1 and o.order_identifier = any (array(
      select m.value from message_mention m
       where m.tenant_id = $1 and m.entity_type = 'order_identifier'
         and m.message_id = any (array(
           select w.message_id from message_mention w where w.tenant_id = $1 and w.value = any ($2::text[]) limit 1000))
       limit $3))`,
)
const selectStops = statement(
  'messages.find_stops_of_records',
  `select s.stop_id::text as id from order_stop s where s.tenant_id = $1 and s.order_id = any ($2::uuid[])
   union select t.stop_id::text from trip_stop t where t.tenant_id = $1 and t.trip_id = any ($2::uuid[])
   union select t.stop_id::text from trip_stop t where t.tenant_id = $1 and t.order_id = any ($2::uuid[])
   union select d.document_id::text from document d where d.tenant_id = $1 and d.order_id = any ($2::uuid[])`,
)

/** Most messages and events that a search scans. */
const mostMessages = 10_000

/** Ids of the messages with one of these words or ids, as a subquery. */
export function messagesThatSay(values: readonly string[]) {
  return build
    .selectFrom('message_mention as w')
    .select('w.message_id')
    .where(sql<boolean>`w.value = any(${values}::text[])`)
    .limit(sql.lit(mostMessages))
}

/** Ids of the events about these records, as a subquery. */
export function eventsAbout(ids: readonly string[]) {
  return build
    .selectFrom('event as v')
    .select('v.event_id')
    .where(
      sql<boolean>`v.entity_type = any('{order,stop,trip,resource,document,upload,booking}') and v.entity_id = any(${ids}::uuid[])`,
    )
    .limit(sql.lit(mostMessages))
}

/** Terms of a search: the matching records, found directly or through messages, with their stops and documents. */
export async function findSearchTerms(tx: Tx, search: string): Promise<SearchTerms> {
  const words = [...new Set([searchWord(search), bareWord(search), ...(isUuid(search) ? [search.toLowerCase()] : [])])]
  // Orders index the beginning of a container number as written.
  const keys = [...new Set([search, ...words])].map((word) => word.slice(0, 20))
  const [named, touched, ordered] = await Promise.all([
    tx.query<{ id: string }>(selectRecords, search, foldText(search), mostRecords, keys),
    tx.query<{ id: string }>(selectTouched, words, mostRecords),
    tx.query<{ id: string }>(selectNamedOrders, words, mostRecords),
  ])
  const own = isUuid(search) ? [{ id: search.toLowerCase() }] : []
  const records = [...own, ...named, ...touched, ...ordered].map(({ id }) => id).filter((id) => isUuid(id))
  const parts = await tx.query<{ id: string }>(selectStops, records)
  return { words, ids: [...new Set([...records, ...parts.map(({ id }) => id)])] }
}
