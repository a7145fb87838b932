import { localTime } from '../locations/local-time.rules.ts'
import type { TripStop } from '../trips/state.rules.ts'

import type { World } from './rules.ts'
import { isReached, requestedStop, zoneOf } from './schedule.rules.ts'

/** A stop with its time for merging. Within a trip this time never decreases. */
interface Placed {
  stop: TripStop
  at: string
}

/**
 * Merges the stops of several trips into one sequence: each trip keeps its own sequence, and the earliest next stop
 * goes first. Nothing goes before a stop that was reached, and no delivery before its pickup, whichever trip it was on.
 * @param first the stops of the trip that takes the others
 * @param others the stops of the other trips, a list for each
 */
export function mergedStops(
  first: readonly TripStop[],
  others: readonly (readonly TripStop[])[],
  world: World,
): TripStop[] {
  const begun = first.findLastIndex(isReached) + 1
  const queues = [first.slice(begun), ...others].map((stops) => placed(stops, world))
  const merged = first.slice(0, begun)
  while (queues.some((queue) => queue.length > 0)) {
    const heads = queues.filter((queue) => queue.length > 0)
    const waiting = new Set(heads.flatMap((queue) => queue.map(({ stop }) => stop.stop_id)))
    const free = heads.filter((queue) => !waiting.has(pickupOf(queue[0]!.stop, world) ?? ''))
    // Trips that wait for each other cannot be merged into a valid sequence: the verdict reports it.
    const next = (free.length > 0 ? free : heads).reduce((one, other) => (other[0]!.at < one[0]!.at ? other : one))
    merged.push(next.shift()!.stop)
  }
  return merged
}

function placed(stops: readonly TripStop[], world: World): Placed[] {
  let last = ''
  return stops.map((stop) => {
    const own = momentOf(stop, world)
    if (own !== undefined && own > last) last = own
    return { stop, at: last }
  })
}

/** When a stop is planned, else when it is requested at its place; undefined if neither is given. */
function momentOf(stop: TripStop, world: World): string | undefined {
  if (stop.planned_start_at !== null) {
    const { date, time } = localTime(stop.planned_start_at, zoneOf(stop.location_id, world))
    return `${date}T${time}`
  }
  const input = requestedStop(stop, world)
  return input?.requested_date ? `${input.requested_date}T${input.window_start ?? '00:00'}` : undefined
}

/** The stop where the goods of a delivery are loaded. */
function pickupOf(stop: TripStop, world: World): string | undefined {
  const input = requestedStop(stop, world)
  if (input?.role !== 'DELIVERY') return undefined
  const requested = world.orders.get(stop.order_id ?? '')?.stops ?? []
  return requested.find(({ role, consignment_id }) => role === 'PICKUP' && consignment_id === input.consignment_id)
    ?.stop_id
}
