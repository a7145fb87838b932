import type { Answer } from '@cartage/contract/endpoint'
import { tripPunctuality } from '@cartage/contract/orders/app/lateness'
import { endOfPrefix } from '@cartage/contract/reading/fold'
import { type countTrips as contract, type ListedTrip, tripDrivers, tripStates } from '@cartage/contract/trips/app/list'
import { sql } from 'kysely'
import { type Condition, down, isSo, oneOf, up } from '../../db/list/declare.ts'
import { List } from '../../db/list.ts'
import { build } from '../../db/query.ts'
import { statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'
import { instant } from '../../db/texts.ts'
import { survivorOf } from '../../locations/views.ts'
import { hasEstimatedEta, lateAhead, requestedTo, stopTimesOfTrips } from '../../orders/stops/punctuality.views.ts'
import { findRecordIds } from '../../search/views.ts'
import { carriersOfTrip, dispatchOfTrip, subcontractorOfTrip } from '../record/carriers.views.ts'
import { failureOfTrip, tripsWithFailedDispatch } from '../standing/views.ts'
import type { TripFilters, TripSort } from './rules.ts'

/** Limit for counting trips. */
const mostCounted = 100_000
/** Limit for matches of a search prefix; beyond it a longer text is needed. */
const mostFound = 2_000
const selectFound = statement(
  'trips.search',
  `select t.trip_id from trip t where t.tenant_id = $1 and t.name >= $2 and t.name < $3
   union
   select s.trip_id from transport_order o join trip_stop s on s.tenant_id = $1 and s.order_id = o.order_id
    where o.tenant_id = $1 and o.order_number >= $2 and o.order_number < $3 and length(o.order_number) <= 255
   limit ${mostFound}`,
)

function carriers() {
  return build.selectFrom('trip_resource as x').select(sql`1`.as('one')).where(sql<boolean>`x.trip_id = t.trip_id`)
}

/** Resources of a trip that are in one of these groups. */
function carriersIn(groups: readonly string[]) {
  return carriers()
    .innerJoin('resource_allocation as g', (join) => join.on(sql<boolean>`g.resource_id = x.resource_id`))
    .where(sql<boolean>`not g.is_archived and g.resource_group_id = any(${groups}::uuid[])`)
}

const one = sql.lit(1)

/**
 * Remaining stops of a trip that are late (TIME-7). Step by step, because joins planned on tables without statistics go
 * through all stops and locations of the tenant for each trip.
 */
function lateStops(now: number) {
  const at = `timestamptz '${new Date(now).toISOString()}'`
  const until = `coalesce(${requestedTo('o', 'coalesce(l.time_zone, n.time_zone)')}, s.planned_end_at)`
  const stops = build
    .selectFrom('trip_stop as s')
    .select([
      's.stop_id',
      's.kind',
      's.status',
      's.location_id',
      's.planned_start_at',
      's.planned_end_at',
      's.eta_start_at',
    ])
    .where(sql<boolean>`s.trip_id = t.trip_id`)
    // The order of the index by trip, which is chosen for it.
    .orderBy('s.sequence')
    .offset(sql.lit(0))
  const requested = build
    .selectFrom('order_stop as o')
    .select(['o.requested_date', 'o.window_start', 'o.window_end'])
    .where(sql<boolean>`o.stop_id = s.stop_id and s.kind = 'ORDER'`)
    .limit(one)
  const merged = build
    .selectFrom('location as m')
    .select(sql`${sql.raw(survivorOf('m'))}`.as('location_id'))
    .where(sql<boolean>`m.location_id = s.location_id`)
    .limit(one)
  const location = build
    .selectFrom('location as l')
    .select('l.time_zone')
    .where(sql<boolean>`l.location_id = m.location_id`)
    .limit(one)
  return build
    .selectFrom(stops.as('s'))
    .leftJoinLateral(requested.as('o'), (join) => join.onTrue())
    .leftJoinLateral(merged.as('m'), (join) => join.onTrue())
    .leftJoinLateral(location.as('l'), (join) => join.onTrue())
    .innerJoin('tenant as n', (join) => join.on(sql<boolean>`true`))
    .select(sql`1`.as('one'))
    .where(sql<boolean>`${sql.raw(lateAhead(until, at))}`)
}

/** Trips that are neither drafts nor ended and have a late stop. */
function isLate(now: number) {
  return sql<boolean>`(t.status in ('PLANNED', 'IN_PROGRESS') and exists ${lateStops(now)})`
}

function outdated() {
  return build
    .selectFrom('dispatch as d')
    .select(sql`1`.as('one'))
    .where(sql<boolean>`d.trip_id = t.trip_id and d.differs_since is not null`)
}

function drivenBy(driver: TripFilters['driven_by'][number]) {
  if (driver === 'SUBCONTRACTOR') return sql<boolean>`t.subcontractor_id is not null`
  const own = sql<boolean>`t.subcontractor_id is null`
  return driver === 'OWN'
    ? sql<boolean>`(${own} and exists ${carriers()})`
    : sql<boolean>`(${own} and not exists ${carriers()})`
}

const end = (direction: string) => `(
  select json_build_object('name', coalesce(l.display_name, l.name), 'city', l.city, 'country', l.country)
    from trip_stop s join location l on l.tenant_id = $1 and l.location_id = s.location_id
   where s.tenant_id = $1 and s.trip_id = t.trip_id order by s.sequence ${direction} limit 1)`

const nextStop = `(
  select json_build_object('name', coalesce(l.display_name, l.name), 'city', l.city, 'country', l.country,
                           'expected_at', ${instant('coalesce(s.eta_start_at, s.planned_start_at)')},
                           'eta_is_estimated', ${hasEstimatedEta('s')})
    from trip_stop s join location l on l.tenant_id = $1 and l.location_id = s.location_id
   where s.tenant_id = $1 and s.trip_id = t.trip_id and s.status not in ('COMPLETED', 'CANCELLED')
     and t.status in ('PLANNED', 'IN_PROGRESS')
   order by s.sequence limit 1)`

const selectRows = statement(
  'trips.list_rows',
  `select t.trip_id, t.name, t.status, t.is_dispatched, t.distance_km,
          ${instant('t.starts_at')} as starts_at, ${instant('t.ends_at')} as ends_at,
          ${instant('t.created_at')} as created_at,
          ${subcontractorOfTrip} as subcontractor, ${carriersOfTrip} as resources, ${dispatchOfTrip} as dispatch,
          ${end('')} as "from", ${end('desc')} as "to", ${nextStop} as next_stop, k.stop_count, k.done_count, k.order_count,
          k.distance_is_estimated,
          ${failureOfTrip('$3::timestamptz')} as dispatch_failure,
          exists (
            select from dispatch d
             where d.tenant_id = $1 and d.trip_id = t.trip_id and d.differs_since is not null) as is_outdated
     from trip t
     cross join lateral (
       select count(*)::integer as stop_count,
              count(*) filter (where s.status = 'COMPLETED')::integer as done_count,
              count(distinct s.order_id)::integer as order_count,
              coalesce(bool_or(s.status <> 'CANCELLED' and s.mileage_km is not null
                               and s.mileage_is_estimated is distinct from false), false) as distance_is_estimated
         from trip_stop s where s.tenant_id = $1 and s.trip_id = t.trip_id) k
    where t.tenant_id = $1 and t.trip_id = any($2::uuid[])`,
)

/** The list entries of these trips. */
async function readTrips(tx: Tx, ids: readonly string[], { now }: { now: number }): Promise<ListedTrip[]> {
  const [rows, times] = await Promise.all([
    tx.query<Omit<ListedTrip, 'is_late' | 'punctuality' | 'is_refused'>>(selectRows, ids, new Date(now)),
    stopTimesOfTrips(tx, ids),
  ])
  const byTrip = Map.groupBy(times, ({ trip_id }) => trip_id)
  return rows.map((row) => ({
    ...row,
    is_refused: row.dispatch_failure !== null,
    ...tripPunctuality(row.status, byTrip.get(row.trip_id) ?? [], now),
  }))
}

const idOf = (row: { trip_id: string }) => row.trip_id

async function findIds(tx: Tx, text: string): Promise<string[]> {
  const [rows, found] = await Promise.all([
    tx.query<{ trip_id: string }>(selectFound, text, endOfPrefix(text)),
    findRecordIds(tx, 'trip', text),
  ])
  return [...new Set([...rows.map(idOf), ...found])]
}

const isIn = (ids: readonly string[]) => sql<boolean>`(t.trip_id = any(${ids}::uuid[]))`
const anyOf = (conditions: readonly Condition[]) => sql<boolean>`(${sql.join(conditions, sql` or `)})`

/** The list of trips. A search text finds trips that contain each of its words (SEARCH-5). */
export const trips = new List<TripFilters, TripSort, ListedTrip, { now: number }>({
  from: 'trip as t',
  id: 't.trip_id',
  // True for every row; makes the query match the partial index of the list (migration 0044).
  always: sql<boolean>`t.created_at > '-infinity'`,
  filters: {
    q: { find: findIds },
    status: oneOf('t.status'),
    subcontractor: oneOf('t.subcontractor_id', 'uuid'),
    from: (at) => (at ? sql<boolean>`t.ends_at >= ${at}::timestamptz` : undefined),
    to: (at) => (at ? sql<boolean>`t.starts_at < ${at}::timestamptz` : undefined),
    resource: (ids) => {
      if (ids.length === 0) return undefined
      return sql<boolean>`exists ${carriers().where(sql<boolean>`x.resource_id = any(${ids}::uuid[])`)}`
    },
    group: (ids) => (ids.length === 0 ? undefined : sql<boolean>`exists ${carriersIn(ids)}`),
    driven_by: (drivers) => (drivers.length === 0 ? undefined : anyOf(drivers.map(drivenBy))),
    is_late: {
      findsFalse: true,
      find: async (_tx, isWanted, { now }) => isSo(isLate(now))(isWanted)!,
    },
    is_refused: {
      findsFalse: true,
      find: async (tx, isWanted, { now }) => isSo(isIn(await tripsWithFailedDispatch(tx, now)))(isWanted)!,
    },
    is_outdated: isSo(sql<boolean>`exists ${outdated()}`),
  },
  sorts: {
    starts: [up('t.starts_at', 'timestamptz'), up('t.trip_id', 'uuid')],
    '-starts': [down('t.starts_at', 'timestamptz'), down('t.trip_id', 'uuid')],
    ends: [up('t.ends_at', 'timestamptz'), up('t.trip_id', 'uuid')],
    '-ends': [down('t.ends_at', 'timestamptz'), down('t.trip_id', 'uuid')],
    created: [up('t.created_at', 'timestamptz'), up('t.trip_id', 'uuid')],
    '-created': [down('t.created_at', 'timestamptz'), down('t.trip_id', 'uuid')],
    name: [up('t.name'), up('t.trip_id', 'uuid')],
    '-name': [down('t.name'), down('t.trip_id', 'uuid')],
  },
  mostCounted,
  read: readTrips,
  idOf,
})

/** Number of trips for each value of a filter, with the other filters applied. */
export async function countTrips(tx: Tx, filters: TripFilters, now: number): Promise<Answer<typeof contract>> {
  const list = trips.open(tx, filters, { now })
  const [late, refused, outdatedOnes, states, drivers] = await Promise.all([
    list.count({ is_late: true }),
    list.count({ is_refused: true }),
    list.count({ is_outdated: true }),
    Promise.all(tripStates.map((status) => list.count({ status: [status] }))),
    Promise.all(tripDrivers.map((driver) => list.count({ driven_by: [driver] }))),
  ])
  return {
    by_status: Object.fromEntries(tripStates.map((state, at) => [state, states[at]!])),
    by_driver: Object.fromEntries(tripDrivers.map((driver, at) => [driver, drivers[at]!])),
    late,
    refused,
    outdated: outdatedOnes,
  }
}
