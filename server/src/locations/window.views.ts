import type { Answer, Input } from '@cartage/contract/endpoint'
import type { countLocationRecords, listLocationRecords } from '@cartage/contract/locations/app/list'
import type { LocationRecord } from '@cartage/contract/locations/endpoints'
import { sql } from 'kysely'
import { down, oneOf, up } from '../db/list/declare.ts'
import { List } from '../db/list.ts'
import { statement } from '../db/statement.ts'
import type { Tx } from '../db/tenant.ts'
import { findRecordIds } from '../search/views.ts'
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

type Id = { location_id: string }

/** What is only punctuation is the beginning of no name. */
async function findIds(tx: Tx, text: string): Promise<string[]> {
  const folded = foldName(text)
  const [from, to] = folded === '' ? [null, null] : [folded, `${folded}\u{10ffff}`]
  const [rows, found] = await Promise.all([
    tx.query<Id>(selectFound, from, to, text),
    findRecordIds(tx, 'location', text),
  ])
  return [...new Set([...rows.map((row) => row.location_id), ...found])]
}

// PLACE-8: one that waits until someone says which place it is, is listed as that, also where its estimate is good enough to plan with.
const placing = sql<string>`case when l.is_unclear then 'UNCLEAR' when l.coordinate_source = 'GIVEN' then 'EXACT'
                                 when l.coordinate_source = 'ESTIMATE' then 'TOWN' else 'NONE' end`

const selectRows = statement(
  'locations.list_window_rows',
  `select ${recordColumns('l')} from location l where l.tenant_id = $1 and l.location_id = any ($2::uuid[])`,
)

// Written as in the index of what is archived or merged.
function inState(state: LocationFilters['state']) {
  if (state === 'MERGED') return sql<boolean>`l.merged_into is not null`
  const archived = state === 'ARCHIVED' ? sql`l.is_archived` : sql`not l.is_archived`
  return sql<boolean>`l.merged_into is null and ${archived}`
}

/** The list of locations by name, those without one last. A file is in the order of the ids, which never change. */
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
  // An index has those with a name in order.
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

/** How many locations each country has and each way of knowing where they are, each under the other filters. */
export async function countLocations(tx: Tx, filters: LocationFilters): Promise<Answer<typeof countLocationRecords>> {
  const list = locations.open(tx, filters, undefined)
  const [by_country, by_placing] = await Promise.all([list.countBy('country'), list.countBy('placing')])
  return { by_country, by_placing }
}
