import { type Coordinates, greatCircleKm } from './distance.rules.ts'

/** A place a resource was at, in milliseconds since 1970. */
export interface TrackPoint extends Coordinates {
  at: number
}

/** A stop with the circle around it. Neighbours with the same `place` are one visit. */
export interface FencedStop extends Coordinates {
  stop_id: string
  place: string
  radius_m: number
}

/** When a resource came to a stop and left it, milliseconds since 1970; null while it has not. */
export interface Visit {
  stop_id: string
  arrived_at: number | null
  left_at: number | null
}

/**
 * The visits that positions show, stop after stop. What counts is the set of points: their order and repetitions make no
 * difference. A visit begins with the first point inside the circle of a stay that lasts at least the dwell time, and
 * ends with the first point outside after which the resource stays away as long. A stop without a visit is passed over.
 * @param stops in the order they are driven
 */
export function visitsOf(track: readonly TrackPoint[], stops: readonly FencedStop[], dwellMinutes: number): Visit[] {
  const points = inOrder(track)
  const dwell = dwellMinutes * 60_000
  const visits: Visit[] = []
  let from = 0
  for (let index = 0; index < stops.length; ) {
    const stop = stops[index]!
    const group = stops.slice(index).findIndex(({ place }) => place !== stop.place)
    const size = group < 0 ? stops.length - index : group
    const stay = firstStay(points, stop, from, dwell)
    if (stay) from = stay.next
    for (const { stop_id } of stops.slice(index, index + size)) {
      visits.push({ stop_id, arrived_at: stay?.arrivedAt ?? null, left_at: stay?.leftAt ?? null })
    }
    index += size
  }
  return visits
}

/** By time; of several points of one instant always the same one, whichever came first. */
function inOrder(track: readonly TrackPoint[]): TrackPoint[] {
  const sorted = [...track].sort(
    (one, other) => one.at - other.at || one.latitude - other.latitude || one.longitude - other.longitude,
  )
  return sorted.filter((point, index) => index === 0 || point.at !== sorted[index - 1]!.at)
}

interface Stay {
  arrivedAt: number
  leftAt: number | null
  /** Where to look for the next visit. */
  next: number
}

/** The first stay inside the circle that is long enough; being outside for less than the dwell time does not end it. */
function firstStay(points: readonly TrackPoint[], stop: FencedStop, from: number, dwell: number): Stay | undefined {
  let index = from
  while (index < points.length) {
    const first = nextInside(points, stop, index)
    if (first === undefined) return undefined
    let last = first
    let outside: number | undefined
    let at = first + 1
    for (; at < points.length; at += 1) {
      if (isInside(points[at]!, stop)) {
        last = at
        outside = undefined
        continue
      }
      outside ??= at
      if (points[at]!.at - points[outside]!.at >= dwell) break
    }
    const isAway = at < points.length
    const arrivedAt = points[first]!.at
    if (points[last]!.at - arrivedAt >= dwell) {
      return { arrivedAt, leftAt: isAway ? points[outside!]!.at : null, next: isAway ? outside! : points.length }
    }
    if (!isAway) return undefined
    index = at
  }
  return undefined
}

function nextInside(points: readonly TrackPoint[], stop: FencedStop, from: number): number | undefined {
  for (let index = from; index < points.length; index += 1) if (isInside(points[index]!, stop)) return index
  return undefined
}

/** Metres of one degree of latitude, a little more than there are. */
const metresPerDegree = 111_700

function isInside(point: TrackPoint, stop: FencedStop): boolean {
  // Most points are far away: no trigonometry for them.
  if (Math.abs(point.latitude - stop.latitude) * metresPerDegree > stop.radius_m * 1.02) return false
  return greatCircleKm(point, stop) * 1_000 <= stop.radius_m
}
