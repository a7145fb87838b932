import { msg } from '@cartage/contract/message'
import { holdReason } from '../../orders/hold.rules.ts'
import { stateLabel } from '../../orders/state-labels.rules.ts'
import type { TripState, TripStop } from '../../trips/state.rules.ts'
import {
  type Facts,
  hard,
  liveStops,
  type OtherStop,
  ordersOf,
  type Plan,
  placeName,
  type Reason,
  soft,
} from '../facts/rules.ts'
import type { OrderFacts } from '../rules.ts'
import { isReached, requestedStop } from '../schedule.rules.ts'

/** Reasons against orders that may not be planned. */
export function orderReasons(trip: TripState, facts: Pick<Facts, 'orders'>): Reason[] {
  return ordersOf(trip, facts).flatMap((order) => {
    const { order_id, order_number: number, status } = order
    const reasons: Reason[] = []
    if (order.is_blocked && trip.stops.some((stop) => stop.order_id === order_id && !isReached(stop))) {
      const reason = holdReason(order)
      const why = reason ? msg` (${reason})` : ''
      reasons.push(hard(trip, 'order_blocked', msg`${number} is on hold${why}. Release it first.`, { order_id }))
    }
    if (status === 'CANCELLED') {
      reasons.push(hard(trip, 'order_cancelled', msg`${number} is cancelled. Remove it from the trip.`, { order_id }))
    }
    if (status === 'QUOTE' || status === 'REJECTED') {
      const message = msg`${number} is ${stateLabel(status)} and must not be driven. Remove it from the trip.`
      reasons.push(hard(trip, 'order_not_plannable', message, { order_id }))
    }
    return reasons
  })
}

/** No delivery before its pickup, on the trip itself or through a transfer, and no transfer pickup before its drop. */
export function sequenceReasons(trip: TripState, { facts, trips }: Plan): Reason[] {
  return ordersOf(trip, facts).flatMap((order) => {
    const own = liveStops(trip).filter(({ order_id }) => order_id === order.order_id)
    const away = stopsElsewhere(order, trip, trips, facts)
    return [...deliveryReasons(trip, order, own, away, facts), ...transferReasons(trip, order, own, away, facts)]
  })
}

function stopsElsewhere(order: OrderFacts, trip: TripState, trips: readonly TripState[], facts: Facts): OtherStop[] {
  const judged = trips.flatMap((other) =>
    other === trip ? [] : liveStops(other).map((stop): OtherStop => ({ ...stop, trip_id: other.trip_id })),
  )
  return [...judged, ...facts.elsewhere].filter(({ order_id }) => order_id === order.order_id)
}

function deliveryReasons(
  trip: TripState,
  order: OrderFacts,
  own: readonly TripStop[],
  away: readonly OtherStop[],
  facts: Facts,
): Reason[] {
  return own.flatMap((stop, at) => {
    const input = requestedStop(stop, facts)
    if (input?.role !== 'DELIVERY' || isReached(stop)) return []
    const pickup = order.stops.find((one) => one.role === 'PICKUP' && one.consignment_id === input.consignment_id)
    if (!pickup) return []
    const about = { stop_id: stop.stop_id, order_id: order.order_id }
    const where = msg`The delivery of ${order.order_number} at ${placeName(stop.location_id, facts)}`
    const loads = (one: TripStop) => one.stop_id === pickup.stop_id || one.kind === 'TRANSFER_PICKUP'
    if (own.slice(0, at).some(loads)) return []
    if (own.slice(at + 1).some(loads)) {
      return [hard(trip, 'delivery_before_pickup', msg`${where} comes before its pickup. Put the pickup first.`, about)]
    }
    const isPickedUp = away.some(({ stop_id }) => stop_id === pickup.stop_id)
    if (!isPickedUp) return []
    const message = msg`${where} is picked up by another trip, and no transfer brings it here. Split the order at a transfer point.`
    return [soft(trip, 'transfer_missing', message, about)]
  })
}

function transferReasons(
  trip: TripState,
  order: OrderFacts,
  own: readonly TripStop[],
  away: readonly OtherStop[],
  facts: Facts,
): Reason[] {
  return own.flatMap((stop) => {
    if (stop.kind !== 'TRANSFER_PICKUP' || isReached(stop)) return []
    const about = { stop_id: stop.stop_id, order_id: order.order_id }
    const where = msg`The transfer of ${order.order_number} at ${placeName(stop.location_id, facts)}`
    const drop = away.find((one) => one.kind === 'TRANSFER_DROP' && one.location_id === stop.location_id)
    if (!drop)
      return [
        soft(trip, 'transfer_missing', msg`${where} is not brought there by any trip. Plan its first part.`, about),
      ]
    const isEarly =
      drop.planned_end_at !== null && stop.planned_start_at !== null && stop.planned_start_at < drop.planned_end_at
    if (!isEarly) return []
    return [
      soft(trip, 'transfer_too_early', msg`${where} is picked up before it is dropped. Start this trip later.`, about),
    ]
  })
}
