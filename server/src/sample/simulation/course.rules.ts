import { type Coordinates, greatCircleKm } from '../../locations/great-circle.rules.ts'
import { estimateRoad } from '../../positions/distance.rules.ts'
import { type Call, called, passedCall, type Span } from '../../trips/hours/calls.rules.ts'
import { lawFor } from '../../trips/hours/law.rules.ts'
import { restedAt } from '../../trips/hours/state.rules.ts'
import { diceOf, type Fix, type PlannedStop, type PlannedTrip } from './plan.rules.ts'

const minute = 60_000
/** A vehicle that was last seen this far from where its course says goes on from where it was seen. */
const strayKm = 8

/** A way from one place to another. */
export interface Leg {
  from: Coordinates
  to: Coordinates
  departs: number
  /** Time at the wheel; breaks and rests come on top. */
  driving: number
  /** When the driver is at the wheel. */
  drives: readonly Span[]
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
  let past: readonly Call[] = pastFrom(start)
  for (const [index, stop] of trip.stops.entries()) {
    const dice = diceOf(seed, trip.trip_id, stop.stop_id)
    const percent = 92 + dice.below(36)
    if (stop.arrived === null) [origin, past] = afterStraying(origin, past, { stop, percent, seen })
    const driving = origin && drivingTime(origin, stop, percent)
    // Nothing is asked any more of a way that is over.
    const isOver = stop.arrived !== null && stop.arrived <= from
    const way = driving === undefined || isOver ? undefined : wayFrom(past, driving)
    // The way is driven as soon as the stop before is done; to the first stop as late as will do.
    const wanted = stop.planned_from + (index === 0 ? dice.below(28) - 6 : -dice.below(25)) * minute
    const soonest = way?.arrives ?? wanted
    const last = visits.at(-1)
    const arrives = stop.arrived ?? Math.max(wanted, soonest, (last?.leaves ?? 0) + minute, from + 1)
    const stay = Math.max(10 * minute, ((stop.planned_until - stop.planned_from) * (60 + dice.below(75))) / 100)
    const isLate = lateBoxes && stop.is_box && dice.isIn(30)
    const released = isLate ? stop.planned_from + (50 + dice.below(110)) * minute : undefined
    const ready = Math.max(arrives + stay, (released ?? 0) + 12 * minute, from + 1)
    const leaves = stop.left ?? ready
    const leg = index === 0 && !isOver ? firstLegOf(origin, stop, driving, arrives) : legOf(origin, stop, driving, way)
    visits.push({
      stop,
      leg,
      arrives,
      leaves,
      released: released !== undefined && released > arrives ? released : undefined,
    })
    // Where the vehicle was last seen says nothing of a stop that was reached before.
    const before = past.filter(({ at }) => at! * minute <= arrives)
    past = [...before, passedCall(before.at(-1), arrives / minute, leaves / minute, (driving ?? 0) / minute)]
    if (stop.place) origin = { ...stop.place, at: leaves }
    else if (origin) origin = { ...origin, at: leaves }
  }
  return visits
}

/** A vehicle that was seen off its course, because someone else reported it, goes on from where it was seen. */
function afterStraying(
  origin: Fix | undefined,
  past: readonly Call[],
  { stop, percent, seen }: { stop: PlannedStop; percent: number; seen: Fix | undefined },
): [origin: Fix | undefined, past: readonly Call[]] {
  if (!origin || !seen || seen.at <= origin.at) return [origin, past]
  const driving = drivingTime(origin, stop, percent)
  const leg = driving === undefined ? undefined : legOf(origin, stop, driving, wayFrom(past, driving))
  const expected = leg ? placeOn(leg, Math.min(progressAt(leg, seen.at).share, nearGate)) : origin
  if (greatCircleKm(expected, seen) <= strayKm) return [origin, past]
  const driven = (drivingTime(origin, { place: seen }, percent) ?? 0) / minute
  return [seen, [...past, passedCall(past.at(-1), seen.at / minute, seen.at / minute, driven)]]
}

function drivingTime(
  origin: Coordinates,
  { place }: { place: Coordinates | null },
  percent: number,
): number | undefined {
  const road = place && estimateRoad(origin, place)
  return road ? (road.driving_minutes * minute * percent) / 100 : undefined
}

/** When a way is driven by one who has done so much before (HOURS-4), and when it is done. */
interface DrivenWay {
  arrives: number
  drives: readonly Span[]
}

/** The vehicle is free at an instant; what it did before is not known, so that its driver is rested. */
function pastFrom(start: Fix | undefined): Call[] {
  return start ? [passedCall(undefined, start.at / minute, start.at / minute, 0)] : []
}

/** The way that is driven at once after what was done, as soon as it is lawful. */
function wayFrom(past: readonly Call[], driving: number): DrivenWay {
  const way: Call = { driving: driving / minute, work: 0, opens: (from) => from, latest: Infinity }
  const { arrival, drives } = called([...past, way], restedAt(past[0]!.at!), lawFor(1)).at(-1)!
  const inMs = ({ from, to }: Span) => ({ from: Math.round(from * minute), to: Math.round(to * minute) })
  return { arrives: Math.ceil(arrival * minute), drives: drives.map(inMs) }
}

/** With time in hand: to be early at the first stop costs nothing. */
function firstLegOf(origin: Fix | undefined, stop: PlannedStop, driving: number | undefined, due: number) {
  if (!origin || driving === undefined) return undefined
  const atOnce = wayFrom(pastFrom(origin), driving)
  const departs = Math.max(origin.at, due - 1.25 * (atOnce.arrives - origin.at))
  const later = { ...origin, at: departs }
  return legOf(later, stop, driving, wayFrom(pastFrom(later), driving))
}

function legOf(
  origin: Fix | undefined,
  { place }: PlannedStop,
  driving: number | undefined,
  way: DrivenWay | undefined,
): Leg | undefined {
  if (!origin || !place || driving === undefined || !way) return undefined
  return { from: origin, to: place, departs: origin.at, driving, drives: way.drives }
}

/** How much of a leg is driven at a moment, from 0 to 1, and whether the vehicle moves then. */
export function progressAt({ driving, drives }: Leg, at: number): { share: number; isDriving: boolean } {
  if (driving <= 0) return { share: 1, isDriving: false }
  const driven = drives.reduce((sum, { from, to }) => sum + Math.max(0, Math.min(at, to) - from), 0)
  return { share: Math.min(1, driven / driving), isDriving: drives.some(({ from, to }) => at > from && at < to) }
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
