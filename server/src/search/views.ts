import { statement } from '../db/statement.ts'
import type { Tx } from '../db/tenant.ts'
import { readSearchFacts, type SearchFacts } from './facts.views.ts'
import { compareFound, isFound, keysOf, rankOf, type SearchKind, type Typed, typedOf } from './key.rules.ts'

/** A text with more matches than this returns no more in a list: it has to be longer. */
const mostInList = 2_000

// An infix match over the narrow rows of one kind: 100,000 of them take some 60 ms, and plain PostgreSQL suffices (the
// extension pg_trgm is not on every server, and creating it needs extra rights).
const selectIds = statement(
  'search.list_ids',
  `select e.record_id from search_entry e
    where e.tenant_id = $1 and e.kind = $2 and e.key like all ($3::text[])
    order by e.at desc nulls last limit ${mostInList}`,
)

const inside = (words: readonly string[]) => words.map((word) => `%${word}%`)
const beginnings = (words: readonly string[]) => words.map((word) => `% ${word}%`)
const wholes = (words: readonly string[]) => words.map((word) => `% ${word} %`)

/**
 * Ids of the records of a kind that match a text, for lists: same matches as in Ctrl K (SEARCH-5). At most 2,000, the
 * latest ones.
 */
export async function findRecordIds(tx: Tx, kind: SearchKind, text: string): Promise<string[]> {
  const wanted = typedOf(text)
  if (wanted === undefined) return []
  const rows = await tx.query<{ record_id: string }>(selectIds, kind, inside(wanted.words))
  return rows.map(({ record_id }) => record_id)
}

// The same ranks as `rankOf` (SEARCH-3), so that the best of many matches are read.
const selectBest = statement(
  'search.select_best',
  `select f.record_id as id, f.rank
     from (
       select e.record_id, e.at,
              case when e.title_key like ' ' || $4 || ' %' then 0
                   when e.title_key like '% ' || $4 || ' %' then 1
                   when e.key like '% ' || $4 || ' %' then 2
                   when e.title_key like ' ' || $4 || '%' then 3
                   when e.title_key like '% ' || $4 || '%' then 4
                   when e.key like '% ' || $4 || '%' then 5
                   when e.title_key like all ($5::text[]) then 6
                   when e.key like all ($5::text[]) then 7
                   when e.title_key like all ($6::text[]) then 8
                   when e.key like all ($6::text[]) then 9
                   when e.title_key like all ($3::text[]) then 10
                   else 11 end as rank
         from search_entry e
        where e.tenant_id = $1 and e.kind = $2 and not e.is_archived and e.key like all ($3::text[])) f
    order by f.rank, abs(extract(epoch from f.at - $7::timestamptz)) nulls last, f.record_id limit $8`,
)

/** A match with its current data. */
export interface Found extends SearchFacts {
  kind: SearchKind
}

/**
 * The records of these kinds that contain every word of a text, best first (SEARCH-2, SEARCH-3).
 * @param most of each kind
 */
export async function findBest(
  tx: Tx,
  kinds: readonly SearchKind[],
  text: string,
  { now, most }: { now: Date; most: number },
): Promise<Found[]> {
  const wanted = typedOf(text)
  if (wanted === undefined) return []
  const lists = await Promise.all(kinds.map((kind) => findOf(tx, kind, wanted, { now, most })))
  return lists
    .flat()
    .sort((one, other) => compareFound(one.order, other.order, now.getTime()))
    .map(({ found }) => found)
}

async function findOf(tx: Tx, kind: SearchKind, wanted: Typed, { now, most }: { now: Date; most: number }) {
  const { whole, words } = wanted
  const patterns = [inside(words), whole, wholes(words), beginnings(words)]
  const best = await tx.query<{ id: string }>(selectBest, kind, ...patterns, now, most)
  const facts = await readSearchFacts(
    tx,
    kind,
    best.map(({ id }) => id),
  )
  // Records renamed a moment ago are matched by their current names.
  return facts.flatMap((found) => {
    const keys = keysOf(found)
    if (found.is_archived || !isFound(keys, wanted)) return []
    const at = found.at === null ? null : Date.parse(found.at)
    return [{ found: { ...found, kind }, order: { kind, rank: rankOf(keys, wanted), at } }]
  })
}

/** Progress of the search in the audit trail. */
export interface Progress {
  trail: number
  filling: SearchKind | null
  filled_to: string
}

const selectProgress = statement(
  'search.select_progress',
  `select trail::float8 as trail, filling, filled_to from search_progress where tenant_id = $1`,
)

/** Progress of the tenant's search; undefined before its start. */
export async function findProgress(tx: Tx): Promise<Progress | undefined> {
  return (await tx.query<Progress>(selectProgress))[0]
}

const selectBehind = statement(
  'search.is_behind',
  `select p.tenant_id is null or p.filling is not null or coalesce(h.sequence > p.trail, false)
          or exists (select from search_due d where d.tenant_id = $1) as is_behind
     from (select $1::uuid as tenant_id) given
     left join search_progress p on p.tenant_id = given.tenant_id
     left join audit_head h on h.tenant_id = given.tenant_id`,
)

/** Whether changes or older records are not searchable yet (SEARCH-4). */
export async function isSearchBehind(tx: Tx): Promise<boolean> {
  return (await tx.query<{ is_behind: boolean }>(selectBehind))[0]!.is_behind
}

const selectEnd = statement(
  'search.select_end',
  `select coalesce((select h.sequence from audit_head h where h.tenant_id = $1), 0)::float8 as trail`,
)

/** Last position in the audit trail of the tenant. */
export async function findTrailEnd(tx: Tx): Promise<number> {
  return (await tx.query<{ trail: number }>(selectEnd))[0]!.trail
}

/** A record that changed. */
export interface Changed {
  sequence: number
  entity_type: string
  entity_id: string
}

const selectChanged = statement(
  'search.list_changed',
  `select r.sequence::float8 as sequence, r.entity_type, r.entity_id from audit_record r
    where r.tenant_id = $1 and r.sequence > $2 order by r.sequence limit $3`,
)

/** Changes after a position in the trail, in order. */
export async function listChanged(tx: Tx, after: number, most: number): Promise<Changed[]> {
  return await tx.query<Changed>(selectChanged, after, most)
}

const selectOrdersOfTrips = statement(
  'search.list_orders_of_trips',
  `select distinct s.order_id as id from unnest($2::uuid[]) as given (id)
     join trip_stop s on s.tenant_id = $1 and s.trip_id = given.id where s.order_id is not null`,
)
const selectTripsOfOrders = statement(
  'search.list_trips_of_orders',
  `select distinct s.trip_id as id from unnest($2::uuid[]) as given (id)
     join trip_stop s on s.tenant_id = $1 and s.order_id = given.id`,
)

/** The orders on these trips: they are found by the driver. */
export async function listOrdersOfTrips(tx: Tx, ids: readonly string[]): Promise<string[]> {
  return (await tx.query<{ id: string }>(selectOrdersOfTrips, ids)).map(({ id }) => id)
}

/** The trips of these orders: they are found by the orders' numbers. */
export async function listTripsOfOrders(tx: Tx, ids: readonly string[]): Promise<string[]> {
  return (await tx.query<{ id: string }>(selectTripsOfOrders, ids)).map(({ id }) => id)
}

const pages = {
  order: ['transport_order', 'order_id'],
  trip: ['trip', 'trip_id'],
  resource: ['resource', 'resource_id'],
  company: ['company', 'company_id'],
  location: ['location', 'location_id'],
  invoice: ['invoice', 'invoice_id'],
  document: ['document', 'document_id'],
} as const
const page = (kind: SearchKind) => {
  const [table, id] = pages[kind]
  return statement(
    `search.page_${kind}`,
    `select r.${id} as id from ${table} r where r.tenant_id = $1 and r.${id} > $2 order by r.${id} limit $3`,
  )
}
const pageOf = {
  order: page('order'),
  trip: page('trip'),
  resource: page('resource'),
  company: page('company'),
  location: page('location'),
  invoice: page('invoice'),
  document: page('document'),
}

/** Ids of the records of a kind after a given id, in order. */
export async function listIds(tx: Tx, kind: SearchKind, after: string, most: number): Promise<string[]> {
  return (await tx.query<{ id: string }>(pageOf[kind], after, most)).map(({ id }) => id)
}

const selectTitles = statement(
  'search.list_titles',
  `select e.record_id as id, e.title_key, e.key from unnest($3::uuid[]) as given (id)
     join search_entry e on e.tenant_id = $1 and e.kind = $2 and e.record_id = given.id`,
)

/** Current search entries of these records. */
export async function listEntries(tx: Tx, kind: SearchKind, ids: readonly string[]) {
  return await tx.query<{ id: string; title_key: string; key: string }>(selectTitles, kind, ids)
}
