import type { Answer, Input } from '@cartage/contract/endpoint'
import type { countLocationRecords, listLocationRecords } from '@cartage/contract/locations/app/list'
import type { LocationRecord } from '@cartage/contract/locations/endpoints'
import { type Expression, type SelectQueryBuilder, sql } from 'kysely'
import { build } from '../db/query.ts'
import type { DB } from '../db/schema.ts'
import { statement } from '../db/statement.ts'
import type { Tx } from '../db/tenant.ts'
import { foldName } from './city-names.rules.ts'
import { recordColumns } from './views.ts'

/** Filters of the list as the query gives them. */
export type LocationFilters = Omit<Input<typeof listLocationRecords>['query'], 'offset' | 'limit' | 'sort'>
type LocationSort = Input<typeof listLocationRecords>['query']['sort']

/** Rows are counted up to this. */
const mostCounted = 200_000
/** A text that begins more locations than this finds no more: it has to be longer. */
const mostFound = 2_000

const selectFound = statement(
  'locations.search_records',
  `select l.location_id from location l
    where l.tenant_id = $1 and l.search_name >= $2 and l.search_name < $3
   union
   select l.location_id from location l
    where l.tenant_id = $1 and l.search_city >= $2 and l.search_city < $3
   union
   select l.location_id from location l where l.tenant_id = $1 and l.code_key = left($4, 100) and l.code = $4
   limit ${mostFound}`,
)

type Locations = SelectQueryBuilder<DB & { l: DB['location'] }, 'l', object>
type Id = { location_id: string }

/** Ids of what a text finds; undefined without a text. What is only punctuation is the beginning of no name. */
async function findIds(tx: Tx, text: string | undefined): Promise<string[] | undefined> {
  if (text === undefined || text === '') return undefined
  const folded = foldName(text)
  const [from, to] = folded === '' ? [null, null] : [folded, `${folded}\u{10ffff}`]
  return (await tx.query<Id>(selectFound, from, to, text)).map((row) => row.location_id)
}

const placing = sql<string>`case l.coordinate_source when 'GIVEN' then 'EXACT' when 'ESTIMATE' then 'TOWN' else 'NONE' end`

/** The locations that fit, as the beginning of a query. */
function fitting(filters: LocationFilters, found: readonly string[] | undefined): Locations {
  let query = inState(build.selectFrom('location as l') as unknown as Locations, filters.state)
  if (found) query = query.where(sql<boolean>`l.location_id = any(${found}::uuid[])`)
  if (filters.country.length > 0) query = query.where(sql<boolean>`l.country = any(${filters.country}::text[])`)
  if (filters.placing.length > 0) query = query.where(sql<boolean>`${placing} = any(${filters.placing}::text[])`)
  return query
}

// Written as in the index of what is archived or merged.
function inState(query: Locations, state: LocationFilters['state']): Locations {
  if (state === 'MERGED') return query.where(sql<boolean>`l.merged_into is not null`)
  const archived = state === 'ARCHIVED' ? sql<boolean>`l.is_archived` : sql<boolean>`not l.is_archived`
  return query.where(sql<boolean>`l.merged_into is null`).where(archived)
}

/** Those with a name, which an index has in order, and those without one, which come after them. */
const named = sql<boolean>`l.search_name is not null`
const nameless = sql<boolean>`l.search_name is null`

const sorts: Readonly<Record<LocationSort, Expression<unknown>>> = {
  name: sql`l.search_name`,
  '-name': sql`l.search_name desc`,
}

async function count(tx: Tx, query: Locations): Promise<number> {
  const few = query.select(sql`1`.as('one')).limit(sql.lit(mostCounted))
  const counting = build.selectFrom(few.as('few') as never).select(sql<number>`count(*)::integer`.as('count'))
  const [row] = await tx.rows<{ count: number }>(counting as never)
  return row!.count
}

const selectRows = statement(
  'locations.list_window_rows',
  `select ${recordColumns('l')} from location l where l.tenant_id = $1 and l.location_id = any ($2::uuid[])`,
)

async function listRows(tx: Tx, ids: readonly string[]): Promise<LocationRecord[]> {
  const rows = await tx.query<LocationRecord>(selectRows, ids)
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** A window of the locations that fit, by name, those without one last; and how many there are, counted up to 200,000. */
export async function listWindow(
  tx: Tx,
  filters: LocationFilters,
  { sort, offset, limit }: { sort: LocationSort; offset: number; limit: number },
): Promise<{ items: LocationRecord[]; total: number }> {
  const query = fitting(filters, await findIds(tx, filters.q))
  const first = query.where(named)
  const page = first.select('l.location_id').orderBy(sorts[sort]).offset(offset).limit(sql.lit(limit))
  const [ids, withName, without] = await Promise.all([
    tx.rows<Id>(page as never),
    count(tx, first),
    count(tx, query.where(nameless)),
  ])
  const rest = { offset: Math.max(0, offset - withName), limit: limit - ids.length }
  const others = rest.limit > 0 && without > rest.offset ? await listNameless(tx, query, rest) : []
  const items = await listRows(
    tx,
    [...ids, ...others].map((row) => row.location_id),
  )
  return { items, total: Math.min(mostCounted, withName + without) }
}

async function listNameless(
  tx: Tx,
  query: Locations,
  { offset, limit }: { offset: number; limit: number },
): Promise<Id[]> {
  const page = query.where(nameless).select('l.location_id').orderBy('l.location_id').offset(offset)
  return await tx.rows<Id>(page.limit(sql.lit(limit)) as never)
}

/** The next locations that fit after one of them, in the order of their ids, which never change. */
export async function walkLocations(
  tx: Tx,
  filters: LocationFilters,
  after: string | undefined,
  limit: number,
): Promise<LocationRecord[]> {
  let query = fitting(filters, await findIds(tx, filters.q))
  if (after !== undefined) query = query.where('l.location_id', '>', after)
  const page = query.select('l.location_id').orderBy('l.location_id').limit(sql.lit(limit))
  const ids = await tx.rows<Id>(page as never)
  return await listRows(
    tx,
    ids.map((row) => row.location_id),
  )
}

/** How many locations each country has and each way of knowing where they are, each under the other filters. */
export async function countLocations(tx: Tx, filters: LocationFilters): Promise<Answer<typeof countLocationRecords>> {
  const found = await findIds(tx, filters.q)
  const [by_country, by_placing] = await Promise.all([
    countBy(tx, fitting({ ...filters, country: [] }, found), sql<string>`coalesce(l.country, '')`),
    countBy(tx, fitting({ ...filters, placing: [] }, found), placing),
  ])
  return { by_country, by_placing }
}

async function countBy(tx: Tx, query: Locations, member: Expression<unknown>): Promise<Record<string, number>> {
  const few = query.select(sql<string>`${member}`.as('value')).limit(sql.lit(mostCounted))
  const counting = build
    .selectFrom(few.as('few') as never)
    .select([sql<string>`few.value`.as('value'), sql<number>`count(*)::integer`.as('count')])
    .groupBy(sql`few.value`)
  const rows = await tx.rows<{ value: string; count: number }>(counting as never)
  return Object.fromEntries(rows.filter((row) => row.value !== '').map((row) => [row.value, row.count]))
}
