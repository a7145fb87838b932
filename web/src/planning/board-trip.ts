import type { PlanningBoard, UnplannedOrder } from '@cartage/contract/planning/app/board'
import type { PlannedStop, PlannedTrip } from '@cartage/contract/planning/app/trip'

type Place = PlanningBoard['places'][number]

/** What the ids on a board mean. */
export interface Directory {
  places: ReadonlyMap<string, Place>
  orders: ReadonlyMap<string, PlanningBoard['orders'][number]>
  resources: ReadonlyMap<string, PlanningBoard['resources'][number]>
  carriers: ReadonlyMap<string, string>
}

/** The directory of a board. What a board has in common with the one before is looked up in the same maps. */
export function directoryOf({ places, orders, resources, carriers }: PlanningBoard): Directory {
  return {
    places: mapOf(places, (all) => all.map((place) => [place.location_id, place])),
    orders: mapOf(orders, (all) => all.map((order) => [order.order_id, order])),
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
}

/** A trip as a bar of the board. */
export interface BoardTrip {
  id: string
  name: string
  trip: PlannedTrip
  /** Not a number for a trip without planned times. */
  start: number
  end: number
  /** Towns in sequence. */
  route: string
  customers: string
  ticks: readonly Tick[]
  /** Minutes it is behind its plan at the stop that is worst; 0 when it is on time or nothing is known. */
  late: number
  /** The town of that stop. */
  lateAt: string
  isOpen: boolean
}

/** Bars of trips that have not changed are the same ones, so that their rows are not drawn again. */
const known = new WeakMap<PlannedTrip, { bar: BoardTrip } & Pick<Directory, 'places' | 'orders'>>()

/** The bar of a trip. */
export function boardTrip(trip: PlannedTrip, directory: Directory): BoardTrip {
  const { places, orders } = directory
  const found = known.get(trip)
  if (found?.places === places && found.orders === orders) return found.bar
  const bar = drawn(trip, directory, found?.bar)
  known.set(trip, { bar, places, orders })
  return bar
}

function drawn(trip: PlannedTrip, directory: Directory, before: BoardTrip | undefined): BoardTrip {
  const route = routeOf(trip.stops, directory)
  const customers = customersOf(trip, directory)
  if (before && before.route === route && before.customers === customers) return before
  const worst = worstOf(trip.stops)
  const place = worst && directory.places.get(worst.stop.location_id)
  return {
    id: trip.trip_id,
    name: trip.name,
    trip,
    start: trip.starts_at === null ? Number.NaN : Date.parse(trip.starts_at),
    end: trip.ends_at === null ? Number.NaN : Date.parse(trip.ends_at),
    route,
    customers,
    ticks: trip.stops.flatMap(tickOf),
    late: worst?.minutes ?? 0,
    lateAt: place?.city ?? place?.name ?? '?',
    isOpen: trip.status !== 'COMPLETED' && trip.status !== 'CANCELLED',
  }
}

/** Less than this is not late. */
const tolerance = 5

/** The stop that is farthest behind its plan; undefined when none is. */
function worstOf(stops: readonly PlannedStop[]): { stop: PlannedStop; minutes: number } | undefined {
  const late = stops.map((stop) => ({ stop, minutes: lateMinutes(stop) })).filter(({ minutes }) => minutes > 0)
  return late.toSorted((one, other) => other.minutes - one.minutes)[0]
}

/** Minutes a stop is expected behind its plan; 0 when it is on time, reached, or nothing is known. */
export function lateMinutes({ planned_start_at, eta_start_at, actual_start_at, status }: PlannedStop): number {
  if (planned_start_at === null || eta_start_at === null || actual_start_at !== null) return 0
  if (status === 'COMPLETED' || status === 'CANCELLED') return 0
  const minutes = Math.round((Date.parse(eta_start_at) - Date.parse(planned_start_at)) / 60_000)
  return minutes > tolerance ? minutes : 0
}

function tickOf(stop: PlannedStop): Tick[] {
  const { planned_start_at, planned_end_at, status } = stop
  if (planned_start_at === null || planned_end_at === null || status === 'CANCELLED') return []
  const [start, end] = [Date.parse(planned_start_at), Date.parse(planned_end_at)]
  return [{ start, end, isDone: status === 'COMPLETED', isLate: lateMinutes(stop) > 0 }]
}

/** Towns of stops in sequence, each once where it follows itself; of many, the first, the second and the last. */
export function routeOf(stops: readonly { location_id: string }[], { places }: Pick<Directory, 'places'>): string {
  const towns = stops.map(({ location_id }) => {
    const place = places.get(location_id)
    return place?.city ?? place?.name ?? '?'
  })
  const each = towns.filter((town, at) => town !== towns[at - 1])
  const shown = each.length > 4 ? [each[0], each[1], '…', each.at(-1)] : each
  return shown.join(' → ')
}

function customersOf({ stops }: PlannedTrip, { orders }: Directory): string {
  const names = new Set(stops.flatMap(({ order_id }) => (order_id && orders.get(order_id)?.customer_name) || []))
  const [first, ...others] = names
  return first === undefined ? '' : others.length === 0 ? first : `${first} +${others.length}`
}

/** The ids of the orders on a trip, each once. */
export function orderIdsOf({ stops }: Pick<PlannedTrip, 'stops'>): string[] {
  return [...new Set(stops.flatMap(({ order_id }) => order_id ?? []))]
}

/** The requested day and times of the first stop of an order that is still to be planned. */
export function firstWindow({ stops }: UnplannedOrder) {
  return stops.find((stop) => stop.trip_id === null && stop.requested_date !== null)
}
