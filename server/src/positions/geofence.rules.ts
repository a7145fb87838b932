import { type Coordinates, greatCircleKm } from '../locations/great-circle.rules.ts'
import { isBetterFix, metresOf, usualAccuracyM } from './accuracy.rules.ts'
import { drivingMinutes } from './distance.rules.ts'
import { withoutJumps } from './unreliable.rules.ts'

/** A position of a resource, in milliseconds since 1970. */
export interface TrackPoint extends Coordinates {
  at: number
  /** Accuracy in metres; null or absent if not reported by the device. */
  accuracy_m?: number | null
}

/** A stop with the circle around it. Neighbours with the same `place` are one visit. */
export interface FencedStop extends Coordinates {
  stop_id: string
  place: string
  radius_m: number
}

/** Arrival and departure of a resource at a stop, in milliseconds since 1970; null if it has not happened. */
export interface Visit {
  stop_id: string
  arrived_at: number | null
  left_at: number | null
  /** The fixes before and after the departure, if they are so far apart that `left_at` is an estimate. */
  left_between?: readonly [earliest: number, latest: number]
}

/** Minutes without a fix from which on a departure counts as not observed (TELE-2). */
const silenceMinutes = 30
/** Kilometres by road per kilometre as the crow flies, if the country is unknown. */
const roadFactor = 1.3

/**
 * Visits shown by positions, stop by stop. Only the set of points counts: order and duplicates make no difference
 * (TELE-3). A visit begins with the first point inside the circle of a stay that lasts at least the dwell time, and
 * ends with the first point outside after which the resource stays away as long. A stop without a visit is skipped.
 * @param stops in the order they are driven
 * @param mostKmh maximum speed of a vehicle; null: jumps are trusted
 */
export function visitsOf(
  track: readonly TrackPoint[],
  stops: readonly FencedStop[],
  dwellMinutes: number,
  mostKmh: number | null = null,
): Visit[] {
  const points = withoutJumps(withoutWorse(inOrder(track)), mostKmh)
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
      const between = stay?.leftBetween && { left_between: stay.leftBetween }
      visits.push({ stop_id, arrived_at: stay?.arrivedAt ?? null, left_at: stay?.leftAt ?? null, ...between })
    }
    index += size
  }
  return visits
}

/** Sorted by time; of several points at one instant only the best, regardless of arrival order. */
function inOrder(track: readonly TrackPoint[]): TrackPoint[] {
  const sorted = [...track].sort((one, other) => one.at - other.at || (isBetterFix(one, other) ? -1 : 1))
  return sorted.filter((point, index) => index === 0 || point.at !== sorted[index - 1]!.at)
}

/** Milliseconds within which a better fix replaces another. */
const besideMs = 15_000

/** TELE-1: drops a fix if one at least twice as accurate is within seconds of it. */
function withoutWorse(points: readonly TrackPoint[]): TrackPoint[] {
  let first = 0
  return points.filter((point) => {
    if (metresOf(point) < 2 * leastMetres) return true
    while (point.at - points[first]!.at > besideMs) first += 1
    for (let at = first; at < points.length && points[at]!.at - point.at <= besideMs; at += 1) {
      if (metresOf(points[at]!) * 2 <= metresOf(point)) return false
    }
    return true
  })
}

/** Metres: fixes more accurate than this are treated as equally good. */
const leastMetres = usualAccuracyM

interface Stay {
  arrivedAt: number
  leftAt: number | null
  leftBetween?: readonly [number, number]
  /** Where the search for the next visit begins. */
  next: number
}

/** The first sufficiently long stay inside the circle; leaving for less than the dwell time does not end it. */
function firstStay(points: readonly TrackPoint[], stop: FencedStop, from: number, dwell: number): Stay | undefined {
  let index = from
  while (index < points.length) {
    const first = nextInside(points, stop, index)
    if (first === undefined) return undefined
    let last = first
    let outside: number | undefined
    let at = first + 1
    for (; at < points.length; at += 1) {
      const place = placeOf(points[at]!, stop)
      if (place === 'INSIDE') {
        last = at
        outside = undefined
        continue
      }
      if (place === 'UNKNOWN') continue
      outside ??= at
      if (points[at]!.at - points[outside]!.at >= dwell) break
    }
    const isAway = at < points.length
    const arrivedAt = points[first]!.at
    if (points[last]!.at - arrivedAt >= dwell) {
      const left = isAway ? departure(points[last]!, points[outside!]!, stop) : { leftAt: null }
      return { arrivedAt, ...left, next: isAway ? outside! : points.length }
    }
    if (!isAway) return undefined
    index = at
  }
  return undefined
}

/**
 * Departure time: the first fix outside or, after a silence, the middle of the period in which it can have left to
 * reach the next fix (TELE-2).
 */
function departure(inside: TrackPoint, outside: TrackPoint, stop: FencedStop): Pick<Stay, 'leftAt' | 'leftBetween'> {
  if (outside.at - inside.at <= silenceMinutes * 60_000) return { leftAt: outside.at }
  const driven = drivingMinutes(greatCircleKm(stop, outside) * roadFactor) * 60_000
  const latest = Math.max(inside.at, outside.at - driven)
  const leftAt = Math.round((inside.at + latest) / 2_000) * 1_000
  return { leftAt: Math.max(leftAt, inside.at), leftBetween: [inside.at, outside.at] }
}

function nextInside(points: readonly TrackPoint[], stop: FencedStop, from: number): number | undefined {
  for (let index = from; index < points.length; index += 1) {
    if (placeOf(points[index]!, stop) === 'INSIDE') return index
  }
  return undefined
}

/** Metres per degree of latitude, slightly more than the true value. */
const metresPerDegree = 111_700

/** TELE-1: a fix that is less accurate than assumed shows neither arrival nor departure if both are possible. */
function placeOf(point: TrackPoint, stop: FencedStop): 'INSIDE' | 'OUTSIDE' | 'UNKNOWN' {
  const accuracy = metresOf(point)
  const off = accuracy > usualAccuracyM ? accuracy : 0
  const reach = stop.radius_m + off
  // Most points are far away: skip the trigonometry.
  if (Math.abs(point.latitude - stop.latitude) * metresPerDegree > reach * 1.02) return 'OUTSIDE'
  const metres = greatCircleKm(point, stop) * 1_000
  if (metres <= stop.radius_m && off <= stop.radius_m) return 'INSIDE'
  return metres > reach ? 'OUTSIDE' : 'UNKNOWN'
}
