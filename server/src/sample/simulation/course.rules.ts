import { type Coordinates, greatCircleKm } from '../../locations/great-circle.rules.ts'
import { estimateRoad } from '../../positions/distance.rules.ts'
import { arrivalOf, crossingBetween, type TripCrossing } from '../../trips/crossing.rules.ts'
import type { Span } from '../../trips/hours/calls.rules.ts'
import { type Activity, type DrivenWay, drivenBy, inTurn, type Job, workOnBox } from './driver.rules.ts'
import { diceOf, type Fix, type PlannedStop, type PlannedTrip } from './plan.rules.ts'

const second = 1_000
const minute = 60 * second
/** A vehicle last seen at least this far from its course continues from that position. */
const strayKm = 8

/** A route from one place to another. */
export interface Leg {
  from: Coordinates
  to: Coordinates
  departs: number
  /** Driving time only; breaks and rests come on top. */
  driving: number
  /** Driving periods. */
  drives: readonly Span[]
  /** The vehicle goes by ferry or train, without driving. */
  isAboard?: true
}

/** A stop with the arrival and departure of the vehicle. */
export interface Visit {
  stop: PlannedStop
  /** Route to the stop; undefined without a starting point or coordinates. */
  leg: Leg | undefined
  arrives: number
  leaves: number
  /** When the terminal releases the container, if late. */
  released: number | undefined
  /** Rest period of the driver at the stop. */
  rests: Span | undefined
}

/** Input of a course besides the plan. */
export interface Conditions {
  seed: number
  /** Unreported events happen after this moment. */
  from: number
  /** Where the vehicle is, and since when it is free. */
  start: Fix | undefined
  /** Last reported position. */
  seen: Fix | undefined
  lateBoxes: boolean
  /** Earlier activities of the driver, and those already recorded on this trip. */
  record?: readonly Activity[]
  /** Whether a tachograph records it: the course of a carrier is calculated from scratch each time. */
  isRecorded?: boolean
}

/**
 * Arrival and departure times at the stops of a trip: reported times as reported, the rest from the plan, the
 * distances, the hours of its driver and chance. Arrivals respect the travel time, and departures follow arrivals.
 */
export function courseOf(trip: PlannedTrip, conditions: Conditions): Visit[] {
  const { seed, from, start, seen, lateBoxes, record = [], isRecorded = false } = conditions
  const visits: Visit[] = []
  const now = isRecorded ? from : undefined
  let origin = start
  for (const [index, stop] of trip.stops.entries()) {
    const dice = diceOf(seed, trip.trip_id, stop.stop_id)
    const percent = 92 + dice.below(36)
    const done = withVisits(record, visits)
    // A completed leg needs no calculation.
    const isOver = stop.arrived !== null && stop.arrived <= from
    // The leg starts as soon as the previous stop is done; to the first stop as late as possible.
    const wanted = stop.planned_from + (index === 0 ? dice.below(28) - 6 : -dice.below(25)) * minute
    const stay = Math.max(10 * minute, ((stop.planned_until - stop.planned_from) * (60 + dice.below(75))) / 100)
    const isLate = lateBoxes && stop.is_box && dice.isIn(30)
    const released = isLate ? stop.planned_from + (50 + dice.below(110)) * minute : undefined
    const last = visits.at(-1)
    const crossing = last && crossingBetween(last.stop, stop)
    if (crossing) {
      const landing = landed(stop, last, { crossing, from, stay })
      visits.push(landing)
      if (stop.place) origin = { ...stop.place, at: landing.leaves }
      continue
    }
    // Of two stops at one place, the second begins a minute later.
    const least = last ? last.leaves + minute : Number.NEGATIVE_INFINITY
    const job = { percent, work: stay, from: Math.max(wanted, least), released, isFirst: index === 0, now }
    if (stop.arrived === null) origin = afterStraying(origin, done, { stop, job, seen })
    const driving = origin && drivingTime(origin, stop, percent)
    const free = origin ?? { at: Math.min(wanted, stop.arrived ?? wanted) }
    const isSeen = origin !== undefined && origin === seen
    const asked = { ...job, driving: driving ?? 0, now: isSeen ? from : now }
    const way = isOver ? undefined : wayFrom(done, free.at, asked)
    const arrives = stop.arrived ?? Math.max(way?.begins ?? wanted, least, from + 1)
    const isHeld = released !== undefined && released > arrives
    const goesOn = isHeld ? goingOn(withVisits(record, visits), arrives, { stay, released }) : 0
    const sails = Date.parse(stop.crossing?.departs_at ?? '') || 0
    const ready = Math.max(arrives + stay, isHeld ? goesOn + workOnBox * minute : 0, sails, from + 1)
    visits.push({
      stop,
      leg: legOf(origin, stop, driving, way),
      arrives,
      leaves: stop.left ?? ready,
      released: isHeld ? released : undefined,
      rests: isHeld && goesOn > arrives + stay ? { from: arrives + stay, to: goesOn } : undefined,
    })
    const { leaves } = visits.at(-1)!
    if (stop.place) origin = { ...stop.place, at: leaves }
    else if (origin) origin = { ...origin, at: leaves }
  }
  return visits
}

/** CROSS-1: a vehicle aboard a ferry or train arrives when that does. */
function landed(
  stop: PlannedStop,
  { stop: boarding, leaves: boarded }: Visit,
  { crossing, from, stay }: { crossing: TripCrossing; from: number; stay: number },
): Visit {
  const arrives = stop.arrived ?? Math.max(Math.round(arrivalOf(crossing, boarded / minute) * minute), from + 1)
  const [quay, place] = [boarding.place, stop.place]
  const span = { departs: boarded, driving: arrives - boarded, drives: [{ from: boarded, to: arrives }] }
  const leg: Leg | undefined = quay && place ? { from: quay, to: place, ...span, isAboard: true } : undefined
  const leaves = stop.left ?? Math.max(arrives + stay, from + 1)
  return { stop, leg, arrives, leaves, released: undefined, rests: undefined }
}

/** When the driver continues with a container that was released late. */
function goingOn(record: readonly Activity[], arrives: number, { stay, released }: { stay: number; released: number }) {
  return drivenBy(record, arrives, { driving: 0, work: stay, from: arrives, released }).goesOn
}

/**
 * A route from when the vehicle is free. On a route already under way the driver continues from the recorded activities
 * (HOURS-4), regardless of the earlier calculation: otherwise a break would be lost when another one is chosen.
 */
function wayFrom(record: readonly Activity[], free: number, job: Job & Drive): Way {
  const { now } = job
  if (now === undefined || free >= now) return wayTo(record, free, job)
  const since = drivesBetween(record, free, now)
  if (since.length === 0) {
    // No part of it has begun.
    const way = wayTo(record, free, job)
    if ((way.drives[0]?.from ?? way.begins) >= now) return way
  }
  const driven = since.reduce((sum, one) => sum + one.to - one.from, 0)
  const left = job.driving - driven
  return wayTo(record, now, { ...job, driving: left < second ? 0 : left }, since)
}

/** A route driven at once; to the first stop with a time reserve, because arriving early costs nothing. */
function wayTo(record: readonly Activity[], at: number, given: Job & Drive, since: readonly Span[] = []): Way {
  const { isFirst, percent: _percent, now: _now, ...job } = given
  const from = (departs: number): Way => {
    const way = drivenBy(record, departs, job)
    return { ...way, departs: since[0]?.from ?? departs, drives: [...since, ...way.drives] }
  }
  const atOnce = from(at)
  const isUnderWay = record.findLast((change) => change.at <= at)?.kind === 'DRIVING'
  if (!isFirst || isUnderWay || job.driving <= 0) return atOnce
  const rested = drivenBy([], 0, { ...job, from: 0, released: undefined }).begins
  const later = from(Math.max(at, atOnce.begins - 1.25 * rested))
  return later.begins > atOnce.begins + minute ? atOnce : later
}

/** Driving periods since the vehicle was last seen: they are fixed, whatever comes next. */
function drivesBetween(record: readonly Activity[], from: number, to: number): Span[] {
  return record.flatMap(({ at, kind }, index) => {
    const span = { from: Math.max(at, from), to: Math.min(record[index + 1]?.at ?? to, to) }
    return kind === 'DRIVING' && span.from < span.to ? [span] : []
  })
}

/** A route with the departure time. */
type Way = DrivenWay & { departs: number }

/** Activity changes of a driver from the first to the last of some visits, in order. */
export function activitiesOf(visits: readonly Visit[]): Activity[] {
  return inTurn(
    visits.flatMap(({ leg, arrives, leaves, rests }): Activity[] => [
      ...(leg?.isAboard ? [] : (leg?.drives ?? [])).flatMap(({ from, to }): Activity[] => [
        { at: from, kind: 'DRIVING' },
        { at: to, kind: 'REST' },
      ]),
      { at: arrives, kind: 'WORKING' },
      ...(rests ? [{ at: rests.from, kind: 'REST' } as const, { at: rests.to, kind: 'WORKING' } as const] : []),
      { at: leaves, kind: 'REST' },
    ]),
  )
}

/** Activities of a driver by the end of some visits: the recorded ones, then those of the visits. */
export function withVisits(record: readonly Activity[], visits: readonly Visit[]): Activity[] {
  const until = record.at(-1)?.at ?? Number.NEGATIVE_INFINITY
  return [...record, ...activitiesOf(visits).filter(({ at }) => at > until)]
}

/** A vehicle seen off its course, because another sender reported it, continues from there. */
function afterStraying(
  origin: Fix | undefined,
  record: readonly Activity[],
  { stop, job, seen }: { stop: PlannedStop; job: Omit<Job, 'driving'> & Drive; seen: Fix | undefined },
): Fix | undefined {
  if (!origin || !seen || seen.at <= origin.at) return origin
  const driving = drivingTime(origin, stop, job.percent)
  const way = driving === undefined ? undefined : wayFrom(record, origin.at, { ...job, driving })
  const leg = legOf(origin, stop, driving, way)
  const expected = leg ? placeOn(leg, Math.min(progressAt(leg, seen.at).share, nearGate)) : origin
  return greatCircleKm(expected, seen) <= strayKm ? origin : seen
}

/** Speed of a route, and whether it is the first of its trip. */
interface Drive {
  percent: number
  isFirst: boolean
  /** Until when driver activities are recorded; undefined without a record. */
  now: number | undefined
}

function drivingTime(
  origin: Coordinates,
  { place }: { place: Coordinates | null },
  percent: number,
): number | undefined {
  const road = place && estimateRoad(origin, place)
  return road ? (road.driving_minutes * minute * percent) / 100 : undefined
}

function legOf(
  origin: Fix | undefined,
  { place }: PlannedStop,
  driving: number | undefined,
  way: Way | undefined,
): Leg | undefined {
  if (!origin || !place || driving === undefined || !way) return undefined
  return { from: origin, to: place, departs: way.departs, driving, drives: way.drives }
}

/** Share of a leg driven at a moment, from 0 to 1, and whether the vehicle is moving then. */
export function progressAt({ driving, drives }: Leg, at: number): { share: number; isDriving: boolean } {
  if (driving <= 0) return { share: 1, isDriving: false }
  const driven = drives.reduce((sum, { from, to }) => sum + Math.max(0, Math.min(at, to) - from), 0)
  return { share: Math.min(1, driven / driving), isDriving: drives.some(({ from, to }) => at > from && at < to) }
}

/** Share of the route at which a vehicle waits for its stop to begin. */
const nearGate = 0.985
/** Maximum deviation of roads from the straight line, in degrees and as a share of the route. */
const [mostBend, bend] = [0.06, 0.05]

/** Position of a vehicle on a leg: roads bend, always the same way. On arrival it waits at the gate. */
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

/** Position of a vehicle on its course at a moment, and whether it is driving; undefined before departure. */
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
