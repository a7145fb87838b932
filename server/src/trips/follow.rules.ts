import type { OrderState } from '../orders/changes.rules.ts'
import type { TripState, TripStop } from './state.rules.ts'
import { isReached } from './stop.rules.ts'

/** A stop as currently requested by its order. */
export interface OrderStopNow {
  stop_id: string
  order_id: string
  order_status: OrderState
  location_id: string
  activity: string | null
  activity_label: string
  reference_number: string | null
}

const carried: readonly OrderState[] = ['TO_PLAN', 'PLANNED', 'IN_PROGRESS', 'COMPLETED']

/**
 * Trips adapted to changed orders. Reached stops stay. Of the others, those no longer requested are removed (all of
 * them if the order is cancelled, rejected or a quote again), and the rest is updated.
 * @param orderIds the changed orders; stops of others are not touched
 * @param requested all stops of these orders
 */
export function followOrders(
  trips: readonly TripState[],
  orderIds: readonly string[],
  requested: readonly OrderStopNow[],
): TripState[] {
  const concerned = new Set(orderIds)
  const known = new Map(requested.map((stop) => [stop.stop_id, stop]))
  const isCarried = requested.some(({ order_status }) => carried.includes(order_status))
  const follow = (stop: TripStop): TripStop[] => {
    if (stop.order_id === null || !concerned.has(stop.order_id) || isReached(stop)) return [stop]
    if (!isCarried) return []
    // Either side of a transfer belongs to the plan, not to the order: it stays as long as the order is carried.
    if (stop.kind !== 'ORDER') return [stop]
    const now = known.get(stop.stop_id)
    if (!now) return []
    const { location_id, activity, activity_label, reference_number } = now
    return [{ ...stop, location_id, activity, activity_label, reference_number }]
  }
  return trips.map((trip) => ({ ...trip, stops: trip.stops.flatMap(follow) }))
}
