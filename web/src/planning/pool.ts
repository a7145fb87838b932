import type { UnplannedOrder } from '@cartage/contract/planning/app/board'
import { type Directory, firstWindow, routeOf } from './board-trip.ts'

/** What an order needs of vehicle and driver, to filter by. */
export type Need = 'adr' | 'temperature' | 'container'

/** How the pool is grouped. */
export type PoolGroup = 'day' | 'customer'

/** What the pool is filtered by. */
export interface PoolFilter {
  text: string
  need: Need | undefined
  /** A requested day, YYYY-MM-DD. */
  day: string | undefined
}

/** An order of the pool with what is shown and searched of it. */
export interface PoolOrder {
  id: string
  order: UnplannedOrder
  route: string
  day: string | null
  /** `08:00–12:00`, or as much of it as is known. */
  times: string
}

const known = new WeakMap<UnplannedOrder, PoolOrder>()

/** An order as the pool shows it. */
export function poolOrder(order: UnplannedOrder, directory: Pick<Directory, 'places'>): PoolOrder {
  const found = known.get(order)
  if (found) return found
  const window = firstWindow(order)
  const times = [window?.window_start, window?.window_end].filter(Boolean).join('–')
  const open = order.stops.filter(({ trip_id }) => trip_id === null)
  const one: PoolOrder = {
    id: order.order_id,
    order,
    route: routeOf(open, directory),
    day: window?.requested_date ?? null,
    times,
  }
  known.set(order, one)
  return one
}

/** The orders that fit, by requested day, then by time, then by number; those without a day come last. */
export function filteredPool(orders: readonly PoolOrder[], filter: PoolFilter): PoolOrder[] {
  const words = filter.text.toLowerCase().split(/\s+/).filter(Boolean)
  return orders
    .filter((one) => {
      const { order_number, order_identifier, customer_name, load } = one.order
      const text = `${order_number} ${order_identifier} ${customer_name} ${one.route}`.toLowerCase()
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

/** What some orders load together. */
export interface Sums {
  orders: number
  weight: number
  meters: number
  pallets: number
}

/** The sums of some orders. */
export function sumsOf(orders: readonly PoolOrder[]): Sums {
  const sum = (of: (load: UnplannedOrder['load']) => number) =>
    orders.reduce((total, { order }) => total + of(order.load), 0)
  return {
    orders: orders.length,
    weight: Math.round(sum((load) => load.weight_kg)),
    meters: Math.round(sum((load) => load.loading_meters) * 10) / 10,
    pallets: Math.round(sum((load) => load.pallet_spaces) * 10) / 10,
  }
}

/** A line of the pool: the head of a group with its sums, or an order. */
export type PoolLine =
  | { kind: 'group'; key: string; name: string | null; sums: Sums }
  | { kind: 'order'; key: string; order: PoolOrder }

/** The pool in groups, each with its sums. A group without a name holds orders that have no day. */
export function poolLines(orders: readonly PoolOrder[], by: PoolGroup): PoolLine[] {
  const nameOf = ({ day, order }: PoolOrder) => (by === 'day' ? day : order.customer_name)
  return [...Map.groupBy(orders, nameOf)].flatMap(([name, some]): PoolLine[] => [
    { kind: 'group', key: `group ${name}`, name, sums: sumsOf(some) },
    ...some.map((order): PoolLine => ({ kind: 'order', key: order.id, order })),
  ])
}
