import type { DriverDay, DriverStop, DriverTrip } from '@cartage/contract/doors/app/driver'

/** Plan last seen on this phone, by stop, with the time since when it is new to the driver; null if it is not new. */
export type SeenPlan = Readonly<Record<string, { mark: string; since: string | null }>>

/** Fingerprint of the details whose change concerns a driver: times, place, vehicles and activity. */
function markOf(stop: DriverStop, { vehicles, note }: DriverTrip): string {
  const { planned_start_at, place, reference_number, order_number, container_number, goods, crossing } = stop
  const where = [place.name, place.address, place.city]
  return JSON.stringify([
    planned_start_at,
    where,
    reference_number,
    order_number,
    container_number,
    goods,
    stop.note,
    vehicles,
    note,
    // Without a crossing, the fingerprint stays as in versions without crossings.
    ...(crossing ? [crossing] : []),
  ])
}

/**
 * DOOR-13: plan state after a refresh. New and changed stops are marked since the refresh that first included them. The
 * first plan on a phone is new as a whole and marked nowhere. Past stops are not marked.
 * @param now ISO 8601
 */
export function afterPlan(before: SeenPlan, { trips }: Pick<DriverDay, 'trips'>, now: string): SeenPlan {
  const isFirst = Object.keys(before).length === 0
  const entries = trips.flatMap((trip) =>
    trip.stops.map((stop) => {
      const [mark, known] = [markOf(stop, trip), before[stop.stop_id]]
      const isOver = stop.status === 'COMPLETED' || stop.status === 'CANCELLED'
      const isSame = known?.mark === mark
      const since = isFirst || isOver ? null : isSame ? known.since : (known?.since ?? now)
      return [stop.stop_id, { mark, since }] as const
    }),
  )
  return Object.fromEntries(entries)
}

/** State after the driver confirmed the changes of these stops. */
export function confirmed(before: SeenPlan, stopIds: readonly string[]): SeenPlan {
  const entries = Object.entries(before).map(
    ([id, seen]) => [id, stopIds.includes(id) ? { ...seen, since: null } : seen] as const,
  )
  return Object.fromEntries(entries)
}

/** When the plan of each stop changed; stops without news are omitted. */
export function changedSince(seen: SeenPlan): ReadonlyMap<string, string> {
  return new Map(Object.entries(seen).flatMap(([id, { since }]) => (since === null ? [] : [[id, since] as const])))
}
