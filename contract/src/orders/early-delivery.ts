/** Requested period of a stop. Instants are ISO 8601 in UTC, null without a requested day. */
export interface RequestedSpan {
  asked_from: string | null
  asked_to: string | null
}

/**
 * TIME-4: whether a delivery is requested before its pickup: its window ends before that of the pickup begins, each on
 * the calendar of its place. Missing times prove nothing. Such an order is accepted with a warning: the customer may
 * mean it, and a planner has to ask. This is the only place that decides it.
 */
export function isDeliveryEarly(pickup: RequestedSpan | undefined, delivery: RequestedSpan | undefined): boolean {
  const [begin, end] = [pickup?.asked_from, delivery?.asked_to]
  return begin != null && end != null && Date.parse(end) < Date.parse(begin)
}

/** Pickup and delivery of a consignment. */
export interface CarriedConsignment {
  pickup_stop: { id?: string | null | undefined }
  delivery_stop: { id?: string | null | undefined }
}

/**
 * Indexes, from 0, of consignments whose delivery is requested before their pickup.
 * @param asked requested period of each stop
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
