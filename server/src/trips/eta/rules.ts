import type { Coordinates } from '../../locations/great-circle.rules.ts'
import { usualMinutes } from '../../locations/stop-minutes.rules.ts'
import type { Place } from '../../positions/distance.rules.ts'
import type { Road, RoadFinder } from '../../positions/roads/rules.ts'
import type { TripStop } from '../state.rules.ts'
import { inOrder, isLive } from '../stop.rules.ts'
import type { BeginFinder } from './waiting.rules.ts'

const minute = 60_000
/** Minutes of driving after which a break is due, and how long it is (EU 561/2006 article 7). */
const drivingMinutesToBreak = 270
const breakMinutes = 45
/** Hours after which a position says nothing about where a vehicle is. */
const longestSilenceHours = 12

/** Where a vehicle was last. */
export interface LastPosition extends Coordinates {
  /** Milliseconds since 1970. */
  at: number
}

/** What someone else reported of a stop's times. */
export interface ReportedEta {
  /** Milliseconds since 1970: when it was reported. */
  at: number
  start_at: string | null
  end_at: string | null
}

/** Everything an estimate is made from. */
export interface EtaFacts {
  /** Milliseconds since 1970. */
  now: number
  stops: readonly TripStop[]
  /** By location id; a place without coordinates is passed over. */
  places: ReadonlyMap<string, Place>
  position: LastPosition | undefined
  /** By stop id. */
  reported: ReadonlyMap<string, ReportedEta>
  road: RoadFinder
  /** When work at a stop can begin: requested windows and opening hours are waited for. */
  begins: BeginFinder
  /** How long stops take whose planned times do not say it, in minutes by stop id (TIME-6). */
  lengths: ReadonlyMap<string, number>
}

interface Driver {
  /** Milliseconds since 1970. */
  at: number
  place: Place | undefined
  drivenMinutes: number
  /** No router gave some of the driving times up to here. */
  isEstimated: boolean
}

/** Whether a stop is still to be reached. */
function isAhead({ status }: TripStop): boolean {
  return status !== 'AT_STOP' && status !== 'COMPLETED' && status !== 'CANCELLED'
}

/**
 * The stops with estimates of those that were not reached yet: from the last position or the last stop, by road, with a
 * break of 45 minutes in every 4.5 hours of driving, waiting for times that were agreed, for requested windows and until
 * places open (ETA-1), and the time stops take. The first stop is not reached before it is planned: until then the
 * vehicle does something else. What a partner reported of a stop stays until a position is newer. Daily rests are not
 * in it. Each says whether a router gave all the driving
 * times that it depends on (ETA-2).
 * @param leastMinutes estimates that move by less stay as they are
 */
export function estimateStops(facts: EtaFacts, leastMinutes = 1): TripStop[] {
  const driver = startOf(facts)
  if (!driver) return [...facts.stops]
  const isUnderWay = facts.stops.some(({ status }) => status === 'AT_STOP' || status === 'COMPLETED')
  const firstAhead = facts.stops.find(isAhead)
  return facts.stops.map((stop) => {
    const withEta = (start: string | null, end: string | null, isEstimated: boolean | null) =>
      moveEta({ ...stop, eta_is_estimated: isEstimated }, stop, { start, end, leastMinutes })
    if (stop.status === 'AT_STOP') return withEta(stop.eta_start_at, iso(driver.at), stop.eta_is_estimated)
    if (!isAhead(stop)) return stop
    const reported = facts.reported.get(stop.stop_id)
    if (reported && reported.at >= (facts.position?.at ?? Number.NEGATIVE_INFINITY)) {
      const end = followReported(driver, stop, reported, facts)
      const isEstimated = reported.start_at === null && stop.eta_is_estimated
      return withEta(reported.start_at ?? stop.eta_start_at, end ?? stop.eta_end_at, isEstimated)
    }
    const isFirst = stop === firstAhead && !isUnderWay
    const arrival = arriveAt(driver, stop, facts, isFirst)
    const begin = beginAt(stop, arrival, facts)
    leave(driver, begin, stop, { arrival, ...facts })
    return withEta(iso(arrival), iso(driver.at), driver.isEstimated)
  })
}

/** The road to each stop from the one before; undefined for the first and where a place is unknown. */
export function roadsTo({ stops, places, road }: Pick<EtaFacts, 'stops' | 'places' | 'road'>): (Road | undefined)[] {
  const live = stops.filter(isLive)
  const before = new Map(live.map((stop, index) => [stop.stop_id, live[index - 1]]))
  return stops.map((stop) => {
    const previous = before.get(stop.stop_id)
    const [from, to] = [previous && places.get(previous.location_id), places.get(stop.location_id)]
    return from && to ? road(from, to) : undefined
  })
}

/** A driver who has not driven since, and from whose times nothing was estimated. */
const fresh = { drivenMinutes: 0, isEstimated: false }

/** Where the way to the next stop begins; undefined when there is nothing to begin with. */
function startOf(facts: EtaFacts): Driver | undefined {
  const { now, stops, places, position } = facts
  const reached = stops.filter(({ status }) => status === 'AT_STOP' || status === 'COMPLETED')
  const last = reached.at(-1)
  if (last?.status === 'AT_STOP') {
    const arrived = last.actual_start_at === null ? now : Date.parse(last.actual_start_at)
    const at = Math.max(now, servedFrom(last, arrived, facts) + serviceMs(last, facts))
    return { ...fresh, at, place: places.get(last.location_id) }
  }
  const left = last?.actual_end_at == null ? undefined : Date.parse(last.actual_end_at)
  const isFresh = position !== undefined && now - position.at < longestSilenceHours * 60 * minute
  if (isFresh && position.at >= (left ?? Number.NEGATIVE_INFINITY)) {
    return { ...fresh, at: position.at, place: position }
  }
  if (last) return { ...fresh, at: left ?? now, place: places.get(last.location_id) }
  const first = stops.find(isAhead)
  if (!first?.planned_start_at) return undefined
  return { ...fresh, at: Date.parse(first.planned_start_at), place: places.get(first.location_id) }
}

/** When the driver arrives; the driver's place and breaks move on with it. */
function arriveAt(driver: Driver, stop: TripStop, { now, places, road }: EtaFacts, isFirst: boolean): number {
  const place = places.get(stop.location_id)
  const way = driver.place && place ? road(driver.place, place) : undefined
  const planned = stop.planned_start_at === null ? undefined : Date.parse(stop.planned_start_at)
  const driving = way?.driving_minutes ?? 0
  const driven = driver.drivenMinutes + driving
  const breaks = Math.max(0, Math.ceil(driven / drivingMinutesToBreak) - 1)
  driver.drivenMinutes = driven - breaks * drivingMinutesToBreak
  driver.place = place ?? driver.place
  // ETA-2: from the first way on that no router knows.
  if (way === undefined || (way.is_estimated && driving > 0)) driver.isEstimated = true
  const arrival = driver.at + (driving + breaks * breakMinutes) * minute
  // Without a distance the plan is the best there is.
  const least = isFirst || !way ? (planned ?? now) : now
  return Math.max(arrival, least, now)
}

/** The driver leaves when the stop is done; a long stop counts as a break. */
function leave(driver: Driver, begin: number, stop: TripStop, facts: EtaFacts & { arrival: number }): void {
  driver.at = begin + serviceMs(stop, facts)
  if (isBreak(driver.at - facts.arrival)) driver.drivenMinutes = 0
}

/** @returns when the stop is expected to be left: as it was reported, else as long after the arrival as the stop takes */
function followReported(driver: Driver, stop: TripStop, reported: ReportedEta, facts: EtaFacts): string | null {
  const { start_at: start } = reported
  const end = reported.end_at ?? (start === null ? null : endAfter(stop, start, facts))
  if (end !== null) driver.at = Date.parse(end)
  driver.drivenMinutes = 0
  driver.isEstimated = start === null && stop.eta_is_estimated !== false
  driver.place = facts.places.get(stop.location_id) ?? driver.place
  return end
}

/** The end that moved with a start that was reported alone, unless work cannot have begun by then. */
function endAfter(stop: TripStop, start: string, facts: EtaFacts): string {
  const begin = beginAt(stop, Date.parse(start), facts)
  const moved = stop.eta_start_at === start ? stop.eta_end_at : null
  return moved !== null && Date.parse(moved) > begin ? moved : iso(begin + serviceMs(stop, facts))
}

/** When work begins for who arrives at an instant. */
function beginAt(stop: TripStop, arrival: number, facts: EtaFacts): number {
  return facts.begins(stop, Math.max(arrival, agreedStart(stop)))
}

/** When work began, or will, for who is there: who came after hours is not kept waiting until the next day. */
function servedFrom(stop: TripStop, arrived: number, facts: EtaFacts): number {
  const begin = beginAt(stop, arrived, facts)
  return begin - arrived < longestSilenceHours * 60 * minute ? begin : arrived
}

/** Times that were agreed with the place or by a planner are waited for; those that were only reckoned are not. */
function agreedStart({ planned_start_at, fixed_timestamp_type }: TripStop): number {
  const isAgreed = fixed_timestamp_type === 'ENFORCED_TIMEWINDOW' || fixed_timestamp_type === 'SET_BY_USER'
  return isAgreed && planned_start_at !== null ? Date.parse(planned_start_at) : Number.NEGATIVE_INFINITY
}

function serviceMs({ stop_id, planned_start_at, planned_end_at }: TripStop, { lengths }: EtaFacts): number {
  if (planned_start_at === null || planned_end_at === null) return (lengths.get(stop_id) ?? usualMinutes) * minute
  return Date.parse(planned_end_at) - Date.parse(planned_start_at)
}

function isBreak(milliseconds: number): boolean {
  return milliseconds >= breakMinutes * minute
}

/** Estimates that hardly moved stay as they are: sending them again would add nothing. */
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

/** Kinds of resources whose place is that of the trip, the surest first. */
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

/** The resource whose positions are those of the trip: by kind, then by id, so that it is the same every time. */
export function leadingResource<Resource extends { resource_id: string; resource_type: string }>(
  resources: readonly Resource[],
): Resource | undefined {
  const rank = ({ resource_type }: Resource) =>
    (leading.indexOf(resource_type) + leading.length + 1) % (leading.length + 1)
  return [...resources].sort(
    (one, other) => rank(one) - rank(other) || (one.resource_id < other.resource_id ? -1 : 1),
  )[0]
}
