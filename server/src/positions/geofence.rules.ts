import { type Coordinates, greatCircleKm } from '../locations/great-circle.rules.ts'
import { isBetterFix, metresOf, usualAccuracyM } from './accuracy.rules.ts'
import { drivingMinutes } from './distance.rules.ts'
import { withoutJumps } from './unreliable.rules.ts'

/** A place a resource was at, in milliseconds since 1970. */
export interface TrackPoint extends Coordinates {
  at: number
  /** How far off it may be, in metres; null or absent when its device did not say. */
  accuracy_m?: number | null
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
  /** The fixes between which it left, when there were none for so long that `left_at` is an estimate. */
  left_between?: readonly [earliest: number, latest: number]
}

/** Minutes without a fix from which on its departure is not seen (TELE-2). */
const silenceMinutes = 30
/** Kilometres by road for one as the crow flies, where no country is known. */
const roadFactor = 1.3

/**
 * The visits that positions show, stop after stop. What counts is the set of points: their order and repetitions make no
 * difference (TELE-3). A visit begins with the first point inside the circle of a stay that lasts at least the dwell time, and
 * ends with the first point outside after which the resource stays away as long. A stop without a visit is passed over.
 * @param stops in the order they are driven
 * @param mostKmh the fastest a vehicle is; null: jumps are trusted
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

/** By time; of several points of one instant the best, whichever came first. */
function inOrder(track: readonly TrackPoint[]): TrackPoint[] {
  const sorted = [...track].sort((one, other) => one.at - other.at || (isBetterFix(one, other) ? -1 : 1))
  return sorted.filter((point, index) => index === 0 || point.at !== sorted[index - 1]!.at)
}

/** Milliseconds for which a better fix says more than another. */
const besideMs = 15_000

/** TELE-1: a fix is left out when one at least twice as accurate is within seconds of it. */
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

/** Metres: between fixes that are this good no difference is made. */
const leastMetres = usualAccuracyM

interface Stay {
  arrivedAt: number
  leftAt: number | null
  leftBetween?: readonly [number, number]
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
 * When it left: with the first fix outside, or after a silence in the middle of the time in which it can have left to be where it
 * was seen next (TELE-2).
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

/** Metres of one degree of latitude, a little more than there are. */
const metresPerDegree = 111_700

/** TELE-1: a fix that is worse than the usual shows neither an arrival nor a departure where both may be true. */
function placeOf(point: TrackPoint, stop: FencedStop): 'INSIDE' | 'OUTSIDE' | 'UNKNOWN' {
  const accuracy = metresOf(point)
  const off = accuracy > usualAccuracyM ? accuracy : 0
  const reach = stop.radius_m + off
  // Most points are far away: no trigonometry for them.
  if (Math.abs(point.latitude - stop.latitude) * metresPerDegree > reach * 1.02) return 'OUTSIDE'
  const metres = greatCircleKm(point, stop) * 1_000
  if (metres <= stop.radius_m && off <= stop.radius_m) return 'INSIDE'
  return metres > reach ? 'OUTSIDE' : 'UNKNOWN'
}
