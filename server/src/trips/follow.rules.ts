import type { OrderState } from '../orders/changes.rules.ts'
import type { TripState, TripStop } from './state.rules.ts'
import { isReached } from './stop.rules.ts'

/** A stop as its order requests it now. */
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
 * Trips as their orders want them now. What was reached stays; of what was not, stops that are no longer requested leave,
 * all of them when the order is cancelled, refused or a quote again, and what changed about the others is taken over.
 * @param orderIds the orders that changed; stops of others are left alone
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
    // A side of a transfer is of the plan, not of the order: it stays as long as the order is carried.
    if (stop.kind !== 'ORDER') return [stop]
    const now = known.get(stop.stop_id)
    if (!now) return []
    const { location_id, activity, activity_label, reference_number } = now
    return [{ ...stop, location_id, activity, activity_label, reference_number }]
  }
  return trips.map((trip) => ({ ...trip, stops: trip.stops.flatMap(follow) }))
}
