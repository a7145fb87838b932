import type {
  TemperatureExcursion,
  TemperatureLeg,
  TemperatureRange,
  TemperatureRecord,
} from '@cartage/contract/temperatures/app'
import { statement } from '../db/statement.ts'
import type { Tx } from '../db/tenant.ts'
import { Problem } from '../http/problem.ts'
import { instantText } from '../locations/local-time.rules.ts'
import { isOfGroup } from '../resources/groups/trips.views.ts'
import {
  type Carried,
  excursionsOf,
  isSilent,
  type Measurement,
  onBoard,
  type Reading,
  rangesOf,
  readingOf,
  type StopOfGoods,
  standing,
  type TemperedGood,
  type Tolerance,
  thinned,
} from './rules.ts'

/** Most measurements of one leg that a page draws. */
const mostDrawn = 500
/** Most measurements read for one vehicle: one a minute for two weeks. */
const mostRead = 20_000
/** Most trips that Today checks. */
const mostTrips = 500

const selectTolerance = statement(
  'temperatures.find_tolerance',
  'select s.temperature from tenant_setting s where s.tenant_id = $1',
)

/** Tolerance of the tenant, in degrees and minutes. */
export async function readTolerance(tx: Tx): Promise<Tolerance> {
  return (await tx.query<{ temperature: Tolerance }>(selectTolerance))[0]!.temperature
}

const selectTripsOfOrder = statement(
  'temperatures.list_trips_of_order',
  `select distinct s.trip_id from trip_stop s
    where s.tenant_id = $1 and s.order_id = $2 and s.status <> 'CANCELLED' limit 50`,
)

// Trips under way since `$2`, with goods that have a range and a vehicle that measured.
const selectTripsUnderway = statement(
  'temperatures.list_trips_underway',
  `select t.trip_id from trip t
    where t.tenant_id = $1 and t.status in ('IN_PROGRESS', 'COMPLETED')
      and t.ends_at >= $2::timestamptz and t.starts_at < $3::timestamptz
      and exists (
        select from trip_stop s join transport_order o on o.tenant_id = $1 and o.order_id = s.order_id
         where s.tenant_id = $1 and s.trip_id = t.trip_id and s.status <> 'CANCELLED' and o.is_tempered)
      and exists (
        select from trip_resource x join resource_state c
            on c.tenant_id = $1 and c.resource_id = x.resource_id and c.kind = 'TEMPERATURE'
         where x.tenant_id = $1 and x.trip_id = t.trip_id)
      and ${isOfGroup('t.trip_id', '$4')}
    order by t.ends_at desc, t.trip_id limit ${mostTrips}`,
)

const ms = (column: string) => `extract(epoch from s.${column})::float8 * 1000`
const selectStops = statement(
  'temperatures.list_stops',
  `select s.trip_id, t.name as trip_name, s.order_id, s.status = 'COMPLETED' as is_left,
          s.status in ('AT_STOP', 'COMPLETED') as is_reached, ${ms('planned_start_at')} as planned_start,
          ${ms('planned_end_at')} as planned_end, ${ms('actual_start_at')} as actual_start, ${ms('actual_end_at')} as actual_end
     from unnest($2::uuid[]) as k (trip_id)
     join trip t on t.tenant_id = $1 and t.trip_id = k.trip_id
     cross join lateral (
       select * from trip_stop n where n.tenant_id = $1 and n.trip_id = k.trip_id and n.status <> 'CANCELLED'
        order by n.sequence limit 500
     ) s
    order by t.starts_at, s.trip_id, s.sequence`,
)
const selectOrders = statement(
  'temperatures.list_orders',
  `select o.order_id, o.order_number, o.doc -> 'consignments' as consignments,
          (select e.seen_until from order_temperature_seen e where e.tenant_id = $1 and e.order_id = o.order_id)::text as seen_until
     from unnest($2::uuid[]) as k (order_id)
     cross join lateral (
       select * from transport_order n where n.tenant_id = $1 and n.order_id = k.order_id and n.is_tempered limit 1
     ) o`,
)
const selectVehicles = statement(
  'temperatures.list_vehicles',
  `select x.trip_id, x.resource_id, coalesce(x.name, r.name) as resource_name
     from unnest($2::uuid[]) as k (trip_id)
     cross join lateral (
       select * from trip_resource n where n.tenant_id = $1 and n.trip_id = k.trip_id order by n.position limit 50
     ) x
     join resource r on r.tenant_id = $1 and r.resource_id = x.resource_id and r.resource_type <> 'DRIVER'
    order by x.trip_id, x.position`,
)
const selectMeasured = statement(
  'temperatures.list_measurements',
  `select k.leg::integer as leg, extract(epoch from p.recorded_at)::float8 * 1000 as at,
          array(select (m ->> 'temperature')::float8 from jsonb_array_elements(
                  case jsonb_typeof(p.doc -> 'temperatures') when 'array' then p.doc -> 'temperatures' else '[]' end) m
                 where jsonb_typeof(m -> 'temperature') = 'number') as degrees
     from unnest($2::uuid[], $3::timestamptz[], $4::timestamptz[]) with ordinality as k (resource_id, from_at, until_at, leg)
     cross join lateral (
       select * from telemetry_sample n
        where n.tenant_id = $1 and n.resource_id = k.resource_id and n.kind = 'TEMPERATURE'
          and n.recorded_at >= k.from_at and n.recorded_at <= k.until_at
        order by n.recorded_at limit ${mostRead}
     ) p
    order by k.leg, p.recorded_at`,
)

type StopRow = StopOfGoods & { trip_id: string; trip_name: string }
interface OrderRow {
  order_id: string
  order_number: string
  consignments: readonly { goods?: readonly TemperedGood[] }[] | null
  seen_until: string | null
}
interface VehicleRow {
  trip_id: string
  resource_id: string
  resource_name: string
}

/** Goods of one order in one vehicle, with all its measurements meanwhile. */
export interface MeasuredLeg extends Omit<TemperatureLeg, 'measurements' | 'from' | 'until'> {
  readonly carried: Omit<Carried, 'range'>
  readonly ranges: readonly TemperatureRange[]
  readonly measured: readonly Measurement[]
  readonly seen_until: string | null
}

/** @param orderId limits the legs, which have the measurements of goods with a temperature range, to this order */
async function readLegs(
  tx: Tx,
  tripIds: readonly string[],
  orderId: string | null,
  now: number,
): Promise<MeasuredLeg[]> {
  if (tripIds.length === 0) return []
  const [stops, vehicles] = await Promise.all([
    tx.query<StopRow>(selectStops, tripIds),
    tx.query<VehicleRow>(selectVehicles, tripIds),
  ])
  const ids = new Set(stops.flatMap(({ order_id }) => order_id ?? []))
  const wanted = orderId === null ? [...ids] : [orderId]
  const orders = new Map((await tx.query<OrderRow>(selectOrders, wanted)).map((order) => [order.order_id, order]))
  const legs = [...Map.groupBy(stops, ({ trip_id }) => trip_id)].flatMap(([trip_id, own]) => {
    const ofTrip = vehicles.filter((vehicle) => vehicle.trip_id === trip_id)
    return [...new Set(own.flatMap(({ order_id }) => order_id ?? []))].flatMap((order_id) => {
      const [order, span] = [orders.get(order_id), onBoard(own, order_id, now)]
      const ranges = rangesOf((order?.consignments ?? []).flatMap(({ goods }) => goods ?? []))
      if (!order || !span || ranges.length === 0) return []
      const { order_number, seen_until } = order
      const about = { order_id, order_number, seen_until, trip_id, trip_name: own[0]!.trip_name, ranges }
      return ofTrip.map(({ resource_id, resource_name }) => ({
        ...{ ...about, resource_id, resource_name, carried: { ...span, stops: standing(own, now) } },
      }))
    })
  })
  const measured = await readMeasured(tx, legs)
  return legs.flatMap((leg, at) => {
    const own = measured.get(at + 1)
    return own ? [{ ...leg, measured: own }] : []
  })
}

async function readMeasured(
  tx: Tx,
  legs: readonly Omit<MeasuredLeg, 'measured'>[],
): Promise<Map<number, Measurement[]>> {
  if (legs.length === 0) return new Map()
  const rows = await tx.query<Measurement & { leg: number }>(
    selectMeasured,
    legs.map(({ resource_id }) => resource_id),
    legs.map(({ carried }) => instantText(carried.from)),
    legs.map(({ carried }) => instantText(carried.until)),
  )
  return Map.groupBy(rows, ({ leg }) => leg)
}

const shown = (at: number) => `${instantText(at).slice(0, 19)}Z`

function excursionsOfLeg(leg: MeasuredLeg, tolerance: Tolerance, now: number): TemperatureExcursion[] {
  const { order_id, trip_id, resource_id, resource_name, carried, ranges, measured, seen_until } = leg
  return ranges.flatMap((range) =>
    excursionsOf({ ...carried, range }, measured, tolerance).map(({ from, until, worst, is_over }) => ({
      ...{ order_id, trip_id, resource_id, resource_name, range },
      ...{ from: shown(from), until: shown(until), minutes: Math.round((until - from) / 60_000), worst_degrees: worst },
      is_over: is_over || carried.until < now || isSilent(until, now),
      // To the second, as it is shown and confirmed.
      is_seen: seen_until !== null && Math.floor(from / 1_000) <= Math.floor(Date.parse(seen_until) / 1_000),
    })),
  )
}

/** Classified measurements of a leg; goods with several ranges are shown against the first. */
function readingsOf({ carried, ranges, measured }: MeasuredLeg, tolerance: Tolerance): Reading[] {
  return measured.flatMap((one) => readingOf({ ...carried, range: ranges[0]! }, one, tolerance) ?? [])
}

async function recordOf(tx: Tx, legs: readonly MeasuredLeg[], now: number): Promise<TemperatureRecord> {
  const tolerance = await readTolerance(tx)
  const ranges = new Map(legs.flatMap((leg) => leg.ranges.map((range) => [`${range.least} ${range.most}`, range])))
  return {
    ranges: [...ranges.values()],
    tolerance_degrees: tolerance.tolerance_degrees,
    tolerated_minutes: tolerance.minutes,
    legs: legs.map((leg) => {
      const { carried, order_id, order_number, trip_id, trip_name, resource_id, resource_name } = leg
      return {
        ...{ order_id, order_number, trip_id, trip_name, resource_id, resource_name },
        ...{ from: shown(carried.from), until: shown(carried.until) },
        measurements: thinned(readingsOf(leg, tolerance), mostDrawn).map((one) => ({ ...one, at: shown(one.at) })),
      }
    }),
    excursions: legs
      .flatMap((leg) => excursionsOfLeg(leg, tolerance, now))
      .toSorted((one, other) => one.from.localeCompare(other.from)),
  }
}

/** All measurements of vehicles while they carried an order. */
export async function readLegsOfOrder(tx: Tx, orderId: string, now: number): Promise<MeasuredLeg[]> {
  const trips = await tx.query<{ trip_id: string }>(selectTripsOfOrder, orderId)
  return await readLegs(
    tx,
    trips.map(({ trip_id }) => trip_id),
    orderId,
    now,
  )
}

/** Temperatures of an order's goods (TEMP-1). */
export async function readOrderTemperature(tx: Tx, orderId: string, now: number): Promise<TemperatureRecord> {
  return await recordOf(tx, await readLegsOfOrder(tx, orderId, now), now)
}

/** Excursions of the goods on a trip; empty for a trip that was removed. */
export async function listTripExcursions(tx: Tx, tripId: string, now: number): Promise<TemperatureExcursion[]> {
  const [tolerance, legs] = [await readTolerance(tx), await readLegs(tx, [tripId], null, now)]
  return legs.flatMap((leg) => excursionsOfLeg(leg, tolerance, now))
}

const selectTempered = statement(
  'temperatures.list_tempered_trips',
  `select k.trip_id from unnest($2::uuid[]) as k (trip_id)
    where exists (
      select from trip_stop s cross join lateral (
          select n.is_tempered from transport_order n where n.tenant_id = $1 and n.order_id = s.order_id limit 1
        ) o
       where s.tenant_id = $1 and s.trip_id = k.trip_id and s.status <> 'CANCELLED' and o.is_tempered)`,
)

/** Trips, among the given ones, that carry goods with a temperature range. */
export async function temperedTrips(tx: Tx, tripIds: readonly string[]): Promise<string[]> {
  if (tripIds.length === 0) return []
  return (await tx.query<{ trip_id: string }>(selectTempered, tripIds)).map(({ trip_id }) => trip_id)
}

const selectTrip = statement(
  'temperatures.find_trip',
  'select t.trip_id from trip t where t.tenant_id = $1 and t.trip_id = $2',
)

/** How warm the goods on a trip were (TEMP-1). @throws Problem not_found */
export async function readTripTemperature(tx: Tx, tripId: string, now: number): Promise<TemperatureRecord> {
  if ((await tx.query(selectTrip, tripId)).length === 0) throw new Problem('not_found')
  return await recordOf(tx, await readLegs(tx, [tripId], null, now), now)
}

/** Unconfirmed excursions of trips under way or over since an instant, grouped by order and trip. */
export async function listOpenExcursions(
  tx: Tx,
  { since, now, group }: { since: string; now: number; group: string | undefined },
): Promise<TemperatureExcursion[]> {
  const trips = await tx.query<{ trip_id: string }>(selectTripsUnderway, since, instantText(now), group ?? null)
  if (trips.length === 0) return []
  const tolerance = await readTolerance(tx)
  const legs = await readLegs(
    tx,
    trips.map(({ trip_id }) => trip_id),
    null,
    now,
  )
  return legs.flatMap((leg) => excursionsOfLeg(leg, tolerance, now)).filter(({ is_seen }) => !is_seen)
}
