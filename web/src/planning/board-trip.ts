import { isUnderWay, lateAhead } from '@cartage/contract/orders/app/lateness'
import type { PlanningBoard, UnplannedOrder } from '@cartage/contract/planning/app/board'
import type { PlannedStop, PlannedTrip } from '@cartage/contract/planning/app/trip'
import { crossingTo } from '../records/stops/crossing-to.ts'

type Place = PlanningBoard['places'][number]

/** Records of a board, by id. */
export interface Directory {
  places: ReadonlyMap<string, Place>
  orders: ReadonlyMap<string, PlanningBoard['orders'][number]>
  /** Latest requested time of each order's stops. */
  asked: ReadonlyMap<string, string | null>
  resources: ReadonlyMap<string, PlanningBoard['resources'][number]>
  carriers: ReadonlyMap<string, string>
}

/** Directory of a board. Unchanged parts of the previous board share the same maps. */
export function directoryOf({ places, orders, asked, resources, carriers }: PlanningBoard): Directory {
  return {
    places: mapOf(places, (all) => all.map((place) => [place.location_id, place])),
    orders: mapOf(orders, (all) => all.map((order) => [order.order_id, order])),
    asked: mapOf(asked, (all) => all.map(({ stop_id, asked_to }) => [stop_id, asked_to])),
    resources: mapOf(resources, (all) => all.map((one) => [one.resource_id, one])),
    carriers: mapOf(carriers, (all) => all.map(({ company_id, name }) => [company_id, name])),
  }
}

const maps = new WeakMap<object, ReadonlyMap<string, unknown>>()

function mapOf<Row, Value>(rows: Row[], entriesOf: (rows: Row[]) => [string, Value][]): ReadonlyMap<string, Value> {
  const found = maps.get(rows) as ReadonlyMap<string, Value> | undefined
  if (found) return found
  const map = new Map(entriesOf(rows))
  maps.set(rows, map)
  return map
}

/** A stop on a bar. */
export interface Tick {
  start: number
  end: number
  isDone: boolean
  isLate: boolean
  /** The crossing between two stops. */
  isAboard?: true
}

/** A trip as a bar of the board. */
export interface BoardTrip {
  id: string
  name: string
  trip: PlannedTrip
  /** NaN for a trip without planned times. */
  start: number
  end: number
  /** Towns in sequence. */
  route: string
  customers: string
  ticks: readonly Tick[]
  /** Minutes late at the worst upcoming stop, 0 if on time. */
  late: number
  /** Minutes late of each late upcoming stop. */
  lateStops: ReadonlyMap<string, number>
  /** Town of the latest stop. */
  lateAt: string
  isOpen: boolean
}

/** Cached bars: an unchanged trip keeps its bar, so that its row does not render again. */
const known = new WeakMap<PlannedTrip, { bar: BoardTrip; now: number } & Grounds>()

/** Parts of the directory that a bar is built from. */
type Grounds = Pick<Directory, 'places' | 'orders' | 'asked'>

/**
 * Bar of a trip.
 * @param now milliseconds since 1970
 */
export function boardTrip(trip: PlannedTrip, directory: Directory, now: number): BoardTrip {
  const { places, orders, asked } = directory
  const found = known.get(trip)
  const isSame = found?.places === places && found.orders === orders && found.asked === asked
  if (isSame && found.now === now) return found.bar
  const bar = drawn(trip, directory, now, found?.bar)
  known.set(trip, { bar, now, places, orders, asked })
  return bar
}

function drawn(trip: PlannedTrip, directory: Directory, now: number, before: BoardTrip | undefined): BoardTrip {
  const route = routeOf(trip.stops, directory)
  const customers = customersOf(trip, directory)
  const lateStops = lateStopsOf(trip, directory, now)
  const isSame = before && before.route === route && before.customers === customers
  if (isSame && isEqual(before.lateStops, lateStops)) return before
  const [worst] = [...lateStops].toSorted(([, one], [, other]) => other - one)
  const stop = worst && trip.stops.find(({ stop_id }) => stop_id === worst[0])
  const place = stop && directory.places.get(stop.location_id)
  return {
    id: trip.trip_id,
    name: trip.name,
    trip,
    start: trip.starts_at === null ? Number.NaN : Date.parse(trip.starts_at),
    end: trip.ends_at === null ? Number.NaN : Date.parse(trip.ends_at),
    route,
    customers,
    ticks: trip.stops.flatMap((one, at) => [...aboardOf(trip.stops[at - 1], one), ...tickOf(one, lateStops)]),
    late: worst?.[1] ?? 0,
    lateStops,
    lateAt: place?.city ?? place?.name ?? '?',
    isOpen: trip.status !== 'COMPLETED' && trip.status !== 'CANCELLED',
  }
}

function isEqual(one: ReadonlyMap<string, number>, other: ReadonlyMap<string, number>): boolean {
  return one.size === other.size && [...one].every(([id, minutes]) => other.get(id) === minutes)
}

/** TIME-7: minutes late of each late stop of a trip. Without a requested time, the planned time counts. */
function lateStopsOf({ status, stops }: PlannedTrip, { asked }: Grounds, now: number): ReadonlyMap<string, number> {
  if (!isUnderWay(status)) return new Map()
  const times = stops.map((stop) => ({
    ...stop,
    asked_from: null,
    asked_to: asked.get(stop.stop_id) ?? stop.planned_end_at,
  }))
  return new Map(lateAhead(times, now).map(({ stop, verdict }) => [stop.stop_id, verdict.minutes]))
}

function tickOf({ stop_id, ...stop }: PlannedStop, late: ReadonlyMap<string, number>): Tick[] {
  const { planned_start_at, planned_end_at, status } = stop
  if (planned_start_at === null || planned_end_at === null || status === 'CANCELLED') return []
  const [start, end] = [Date.parse(planned_start_at), Date.parse(planned_end_at)]
  return [{ start, end, isDone: status === 'COMPLETED', isLate: late.has(stop_id) }]
}

/** CROSS-1: the crossing that lands at a stop. */
function aboardOf(before: PlannedStop | undefined, stop: PlannedStop): Tick[] {
  const [left, lands] = [before?.planned_end_at, stop.planned_start_at]
  if (crossingTo(before, stop) === undefined || !left || !lands || lands <= left) return []
  return [{ start: Date.parse(left), end: Date.parse(lands), isDone: false, isLate: false, isAboard: true }]
}

/** Town of a stop, for a list of stops. */
export function townOf({ location_id }: { location_id: string }, { places }: Pick<Directory, 'places'>): string {
  const place = places.get(location_id)
  return place?.city ?? place?.name ?? '?'
}

/** Towns of stops in sequence, without consecutive repeats. If there are many, the first two and the last. */
export function routeOf(stops: readonly { location_id: string }[], { places }: Pick<Directory, 'places'>): string {
  const towns = stops.map((stop) => townOf(stop, { places }))
  const each = towns.filter((town, at) => town !== towns[at - 1])
  const shown = each.length > 4 ? [each[0], each[1], '…', each.at(-1)] : each
  return shown.join(' → ')
}

function customersOf({ stops }: PlannedTrip, { orders }: Directory): string {
  const names = new Set(stops.flatMap(({ order_id }) => (order_id && orders.get(order_id)?.customer_name) || []))
  const [first, ...others] = names
  return first === undefined ? '' : others.length === 0 ? first : `${first} +${others.length}`
}

/** Distinct ids of the orders on a trip. */
export function orderIdsOf({ stops }: Pick<PlannedTrip, 'stops'>): string[] {
  return [...new Set(stops.flatMap(({ order_id }) => order_id ?? []))]
}

/** Requested day and times of an order's first unplanned stop. */
export function firstWindow({ stops }: UnplannedOrder) {
  return stops.find((stop) => stop.trip_id === null && stop.requested_date !== null)
}
