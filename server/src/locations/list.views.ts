import type { LocationState } from '@cartage/contract/locations/app/record'
import type { LocationRecord, PlaceEstimate } from '@cartage/contract/locations/endpoints'
import { endOfPrefix } from '@cartage/contract/reading/fold'
import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import { build } from '../db/query.ts'
import type { DB } from '../db/schema.ts'
import type { Tx } from '../db/tenant.ts'
import { instant } from '../db/texts.ts'
import { foldName } from './city-names.rules.ts'

/** Filters and start of a list of locations. */
export interface LocationFilter {
  state: LocationState
  search?: string | undefined
  city?: string | undefined
  code?: string | undefined
  external_id?: string | undefined
  /** Id of the last location on the previous page. */
  after?: string | undefined
  limit: number
}

/** Number of matches from which on a scan in id order is faster than gathering them from the indexes. */
const broad = 10_000

/**
 * Locations in the order of their immutable ids, so that each appears once (PAGE-3). Few search matches are gathered
 * from the indexes and the page is cut out of them. Many are picked during a scan in id order, because gathering a
 * million for a page of a hundred takes seconds.
 */
export async function listLocationRecords(tx: Tx, filter: LocationFilter): Promise<LocationRecord[]> {
  const searches = filter.search === undefined ? [] : searchesOf(filter.search)
  const isNarrow = searches.length > 0 && !(await isBroad(tx, filter, searches))
  const page = isNarrow ? gathered(filter, searches) : picked(filter, searches)
  return await tx.rows(
    build
      .selectFrom(page.as('page'))
      .innerJoin('location as l', 'l.location_id', 'page.location_id')
      .select([
        'l.location_id as id',
        'l.name',
        'l.display_name',
        'l.code',
        'l.external_id',
        'l.address',
        'l.address_second_line',
        'l.postal_code',
        'l.city',
        'l.state',
        'l.country',
        'l.description',
        'l.latitude',
        'l.longitude',
        sql<PlaceEstimate | null>`l.estimate`.as('estimate'),
        'l.time_zone',
        'l.opening_hours',
        'l.loading_minutes',
        'l.unloading_minutes',
        'l.is_archived',
        'l.merged_into',
        sql<boolean>`coalesce(l.coordinate_source = 'ESTIMATE', false)`.as('is_coordinate_estimate'),
        instantOf('l.created_at').as('created_timestamp'),
        instantOf('l.updated_at').as('updated_timestamp'),
      ])
      .orderBy('l.location_id'),
  )
}

/** Inlined into the query, because for a limit in a parameter the planner expects a tenth of the table. */
function fixed(limit: number) {
  return sql.lit(limit)
}

function instantOf(column: string) {
  return sql<string>`${sql.raw(instant(column))}`
}

function picked(filter: LocationFilter, searches: readonly Search[]) {
  const any = (l: Table) => (searches.length === 0 ? [] : [l.or(searches.map((search) => search(l)))])
  return idsOf(filter, any).orderBy('l.location_id').limit(fixed(filter.limit))
}

function gathered(filter: LocationFilter, searches: readonly Search[]) {
  return build
    .selectFrom(union(filter, searches).as('found'))
    .select('found.location_id')
    .distinct()
    .orderBy('found.location_id')
    .limit(fixed(filter.limit))
}

/** Whether there are many matches, counting no further than necessary. */
async function isBroad(tx: Tx, filter: LocationFilter, searches: readonly Search[]): Promise<boolean> {
  const some = build.selectFrom(union(filter, searches).as('found')).select('found.location_id').limit(fixed(broad))
  const count = sql<number>`count(*)::int`.as('count')
  const [row] = await tx.rows<{ count: number }>(build.selectFrom(some.as('some')).select(count))
  return row!.count === broad
}

function union(filter: LocationFilter, searches: readonly Search[]) {
  const [first, ...others] = searches.map((search) => idsOf(filter, (l) => [search(l)]))
  return others.reduce((all, next) => all.unionAll(next), first!)
}

/** A prefix of a name or town, or an exact code. Punctuation alone matches no name. */
function searchesOf(text: string): Search[] {
  const coded: Search = (l) => isKey(l, 'code', text)
  const folded = foldName(text)
  if (folded === '') return [coded]
  return [coded, (l) => startsWith(l, 'l.search_name', folded), (l) => startsWith(l, 'l.search_city', folded)]
}

type Search = (l: Table) => Condition
type Table = ExpressionBuilder<{ l: DB['location'] }, 'l'>
type Condition = Expression<SqlBool>

function idsOf(filter: LocationFilter, search: (l: Table) => readonly Condition[]) {
  return build
    .selectFrom('location as l')
    .select('l.location_id')
    .where((l) => l.and([...search(l), ...conditionsOf(l, filter)]))
}

function conditionsOf(l: Table, filter: LocationFilter): Condition[] {
  const conditions = stateOf(l, filter.state)
  if (filter.city !== undefined) conditions.push(l('l.search_city', '=', foldName(filter.city)))
  if (filter.code !== undefined) conditions.push(isKey(l, 'code', filter.code))
  if (filter.external_id !== undefined) conditions.push(isKey(l, 'external_id', filter.external_id))
  if (filter.after !== undefined) conditions.push(l('l.location_id', '>', filter.after))
  return conditions
}

/** The index has only the start of a key, so the whole key is compared too. */
function isKey(l: Table, name: 'code' | 'external_id', text: string): Condition {
  const beginning = name === 'code' ? 'l.code_key' : 'l.external_key'
  return l.and([l(beginning, '=', sql<string>`left(${text}, 100)`), l(`l.${name}`, '=', text)])
}

/** Must match the expression of the partial index of archived and merged locations. */
function stateOf(l: Table, state: LocationState): Condition[] {
  if (state === 'MERGED') return [l('l.merged_into', 'is not', null)]
  const archived = state === 'ARCHIVED' ? sql<SqlBool>`l.is_archived` : sql<SqlBool>`not l.is_archived`
  return [l('l.merged_into', 'is', null), archived]
}

/** An index range: no text with this prefix sorts after the prefix plus the last code point. */
function startsWith(l: Table, column: 'l.search_name' | 'l.search_city', text: string): Condition {
  return l.and([l(column, '>=', text), l(column, '<', endOfPrefix(text))])
}
