import type { DrivingLaw } from '@cartage/contract/tenants/app/planning-limits'
import type { Coordinates } from '../../locations/great-circle.rules.ts'
import { usualMinutes } from '../../locations/stop-minutes.rules.ts'
import type { Place } from '../../positions/distance.rules.ts'
import type { Road, RoadFinder } from '../../positions/roads/rules.ts'
import { arrivalOf, callsAcross, crossingBetween, notDriven, type TripCrossing } from '../crossing.rules.ts'
import { passedCall } from '../hours/calls.rules.ts'
import type { Call } from '../hours/duties.model.ts'
import { lawFor } from '../hours/law.rules.ts'
import { restedAt } from '../hours/state.rules.ts'
import type { TripStop } from '../state.rules.ts'
import { inOrder, isLive } from '../stop.rules.ts'
import { calledAfter, type Earlier } from './earlier.rules.ts'
import type { BeginFinder } from './waiting.rules.ts'

const minute = 60_000
/** Assumed drive when either end has no coordinates, in minutes. */
const unknownDriveMinutes = 60
/** Maximum age in hours of a position that still shows where a vehicle is. */
const longestSilenceHours = 12

/** The last known position of a vehicle. */
export interface LastPosition extends Coordinates {
  /** Milliseconds since 1970. */
  at: number
}

/** Times of a stop reported by someone else. */
export interface ReportedEta {
  /** Milliseconds since 1970: when it was reported. */
  at: number
  start_at: string | null
  end_at: string | null
}

/** All inputs of an estimate. */
export interface EtaFacts {
  /** Milliseconds since 1970. */
  now: number
  stops: readonly TripStop[]
  /** By location id; places without coordinates are ignored. */
  places: ReadonlyMap<string, Place>
  position: LastPosition | undefined
  /** By stop id. */
  reported: ReadonlyMap<string, ReportedEta>
  road: RoadFinder
  /** Finds when work at a stop can begin, after waiting for requested windows and opening hours. */
  begins: BeginFinder
  /** Duration of stops without planned times, in minutes by stop id (TIME-6). */
  lengths: ReadonlyMap<string, number>
  /** Latest time at which work at a stop is not late, in milliseconds since 1970. */
  latest: (stop: Pick<TripStop, 'stop_id'>) => number
  /** Number of drivers on the trip. */
  drivers: number
  /** Driving law that applies to them. */
  law?: DrivingLaw
  /** Their earlier work; absent if not loaded. */
  earlier?: Earlier
}

const nothing: Earlier = { visits: [], places: new Map() }

/** Start of the drive to the next stop, and the crew's earlier work as consecutive calls. */
interface Origin {
  place: Place | undefined
  location_id: string | undefined
  past: Call[]
  /** The crossing to each of these calls, if it was not driven to. */
  crossings: (TripCrossing | undefined)[]
  /** The last stop that was reached. */
  last: TripStop | undefined
  /** The vehicle's position is unknown, so it is assumed where the plan has it. */
  isAsPlanned: boolean
}

/** Whether a stop was not reached yet. */
function isAhead({ status }: TripStop): boolean {
  return status !== 'AT_STOP' && status !== 'COMPLETED' && status !== 'CANCELLED'
}

/**
 * Adds estimates to stops that were not reached yet: from the last position or stop, by road, with breaks and rests of
 * the crew after its work on the trip (HOURS-4). Waits for agreed times, requested windows and opening hours (ETA-1),
 * and includes the duration of stops. The first stop is not reached before its planned time, because the vehicle is
 * busy until then. A partner's report stands until a newer position. Each estimate states whether a router gave all its
 * driving times (ETA-2).
 * @param leastMinutes smaller changes are ignored
 */
export function estimateStops(facts: EtaFacts, leastMinutes = 1): TripStop[] {
  const origin = originOf(facts)
  if (!origin) return [...facts.stops]
  const ahead = aheadOf(origin, facts)
  const calls = callsAcross(
    [...origin.past, ...ahead.map(({ call }) => call)],
    [...origin.crossings, ...ahead.map(({ crossing }) => crossing)],
  )
  const start = { ...restedAt(calls[0]?.at ?? facts.now / minute), ...(!origin.isAsPlanned && { slack: 0 }) }
  const trip = {
    start,
    law: lawFor(facts.drivers, facts.law),
    location_id: facts.stops.find(isLive)?.location_id,
    ...{ road: facts.road, drivers: facts.drivers, now: facts.now / minute },
  }
  const times = calledAfter(calls, facts.earlier ?? nothing, trip).slice(origin.past.length)
  const byStop = new Map(ahead.map((one, at) => [one.stop, { ...one, time: times[at]! }]))
  const end = origin.past.at(-1)
  return facts.stops.map((stop) => {
    const withEta = (start: string | null, end: string | null, isEstimated: boolean | null) =>
      moveEta({ ...stop, eta_is_estimated: isEstimated }, stop, { start, end, leastMinutes })
    if (stop.status === 'AT_STOP') return withEta(stop.eta_start_at, iso(endMs(end!)), stop.eta_is_estimated)
    const known = byStop.get(stop)
    if (!known) return stop
    const { reported, time, call, least } = known
    if (reported) return withEta(reported.start, reported.end, known.isEstimated)
    const arrival = origin.isAsPlanned ? time.begin : Math.max(time.arrival, least)
    return withEta(iso(arrival * minute), iso((time.begin + call.work) * minute), known.isEstimated)
  })
}

/** A stop that was not reached yet, with its call. */
interface Ahead {
  stop: TripStop
  call: Call
  /** Earliest arrival, in minutes since 1970. */
  least: number
  reported: { start: string | null; end: string | null } | undefined
  isEstimated: boolean
  crossing: TripCrossing | undefined
}

function aheadOf(origin: Origin, facts: EtaFacts): Ahead[] {
  const { stops, places, reported, position } = facts
  const isUnderWay = stops.some(({ status }) => status === 'AT_STOP' || status === 'COMPLETED')
  const found: Ahead[] = []
  let { place, location_id, last } = origin
  // ETA-2: set from the first leg on that no router measured.
  let isEstimated = false
  for (const stop of stops.filter(isAhead)) {
    const to = places.get(stop.location_id)
    const isThere = location_id === stop.location_id
    const way = place && to ? facts.road(place, to) : undefined
    const crossing = crossingBetween(last, stop)
    const driving = isThere || crossing ? 0 : way ? Math.ceil(way.driving_minutes) : unknownDriveMinutes
    const report = reported.get(stop.stop_id)
    if (report && report.at >= (position?.at ?? Number.NEGATIVE_INFINITY)) {
      isEstimated = report.start_at === null && stop.eta_is_estimated !== false
      const own = report.start_at === null && stop.eta_is_estimated
      found.push({ ...reportedCall(stop, report, driving, facts), stop, crossing, isEstimated: own ?? false })
    } else {
      if (!crossing && (way === undefined || (way.is_estimated && driving > 0))) isEstimated = true
      const isFirst = found.length === 0 && !isUnderWay
      const known = expectedCall(stop, driving, isFirst || !(way ?? crossing), facts)
      const lands = found.length === 0 && crossing ? landingOf(known, crossing, origin, facts) : known
      found.push({ ...lands, stop, crossing, reported: undefined, isEstimated })
    }
    place = to
    location_id = stop.location_id
    last = stop
  }
  return found
}

/** CROSS-4: a vehicle aboard lands when the ferry or train arrives, wherever it was last seen, and not before now. */
function landingOf<Known extends { call: Call }>(
  known: Known,
  crossing: TripCrossing,
  { past }: Origin,
  facts: EtaFacts,
) {
  const boarded = past.at(-1)
  if (!boarded) return known
  const at = Math.max(facts.now / minute, arrivalOf(crossing, boarded.at! + boarded.work))
  return { ...known, call: { ...known.call, at } }
}

/** @param isPlanned not reached before its planned time: without a distance the plan is the best estimate */
function expectedCall(stop: TripStop, driving: number, isPlanned: boolean, facts: EtaFacts) {
  const planned = isPlanned && stop.planned_start_at !== null ? Date.parse(stop.planned_start_at) : facts.now
  const least = Math.max(planned, facts.now) / minute
  // CROSS-1: for a fixed sailing the departure replaces the opening hours of the terminal.
  const isSailing = Boolean(stop.crossing?.departs_at)
  const opens = (from: number) =>
    isSailing ? Math.max(from, least) : beginAt(stop, Math.round(Math.max(from, least) * minute), facts) / minute
  const call: Call = { driving, work: serviceMs(stop, facts) / minute, opens, latest: facts.latest(stop) / minute }
  return { call, least }
}

/** A stop ends as reported, else after its usual duration. */
function reportedCall(stop: TripStop, { start_at: start, end_at }: ReportedEta, driving: number, facts: EtaFacts) {
  const end = end_at ?? (start === null ? null : endAfter(stop, start, facts))
  const at = Date.parse(start ?? end!) / minute
  const work = end === null ? 0 : Math.max(0, Date.parse(end) / minute - at)
  const call: Call = { driving, work, at, opens: (from) => from, latest: Infinity }
  return { call, least: at, reported: { start: start ?? stop.eta_start_at, end: end ?? stop.eta_end_at } }
}

/** The road to each stop from its predecessor; undefined for the first and if a place is unknown. */
export function roadsTo({ stops, places, road }: Pick<EtaFacts, 'stops' | 'places' | 'road'>): (Road | undefined)[] {
  const live = stops.filter(isLive)
  const before = new Map(live.map((stop, index) => [stop.stop_id, live[index - 1]]))
  return stops.map((stop) => {
    const previous = before.get(stop.stop_id)
    if (crossingBetween(previous, stop)) return notDriven
    const [from, to] = [previous && places.get(previous.location_id), places.get(stop.location_id)]
    return from && to ? road(from, to) : undefined
  })
}

/** Start of the drive to the next stop; undefined if unknown. */
function originOf(facts: EtaFacts): Origin | undefined {
  const { now, stops, places, position } = facts
  const reached = stops.filter(({ status }) => status === 'AT_STOP' || status === 'COMPLETED')
  const last = reached.at(-1)
  const { past, crossings } = pastOf(reached, facts)
  const known = { past, crossings, last, isAsPlanned: false, location_id: last?.location_id }
  const next = stops.find(isAhead)
  const isAboard = next !== undefined && crossingBetween(last, next) !== undefined
  if (last && (isAboard || last.status === 'AT_STOP')) return { ...known, place: places.get(last.location_id) }
  const left = last?.actual_end_at == null ? undefined : Date.parse(last.actual_end_at)
  const isFresh = position !== undefined && now - position.at < longestSilenceHours * 60 * minute
  if (isFresh && position.at >= (left ?? Number.NEGATIVE_INFINITY)) {
    const from = last && places.get(last.location_id)
    const way = from && facts.road(from, position)
    const seen = passedCall(past.at(-1), position.at / minute, position.at / minute, way?.driving_minutes ?? 0)
    const seenAt = { past: [...past, seen], crossings: [...crossings, undefined] }
    return { ...known, ...seenAt, place: position, location_id: undefined }
  }
  if (last) return { ...known, place: places.get(last.location_id) }
  if (!next?.planned_start_at) return undefined
  const start = Math.max(now, Date.parse(next.planned_start_at)) / minute
  const there = { past: [passedCall(undefined, start, start, 0)], crossings: [undefined] }
  const { location_id } = next
  return { ...known, ...there, isAsPlanned: true, place: places.get(location_id), location_id }
}

/** Work of the crew on the trip: reported times at stops, and driving between them by route duration. */
function pastOf(reached: readonly TripStop[], facts: EtaFacts): Pick<Origin, 'past' | 'crossings'> {
  const calls: Call[] = []
  const crossings: Origin['crossings'] = []
  let before: TripStop | undefined
  for (const [at, stop] of reached.entries()) {
    const isLast = at === reached.length - 1
    const left = stop.actual_end_at === null ? undefined : Date.parse(stop.actual_end_at)
    if (!isLast && stop.actual_start_at === null && left === undefined) continue
    const arrived = stop.actual_start_at === null ? (left ?? facts.now) : Date.parse(stop.actual_start_at)
    const until = stop.status === 'AT_STOP' ? leavesAt(stop, arrived, facts) : (left ?? (isLast ? facts.now : arrived))
    const [from, to] = [reached[at - 1], stop].map((one) => one && facts.places.get(one.location_id))
    const way = from && to ? facts.road(from, to) : undefined
    const crossing = crossingBetween(before, stop)
    calls.push(passedCall(calls.at(-1), arrived / minute, until / minute, crossing ? 0 : (way?.driving_minutes ?? 0)))
    crossings.push(crossing)
    before = stop
  }
  return { past: calls, crossings }
}

/** When the vehicle leaves its current stop. CROSS-4: with a sailing that it is in time for, reported or not. */
function leavesAt(stop: TripStop, arrived: number, facts: EtaFacts): number {
  const departs = Date.parse(stop.crossing?.departs_at ?? '')
  if (arrived <= departs) return departs
  return Math.max(facts.now, servedFrom(stop, arrived, facts) + serviceMs(stop, facts))
}

function endMs({ at, work }: Call): number {
  return (at! + work) * minute
}

/** The end shifted with a start that was reported alone, unless work cannot have begun by then. */
function endAfter(stop: TripStop, start: string, facts: EtaFacts): string {
  const begin = beginAt(stop, Date.parse(start), facts)
  const moved = stop.eta_start_at === start ? stop.eta_end_at : null
  return moved !== null && Date.parse(moved) > begin ? moved : iso(begin + serviceMs(stop, facts))
}

/** When work begins after an arrival at an instant. */
function beginAt(stop: TripStop, arrival: number, facts: EtaFacts): number {
  return facts.begins(stop, Math.max(arrival, agreedStart(stop)), serviceMs(stop, facts) / minute)
}

/** Start of work for a vehicle that has arrived. After closing time it does not wait until the next day. */
function servedFrom(stop: TripStop, arrived: number, facts: EtaFacts): number {
  const begin = beginAt(stop, arrived, facts)
  return begin - arrived < longestSilenceHours * 60 * minute ? begin : arrived
}

/**
 * Waits for times agreed with the place or a planner, and for the trip that brings the goods; computed times are not
 * waited for.
 */
function agreedStart({ kind, planned_start_at, fixed_timestamp_type }: TripStop): number {
  const isSaid = fixed_timestamp_type === 'ENFORCED_TIMEWINDOW' || fixed_timestamp_type === 'SET_BY_USER'
  const isAgreed = isSaid || kind === 'TRANSFER_PICKUP'
  return isAgreed && planned_start_at !== null ? Date.parse(planned_start_at) : Number.NEGATIVE_INFINITY
}

function serviceMs({ stop_id, planned_start_at, planned_end_at }: TripStop, { lengths }: EtaFacts): number {
  if (planned_start_at === null || planned_end_at === null) return (lengths.get(stop_id) ?? usualMinutes) * minute
  return Date.parse(planned_end_at) - Date.parse(planned_start_at)
}

/** Keeps estimates that hardly changed, because sending them again adds nothing. */
function moveEta(
  stop: TripStop,
  before: TripStop,
  { start, end, leastMinutes }: { start: string | null; end: string | null; leastMinutes: number },
): TripStop {
  const least = leastMinutes * minute
  const isSame = isNear(stop.eta_start_at, start, least) && isNear(stop.eta_end_at, end, least)
  if (!isSame) return inOrder({ ...stop, eta_start_at: start, eta_end_at: end })
  return stop.eta_is_estimated === before.eta_is_estimated ? before : stop
}

function isNear(one: string | null, other: string | null, least: number): boolean {
  if (one === null || other === null) return one === other
  return Math.abs(Date.parse(one) - Date.parse(other)) < least
}

/** Whole minutes, as ISO 8601 in UTC. */
function iso(milliseconds: number): string {
  return new Date(Math.ceil(milliseconds / minute) * minute).toISOString()
}

/** Kinds of resources that locate a trip, most reliable first. */
const leading = [
  'TRACTOR',
  'RIGID',
  'VAN',
  'DRIVER',
  'TRAILER',
  'FULL_TRAILER',
  'CHASSIS',
  'SUBCONTRACTOR',
  'CONTAINER',
]

/** A resource with a position newer by this much takes precedence, whatever their kinds. */
const stalestMinutes = 60

/**
 * TELE-7: the last position of a trip: from the leading resource among those heard from recently enough compared to the
 * newest one. A tracker that fell silent does not locate the trip while another one does.
 */
export function leadingPosition<Known extends { resource_id: string; resource_type: string; at: number }>(
  positions: readonly Known[],
): Known | undefined {
  const newest = Math.max(...positions.map(({ at }) => at))
  return leadingResource(positions.filter(({ at }) => newest - at <= stalestMinutes * minute))
}

/** The resource whose positions locate the trip: by kind, then by id, so that the choice is stable. */
export function leadingResource<Resource extends { resource_id: string; resource_type: string }>(
  resources: readonly Resource[],
): Resource | undefined {
  const rank = ({ resource_type }: Resource) =>
    (leading.indexOf(resource_type) + leading.length + 1) % (leading.length + 1)
  return [...resources].sort(
    (one, other) => rank(one) - rank(other) || (one.resource_id < other.resource_id ? -1 : 1),
  )[0]
}
