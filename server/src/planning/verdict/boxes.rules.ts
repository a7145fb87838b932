import type { TripState, TripStop } from '../../trips/state.rules.ts'
import { type Facts, liveStops, ordersOf } from '../facts/rules.ts'
import type { BoxFacts, OrderFacts } from '../rules.ts'

/** A container on a trip, with its order. */
export interface Box extends BoxFacts {
  order: OrderFacts
}

/**
 * FIT-5: the containers on board at the beginning of a trip and after each stop: from the first to the last stop of
 * their order, or longer if it continues on another trip. Orders with the same container number share one.
 */
export function boxesAlong(trip: TripState, facts: Pick<Facts, 'orders'>): { start: Box[]; after: Box[][] } {
  const stops = liveStops(trip)
  const rides = ordersOf(trip, facts).flatMap((order) => {
    const { container } = order
    return container ? [{ box: { ...container, order }, ...rideOf(order, stops) }] : []
  })
  const aboard = (at: number) => {
    const seen = new Set<string>()
    return rides.flatMap(({ box, from, to }) => {
      const key = box.number?.replace(/[^0-9a-z]/gi, '').toUpperCase() || box.order.order_id
      if (at < from || at >= to || seen.has(key)) return []
      seen.add(key)
      return [box]
    })
  }
  return { start: aboard(-1), after: stops.map((_, at) => aboard(at)) }
}

/** Indexes of the stops after which an order's container is on board (-1: before the first) and off again. */
function rideOf(order: OrderFacts, stops: readonly TripStop[]): { from: number; to: number } {
  const own = stops.flatMap((stop, at) => (stop.order_id === order.order_id ? [at] : []))
  const first = stops[own[0]!]!
  const begins = first.kind === 'TRANSFER_PICKUP' || first.stop_id === order.stops[0]?.stop_id
  const last = lastOf(order, stops, own)
  const final = stops[last]!
  const isLeft = last !== own.at(-1) || final.kind === 'TRANSFER_DROP' || final.stop_id === order.stops.at(-1)?.stop_id
  return { from: begins ? own[0]! : -1, to: isLeft ? last : stops.length }
}

/** The stop where a container is dropped off: at delivery, if other orders are served before it is fetched empty. */
function lastOf(order: OrderFacts, stops: readonly TripStop[], own: readonly number[]): number {
  const delivered = own.findLast((at) => roleOf(order, stops[at]!) === 'DELIVERY')
  const last = own.at(-1)!
  if (delivered === undefined || delivered === last) return last
  const isAlone = stops.slice(delivered, last).every(({ order_id }) => order_id === null || order_id === order.order_id)
  return isAlone ? last : delivered
}

function roleOf(order: OrderFacts, { stop_id }: TripStop): string | undefined {
  return order.stops.find((stop) => stop.stop_id === stop_id)?.role
}
