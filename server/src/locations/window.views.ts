import type { Answer, Input } from '@cartage/contract/endpoint'
import type { countLocationRecords, listLocationRecords } from '@cartage/contract/locations/app/list'
import type { LocationRecord } from '@cartage/contract/locations/endpoints'
import { endOfPrefix } from '@cartage/contract/reading/fold'
import { sql } from 'kysely'
import { down, oneOf, up } from '../db/list/declare.ts'
import { List } from '../db/list.ts'
import { statement } from '../db/statement.ts'
import type { Tx } from '../db/tenant.ts'
import { findRecordIds } from '../search/views.ts'
import { foldName } from './city-names.rules.ts'
import { recordColumns } from './views.ts'

/** Filters of the list, as given in the query. */
export type LocationFilters = Omit<Input<typeof listLocationRecords>['query'], 'offset' | 'limit' | 'sort'>
type LocationSort = Input<typeof listLocationRecords>['query']['sort']

/** Limit for counting rows. */
const mostCounted = 200_000
/** Limit for matches of a search prefix; beyond it a longer text is needed. */
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

type Id = { location_id: string }

/** Punctuation alone is a prefix of no name. */
async function findIds(tx: Tx, text: string): Promise<string[]> {
  const folded = foldName(text)
  const [from, to] = folded === '' ? [null, null] : [folded, endOfPrefix(folded)]
  const [rows, found] = await Promise.all([
    tx.query<Id>(selectFound, from, to, text),
    findRecordIds(tx, 'location', text),
  ])
  return [...new Set([...rows.map((row) => row.location_id), ...found])]
}

// PLACE-8: a location waiting for an answer is listed as unclear, even if its estimate is good enough for planning.
const placing = sql<string>`case when l.is_unclear then 'UNCLEAR' when l.coordinate_source = 'GIVEN' then 'EXACT'
                                 when l.coordinate_source = 'ESTIMATE' then 'TOWN' else 'NONE' end`

const selectRows = statement(
  'locations.list_window_rows',
  `select ${recordColumns('l')} from location l where l.tenant_id = $1 and l.location_id = any ($2::uuid[])`,
)

// Must match the expression of the partial index of archived and merged locations.
function inState(state: LocationFilters['state']) {
  if (state === 'MERGED') return sql<boolean>`l.merged_into is not null`
  const archived = state === 'ARCHIVED' ? sql`l.is_archived` : sql`not l.is_archived`
  return sql<boolean>`l.merged_into is null and ${archived}`
}

/** The list of locations by name, those without one last. A file is sorted by the immutable ids. */
export const locations = new List<LocationFilters, LocationSort, LocationRecord>({
  from: 'location as l',
  id: 'l.location_id',
  filters: {
    state: inState,
    q: { find: findIds },
    country: oneOf('l.country'),
    placing: (ways) => (ways.length === 0 ? undefined : sql<boolean>`${placing} = any(${ways}::text[])`),
  },
  sorts: { name: [up('l.search_name')], '-name': [down('l.search_name')] },
  // An index sorts those with a name.
  last: {
    these: sql<boolean>`l.search_name is null`,
    others: sql<boolean>`l.search_name is not null`,
    keys: [up('l.location_id', 'uuid')],
  },
  walk: [up('l.location_id', 'uuid')],
  mostCounted,
  values: { country: sql`coalesce(l.country, '')`, placing },
  counted: { most: mostCounted },
  read: (tx, ids) => tx.query<LocationRecord>(selectRows, ids),
  idOf: (row) => row.id,
})

/** Number of locations by country and by source of coordinates, each with the other filters applied. */
export async function countLocations(tx: Tx, filters: LocationFilters): Promise<Answer<typeof countLocationRecords>> {
  const list = locations.open(tx, filters, undefined)
  const [by_country, by_placing] = await Promise.all([list.countBy('country'), list.countBy('placing')])
  return { by_country, by_placing }
}
