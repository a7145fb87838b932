import { type Coordinates, greatCircleKm } from '../../locations/great-circle.rules.ts'
import { estimateRoad } from '../../positions/distance.rules.ts'
import { shiftBounds } from '../../trips/hours/bounds.rules.ts'
import { diceOf, type Fix, type PlannedStop, type PlannedTrip } from './plan.rules.ts'

const minute = 60_000
/** Driving time after which a driver has a break, and for how long (HOURS-1). */
const drivingBlock = shiftBounds.until_break * minute
const rest = shiftBounds.break * minute
/** A vehicle that was last seen this far from where its course says goes on from where it was seen. */
const strayKm = 8

/** A way from one place to another. */
export interface Leg {
  from: Coordinates
  to: Coordinates
  departs: number
  /** Time at the wheel; rests come on top. */
  driving: number
}

/** A stop with when the vehicle is there. */
export interface Visit {
  stop: PlannedStop
  /** How it gets there; undefined from nowhere, or without coordinates. */
  leg: Leg | undefined
  arrives: number
  leaves: number
  /** When the terminal releases the box, if it is late. */
  released: number | undefined
}

/** What a course depends on besides the plan. */
export interface Conditions {
  seed: number
  /** What has not been reported by this moment happens after it. */
  from: number
  /** Where the vehicle is and since when it is free. */
  start: Fix | undefined
  /** Where it was last seen. */
  seen: Fix | undefined
  lateBoxes: boolean
}

/**
 * When a vehicle arrives at the stops of a trip and leaves them: what was reported as reported, and the rest by the plan,
 * the distances and chance. It never arrives sooner than the way takes, and never leaves before it has arrived.
 */
export function courseOf(trip: PlannedTrip, { seed, from, start, seen, lateBoxes }: Conditions): Visit[] {
  const visits: Visit[] = []
  let origin = start
  for (const [index, stop] of trip.stops.entries()) {
    const dice = diceOf(seed, trip.trip_id, stop.stop_id)
    const percent = 92 + dice.below(36)
    if (stop.arrived === null) origin = afterStraying(origin, stop, percent, seen)
    const driving = origin && drivingTime(origin, stop, percent)
    // The way is driven as soon as the stop before is done; to the first stop as late as will do.
    const wanted = stop.planned_from + (index === 0 ? dice.below(28) - 6 : -dice.below(25)) * minute
    const soonest = origin && driving !== undefined ? origin.at + withRests(driving) : wanted
    const last = visits.at(-1)
    const arrives = stop.arrived ?? Math.max(wanted, soonest, (last?.leaves ?? 0) + minute, from + 1)
    const stay = Math.max(10 * minute, ((stop.planned_until - stop.planned_from) * (60 + dice.below(75))) / 100)
    const isLate = lateBoxes && stop.is_box && dice.isIn(30)
    const released = isLate ? stop.planned_from + (50 + dice.below(110)) * minute : undefined
    const ready = Math.max(arrives + stay, (released ?? 0) + 12 * minute, from + 1)
    const leaves = stop.left ?? ready
    const leg = legOf(origin, stop, driving, index === 0 ? arrives : undefined)
    visits.push({
      stop,
      leg,
      arrives,
      leaves,
      released: released !== undefined && released > arrives ? released : undefined,
    })
    if (stop.place) origin = { ...stop.place, at: leaves }
    else if (origin) origin = { ...origin, at: leaves }
  }
  return visits
}

/** A vehicle that was seen off its course, because someone else reported it, goes on from where it was seen. */
function afterStraying(origin: Fix | undefined, stop: PlannedStop, percent: number, seen: Fix | undefined) {
  if (!origin || !seen || seen.at <= origin.at) return origin
  const driving = drivingTime(origin, stop, percent)
  const leg = legOf(origin, stop, driving, undefined)
  const expected = leg ? placeOn(leg, Math.min(progressAt(leg, seen.at).share, nearGate)) : origin
  return greatCircleKm(expected, seen) > strayKm ? seen : origin
}

function drivingTime(origin: Fix, { place }: PlannedStop, percent: number): number | undefined {
  const road = place && estimateRoad(origin, place)
  return road ? (road.driving_minutes * minute * percent) / 100 : undefined
}

function legOf(origin: Fix | undefined, { place }: PlannedStop, driving: number | undefined, due: number | undefined) {
  if (!origin || !place || driving === undefined) return undefined
  // With time in hand: to be early at the first stop costs nothing.
  const departs = due === undefined ? origin.at : Math.max(origin.at, due - 1.25 * withRests(driving))
  return { from: origin, to: place, departs, driving }
}

/** How long a way takes with the rests on it. */
export function withRests(driving: number): number {
  return driving + Math.max(0, Math.ceil(driving / drivingBlock) - 1) * rest
}

/** How much of a leg is driven at a moment, from 0 to 1, and whether the vehicle moves then. */
export function progressAt({ departs, driving }: Leg, at: number): { share: number; isDriving: boolean } {
  if (at <= departs || driving <= 0) return { share: driving <= 0 ? 1 : 0, isDriving: false }
  const passed = at - departs
  const blocks = Math.floor(passed / (drivingBlock + rest))
  const inBlock = passed - blocks * (drivingBlock + rest)
  const driven = blocks * drivingBlock + Math.min(inBlock, drivingBlock)
  return { share: Math.min(1, driven / driving), isDriving: driven < driving && inBlock < drivingBlock }
}

/** Where a vehicle waits until its stop begins: a share of the way. */
const nearGate = 0.985
/** How far roads lie from the straight line at most, in degrees, and as a share of the way. */
const [mostBend, bend] = [0.06, 0.05]

/** Where a vehicle is on a leg: roads bend, always in the same way. Arrived, it waits by the gate. */
export function placeOn(leg: Leg, share: number): Coordinates {
  const { from, to } = leg
  const rise = to.latitude - from.latitude
  const run = to.longitude - from.longitude
  const length = Math.hypot(rise, run)
  if (length === 0) return { latitude: to.latitude, longitude: to.longitude }
  const side = Math.round((from.latitude + to.longitude) * 1_000) % 2 === 0 ? 1 : -1
  const aside =
    side * Math.min(mostBend, length * bend) * (Math.sin(Math.PI * share) + 0.35 * Math.sin(3 * Math.PI * share))
  return {
    latitude: round(from.latitude + rise * share - (run / length) * aside),
    longitude: round(from.longitude + run * share + (rise / length) * aside),
  }
}

function round(degrees: number): number {
  return Math.round(degrees * 1e5) / 1e5
}

/** Where a vehicle is at a moment on its course, and whether it drives; undefined before it sets out. */
export function whereabouts(
  visits: readonly Visit[],
  at: number,
): { place: Coordinates; isDriving: boolean } | undefined {
  const done = visits.findLastIndex(({ arrives }) => arrives <= at)
  const there = visits[done]
  const next = visits[done + 1]
  if (next?.leg && at > next.leg.departs && (!there || at >= there.leaves)) {
    const { share, isDriving } = progressAt(next.leg, at)
    // The gate opens when the stop begins.
    return { place: placeOn(next.leg, Math.min(share, nearGate)), isDriving: isDriving && share < nearGate }
  }
  const place = there?.stop.place ?? there?.leg?.to
  return place ? { place: { latitude: place.latitude, longitude: place.longitude }, isDriving: false } : undefined
}
