import type { DriverDay, DriverStop, DriverTrip } from '@cartage/contract/doors/app/driver'

/** What of the plan was on this phone, by stop, and since when that is new to the driver; null when it is not. */
export type SeenPlan = Readonly<Record<string, { mark: string; since: string | null }>>

/** What a driver has to know when it changes: when, where, with which vehicles, for what. */
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
    // A stop without one has the mark that it had before there were crossings.
    ...(crossing ? [crossing] : []),
  ])
}

/**
 * DOOR-13: what is known of the plan after it was read. A stop that is new or was changed is marked since the reading that had it
 * first; the plan that the phone reads first is new as a whole, and so marked nowhere. What is over is not marked.
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

/** After the driver confirmed what changed at these stops. */
export function confirmed(before: SeenPlan, stopIds: readonly string[]): SeenPlan {
  const entries = Object.entries(before).map(
    ([id, seen]) => [id, stopIds.includes(id) ? { ...seen, since: null } : seen] as const,
  )
  return Object.fromEntries(entries)
}

/** Since when the plan of a stop is new, by stop; stops that are not new are left out. */
export function changedSince(seen: SeenPlan): ReadonlyMap<string, string> {
  return new Map(Object.entries(seen).flatMap(([id, { since }]) => (since === null ? [] : [[id, since] as const])))
}
