import { type ListedTrip, tripDrivers, tripStates } from '@cartage/contract/trips/app/list'
import { type SelectQueryBuilder, sql } from 'kysely'
import { build } from '../../db/query.ts'
import type { DB } from '../../db/schema.ts'
import { statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'
import { survivorOf } from '../../locations/views.ts'
import { askedTo, stopTimesOfTrips } from '../../orders/stops/punctuality.views.ts'
import { carriersOfTrip, dispatchOfTrip, instantText, subcontractorOfTrip } from '../record/carriers.views.ts'
import { type TripFilters, type TripSort, tripPunctuality } from './rules.ts'

/** Trips are counted up to this. */
const mostCounted = 100_000
/** A text that begins more trips than this finds no more: it has to be longer. */
const mostFound = 2_000
const highest = '\u{10ffff}'

type Trips = SelectQueryBuilder<DB & { t: DB['trip'] }, 't', object>

// The condition is true of every row. The index of the list has it, and is found by it alone (migration 0044).
const inList = sql<boolean>`t.created_at > '-infinity'`

const selectFound = statement(
  'trips.search',
  `select t.trip_id from trip t where t.tenant_id = $1 and t.name >= $2 and t.name < $3
   union
   select s.trip_id from transport_order o join trip_stop s on s.tenant_id = $1 and s.order_id = o.order_id
    where o.tenant_id = $1 and o.order_number >= $2 and o.order_number < $3 and length(o.order_number) <= 255
   limit ${mostFound}`,
)

/** Ids of the trips whose number, or the number of an order on them, begins with a text; undefined without a text. */
export async function findTripIds(tx: Tx, text: string | undefined): Promise<string[] | undefined> {
  if (text === undefined || text === '') return undefined
  return (await tx.query<{ trip_id: string }>(selectFound, text, text + highest)).map(({ trip_id }) => trip_id)
}

/** The trips that fit, as the beginning of a query; `found` are the ids a search has found. */
function fitting(filters: TripFilters, found: readonly string[] | undefined): Trips {
  let query = build.selectFrom('trip as t').where(inList) as unknown as Trips
  if (found) query = query.where(sql<boolean>`t.trip_id = any(${found}::uuid[])`)
  if (filters.status.length > 0) query = query.where(sql<boolean>`t.status = any(${filters.status}::text[])`)
  if (filters.subcontractor.length > 0) {
    query = query.where(sql<boolean>`t.subcontractor_id = any(${filters.subcontractor}::uuid[])`)
  }
  if (filters.from) query = query.where(sql<boolean>`t.ends_at >= ${filters.from}::timestamptz`)
  if (filters.to) query = query.where(sql<boolean>`t.starts_at < ${filters.to}::timestamptz`)
  if (filters.resource.length > 0) {
    const isOne = sql<boolean>`x.resource_id = any(${filters.resource}::uuid[])`
    query = query.where((is) => is.exists(carriers().where(isOne)))
  }
  if (filters.driven_by.length > 0) query = query.where((is) => is.or(filters.driven_by.map(drivenBy)))
  if (filters.is_late !== undefined) {
    query = query.where((is) => (filters.is_late ? is.exists(lateStops()) : is.not(is.exists(lateStops()))))
  }
  if (filters.is_refused !== undefined) {
    query = query.where((is) => (filters.is_refused ? is.exists(refusals()) : is.not(is.exists(refusals()))))
  }
  if (filters.is_outdated !== undefined) {
    query = query.where((is) => (filters.is_outdated ? is.exists(outdated()) : is.not(is.exists(outdated()))))
  }
  return query
}

function carriers() {
  return build.selectFrom('trip_resource as x').select(sql`1`.as('one')).where(sql<boolean>`x.trip_id = t.trip_id`)
}

// The same that `isLate` of `orders/stops/punctuality.rules.ts` says of a stop: a test compares the two.
const lateStop = (until: string) => `s.status <> 'CANCELLED' and ${until} + interval '1 minute' <=
  case when s.status in ('AT_STOP', 'COMPLETED') then coalesce(s.actual_start_at, s.actual_end_at)
       else greatest(coalesce(s.eta_start_at, s.planned_start_at), now()) end`

/** Stops of a trip that is not over yet which are late, or have missed their window. */
function lateStops() {
  const until = `coalesce(${askedTo('o', 'coalesce(l.time_zone, n.time_zone)')}, s.planned_end_at)`
  return build
    .selectFrom('trip_stop as s')
    .innerJoin('tenant as n', (join) => join.on(sql<boolean>`true`))
    .leftJoin('order_stop as o', (join) => join.on(sql<boolean>`o.stop_id = s.stop_id and s.kind = 'ORDER'`))
    .leftJoin('location as m', (join) => join.on(sql<boolean>`m.location_id = s.location_id`))
    .leftJoin('location as l', (join) => join.on(sql<boolean>`l.location_id = ${sql.raw(survivorOf('m'))}`))
    .select(sql`1`.as('one'))
    .where(
      sql<boolean>`s.trip_id = t.trip_id and t.status in ('PLANNED', 'IN_PROGRESS') and ${sql.raw(lateStop(until))}`,
    )
}

// The same that the number in the sidebar counts (shell/views.ts). While a trip is not over, its partner needs the truth.
const isRefusal = `(f.status = 'DEAD' or (d.trouble is not null and d.differs_since is null))
  and (t.status in ('CREATED', 'PLANNED', 'IN_PROGRESS') or d.updated_at > now() - interval '7 days')`

function outdated() {
  return build
    .selectFrom('dispatch as d')
    .select(sql`1`.as('one'))
    .where(sql<boolean>`d.trip_id = t.trip_id and d.differs_since is not null`)
}

function refusals() {
  return build
    .selectFrom('dispatch as d')
    .leftJoin('dispatch_revision as r', (join) =>
      join.on(sql<boolean>`r.dispatch_id = d.dispatch_id and r.revision = d.revision`),
    )
    .leftJoin('delivery as f', (join) => join.on(sql<boolean>`f.event_id = r.event_id`))
    .select(sql`1`.as('one'))
    .where(sql<boolean>`d.trip_id = t.trip_id and ${sql.raw(isRefusal)}`)
}

function drivenBy(driver: TripFilters['driven_by'][number]) {
  if (driver === 'SUBCONTRACTOR') return sql<boolean>`t.subcontractor_id is not null`
  const own = sql<boolean>`t.subcontractor_id is null`
  return driver === 'OWN'
    ? sql<boolean>`(${own} and exists ${carriers()})`
    : sql<boolean>`(${own} and not exists ${carriers()})`
}

const sorts: Readonly<Record<TripSort, ReturnType<typeof sql>>> = {
  starts: sql`t.starts_at, t.trip_id`,
  '-starts': sql`t.starts_at desc, t.trip_id desc`,
  name: sql`t.name, t.trip_id`,
  '-name': sql`t.name desc, t.trip_id desc`,
}

/** A part of a list. */
export interface TripWindow {
  sort: TripSort
  offset: number
  limit: number
}

/** A window of the trips that fit. */
export async function listTripRows(
  tx: Tx,
  filters: TripFilters,
  found: readonly string[] | undefined,
  { sort, offset, limit }: TripWindow,
  now: number,
): Promise<ListedTrip[]> {
  const query = fitting(filters, found).select('t.trip_id').orderBy(sorts[sort]).offset(offset).limit(limit)
  const ids = (await tx.rows<{ trip_id: string }>(query as never)).map(({ trip_id }) => trip_id)
  const [rows, times] = await Promise.all([
    tx.query<Omit<ListedTrip, 'is_late' | 'punctuality'>>(selectRows, ids),
    stopTimesOfTrips(tx, ids),
  ])
  const byId = new Map(rows.map((row) => [row.trip_id, row]))
  const byTrip = Map.groupBy(times, ({ trip_id }) => trip_id)
  return ids.flatMap((id) => {
    const row = byId.get(id)
    return row ? [{ ...row, ...tripPunctuality(row.status, byTrip.get(id) ?? [], now) }] : []
  })
}

/** How many trips fit, counted up to 100,000. */
export async function countTripRows(
  tx: Tx,
  filters: TripFilters,
  found: readonly string[] | undefined,
): Promise<number> {
  const few = fitting(filters, found).select(sql`1`.as('one')).limit(mostCounted)
  const counting = build.selectFrom(few.as('few') as never).select(sql<number>`count(*)::integer`.as('count'))
  const [row] = await tx.rows<{ count: number }>(counting as never)
  return row!.count
}

/** How many trips each value of a filter has, under the other filters. */
export async function tallyTrips(tx: Tx, filters: TripFilters, found: readonly string[] | undefined) {
  const count = (members: Partial<TripFilters>) => countTripRows(tx, { ...filters, ...members }, found)
  const [late, refused, outdatedOnes, states, drivers] = await Promise.all([
    count({ is_late: true }),
    count({ is_refused: true }),
    count({ is_outdated: true }),
    Promise.all(tripStates.map((status) => count({ status: [status] }))),
    Promise.all(tripDrivers.map((driver) => count({ driven_by: [driver] }))),
  ])
  return {
    by_status: Object.fromEntries(tripStates.map((state, at) => [state, states[at]!])),
    by_driver: Object.fromEntries(tripDrivers.map((driver, at) => [driver, drivers[at]!])),
    late,
    refused,
    outdated: outdatedOnes,
  }
}

const end = (direction: string) => `(
  select json_build_object('name', coalesce(l.display_name, l.name), 'city', l.city, 'country', l.country)
    from trip_stop s join location l on l.tenant_id = $1 and l.location_id = s.location_id
   where s.tenant_id = $1 and s.trip_id = t.trip_id order by s.sequence ${direction} limit 1)`

const selectRows = statement(
  'trips.list_rows',
  `select t.trip_id, t.name, t.status, t.is_dispatched, t.distance_km,
          ${instantText('t.starts_at')} as starts_at, ${instantText('t.ends_at')} as ends_at,
          ${instantText('t.created_at')} as created_at,
          ${subcontractorOfTrip} as subcontractor, ${carriersOfTrip} as resources, ${dispatchOfTrip} as dispatch,
          ${end('')} as "from", ${end('desc')} as "to", k.stop_count, k.done_count, k.order_count,
          exists (
            select from dispatch d
              left join dispatch_revision r
                on r.tenant_id = $1 and r.dispatch_id = d.dispatch_id and r.revision = d.revision
              left join delivery f on f.tenant_id = $1 and f.event_id = r.event_id
             where d.tenant_id = $1 and d.trip_id = t.trip_id and ${isRefusal}) as is_refused,
          exists (
            select from dispatch d
             where d.tenant_id = $1 and d.trip_id = t.trip_id and d.differs_since is not null) as is_outdated
     from trip t
     cross join lateral (
       select count(*)::integer as stop_count,
              count(*) filter (where s.status = 'COMPLETED')::integer as done_count,
              count(distinct s.order_id)::integer as order_count
         from trip_stop s where s.tenant_id = $1 and s.trip_id = t.trip_id) k
    where t.tenant_id = $1 and t.trip_id = any($2::uuid[])`,
)
