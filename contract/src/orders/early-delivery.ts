import { isOverNight, minuteOf } from '../reading/time.ts'

/** When a stop is requested. */
export interface RequestedStop {
  date?: string | null | undefined
  time_window?: { start_time?: string | null | undefined; end_time?: string | null | undefined } | null | undefined
}

/** What goes from one stop to another. */
export interface RequestedConsignment {
  pickup_stop: RequestedStop
  delivery_stop: RequestedStop
}

/**
 * Whether a delivery is requested before its pickup: on an earlier day, or on the same day with a window that ends before
 * the one of the pickup begins, and not on the day after. What is not said proves nothing. It is taken all the same and
 * warned of: the customer may have said so, and a planner has to ask.
 */
export function isDeliveryEarly({ pickup_stop: pickup, delivery_stop: delivery }: RequestedConsignment): boolean {
  if (!pickup.date || !delivery.date) return false
  if (delivery.date !== pickup.date) return delivery.date < pickup.date
  if (isOverNight(delivery.time_window ?? {})) return false
  const [begin, end] = [pickup.time_window?.start_time, delivery.time_window?.end_time]
  return Boolean(begin && end && minuteOf(end) < minuteOf(begin))
}

/** The places of the consignments whose delivery is requested before its pickup, from 0. */
export function earlyDeliveries(consignments: readonly RequestedConsignment[]): number[] {
  return consignments.flatMap((one, at) => (isDeliveryEarly(one) ? [at] : []))
}
