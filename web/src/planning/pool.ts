import type { PlanningBoard, UnplannedOrder } from '@cartage/contract/planning/app/board'
import { plainText } from '@cartage/contract/reading/fold'
import { type Directory, firstWindow, routeOf } from './board-trip.ts'

type Place = PlanningBoard['places'][number]

/** Requirements of an order on vehicle and driver, to filter by. */
export type Need = 'adr' | 'temperature' | 'container'

/** Grouping of the pool: by requested day, by customer, or by region of the first pickup or last delivery. */
export type PoolGroup = 'day' | 'customer' | 'pickup' | 'delivery'

/** Filters of the pool. */
export interface PoolFilter {
  text: string
  need: Need | undefined
  /** A requested day, YYYY-MM-DD. */
  day: string | undefined
}

/** An order of the pool with its displayed and searched texts. */
export interface PoolOrder {
  id: string
  order: UnplannedOrder
  route: string
  day: string | null
  /** Region of the first open stop, and of the last. */
  pickup: string | null
  delivery: string | null
  /** `08:00–12:00`, or the known part of it. */
  times: string
}

const known = new WeakMap<UnplannedOrder, { one: PoolOrder; places: readonly (Place | undefined)[] }>()

/** An order as displayed in the pool. */
export function poolOrder(order: UnplannedOrder, directory: Pick<Directory, 'places'>): PoolOrder {
  const open = order.stops.filter(({ trip_id }) => trip_id === null)
  const places = open.map(({ location_id }) => directory.places.get(location_id))
  const found = known.get(order)
  // LIVE-1: an order keeps its object while unchanged, but its place names may change meanwhile.
  if (found?.places.every((place, at) => place === places[at])) return found.one
  const window = firstWindow(order)
  const times = [window?.window_start, window?.window_end].filter(Boolean).join('–')
  const one: PoolOrder = {
    id: order.order_id,
    order,
    route: routeOf(open, directory),
    day: window?.requested_date ?? null,
    pickup: regionOf(places[0]),
    delivery: regionOf(places.at(-1)),
    times,
  }
  known.set(order, { one, places })
  return one
}

/** Requested days of an order's unplanned stops. */
export function openDays({ order }: PoolOrder): string[] {
  const open = order.stops.filter(({ trip_id }) => trip_id === null)
  return open.flatMap(({ requested_date }) => requested_date ?? [])
}

/**
 * Region of a place as planners know it: country code and postal code prefix, such as `NL 30` or `GB ME`. The country
 * alone without a postal code, null without a country.
 */
export function regionOf(place: Pick<Place, 'country' | 'postal_code'> | undefined): string | null {
  if (!place?.country) return null
  const code = place.postal_code?.toUpperCase().replace(new RegExp(`^${place.country}\\W+`), '') ?? ''
  const part = /^(?:[A-Z]{1,2}(?=\d)|\d{2})/.exec(code)?.[0]
  return part === undefined ? place.country : `${place.country} ${part}`
}

/** The matching orders, by requested day, then time, then number. Orders without a day come last. */
export function filteredPool(orders: readonly PoolOrder[], filter: PoolFilter): PoolOrder[] {
  const words = plainText(filter.text).split(' ').filter(Boolean)
  return orders
    .filter((one) => {
      const { order_number, order_identifier, customer_name, load } = one.order
      const text = plainText(
        `${order_number} ${order_identifier} ${customer_name} ${one.route} ${one.pickup} ${one.delivery}`,
      )
      if (!words.every((word) => text.includes(word))) return false
      if (filter.day !== undefined && one.day !== filter.day) return false
      if (filter.need === 'adr') return load.is_dangerous
      if (filter.need === 'temperature') return load.is_tempered
      return filter.need === 'container' ? load.container_feet !== null : true
    })
    .toSorted((one, other) => keyOf(one).localeCompare(keyOf(other)))
}

function keyOf({ day, times, order }: PoolOrder): string {
  return `${day ?? '9999'} ${times || '99'} ${order.order_number}`
}

/** Total load of some orders. */
export interface Sums {
  orders: number
  weight: number
  meters: number
  pallets: number
  /** Containers, in twenty-foot equivalent units. */
  teu: number
}

/** A 20-foot container counts as one unit, 40 feet as two, 45 feet as two and a quarter. */
function teuOf(feet: number | null): number {
  return feet === null ? 0 : feet / 20
}

/** Sums up the loads of some orders. */
export function sumsOf(orders: readonly PoolOrder[]): Sums {
  const sum = (of: (load: UnplannedOrder['load']) => number) =>
    orders.reduce((total, { order }) => total + of(order.load), 0)
  return {
    orders: orders.length,
    weight: Math.round(sum((load) => load.weight_kg)),
    meters: Math.round(sum((load) => load.loading_meters) * 10) / 10,
    pallets: Math.round(sum((load) => load.pallet_spaces) * 10) / 10,
    teu: sum((load) => teuOf(load.container_feet)),
  }
}

/** A line of the pool: a group header with sums, or an order. */
export type PoolLine =
  | { kind: 'group'; key: string; name: string | null; sums: Sums }
  | { kind: 'order'; key: string; order: PoolOrder }

/** The pool in groups, each with its sums. The group without a name holds orders without a day or known region. */
export function poolLines(orders: readonly PoolOrder[], by: PoolGroup): PoolLine[] {
  const nameOf = (one: PoolOrder) => (by === 'customer' ? one.order.customer_name : one[by])
  const groups = [...Map.groupBy(orders, nameOf)]
  // Days are already sorted. Regions are sorted like place names.
  if (by === 'pickup' || by === 'delivery') groups.sort(([one], [other]) => compareNames(one, other))
  return groups.flatMap(([name, some]): PoolLine[] => [
    { kind: 'group', key: `group ${name}`, name, sums: sumsOf(some) },
    ...some.map((order): PoolLine => ({ kind: 'order', key: order.id, order })),
  ])
}

function compareNames(one: string | null, other: string | null): number {
  if (one === null || other === null) return one === other ? 0 : one === null ? 1 : -1
  return one.localeCompare(other)
}
