/** From when until when a stop is requested. Instants are ISO 8601 in UTC, null when no day is requested. */
export interface RequestedSpan {
  asked_from: string | null
  asked_to: string | null
}

/**
 * TIME-4: whether a delivery is requested before its pickup: its window is over before that of the pickup begins, each on the calendar
 * of its place. What is not said proves nothing. It is taken all the same and warned of: the customer may have said so, and a planner
 * has to ask. This is the one place where it is decided.
 */
export function isDeliveryEarly(pickup: RequestedSpan | undefined, delivery: RequestedSpan | undefined): boolean {
  const [begin, end] = [pickup?.asked_from, delivery?.asked_to]
  return begin != null && end != null && Date.parse(end) < Date.parse(begin)
}

/** What goes from one stop to another. */
export interface CarriedConsignment {
  pickup_stop: { id?: string | null | undefined }
  delivery_stop: { id?: string | null | undefined }
}

/**
 * The places of the consignments whose delivery is requested before its pickup, from 0.
 * @param asked when each stop is requested
 */
export function earlyDeliveries(
  consignments: readonly CarriedConsignment[],
  asked: readonly (RequestedSpan & { stop_id: string })[],
): number[] {
  const times = new Map(asked.map((stop) => [stop.stop_id, stop]))
  const of = ({ id }: CarriedConsignment['pickup_stop']) => (id ? times.get(id) : undefined)
  return consignments.flatMap(({ pickup_stop, delivery_stop }, at) =>
    isDeliveryEarly(of(pickup_stop), of(delivery_stop)) ? [at] : [],
  )
}
