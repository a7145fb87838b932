import { msg, type Sentence } from '@cartage/contract/message'
import type { RoadVehicle } from '../../positions/roads/vehicle.rules.ts'
import { aboardFrom, crossingBetween, type TripCrossing } from '../../trips/crossing.rules.ts'
import { longestPeriod } from '../../trips/hours/bounds.rules.ts'
import { type DriverRecord, type KnownState, stateFrom } from '../../trips/hours/driven.rules.ts'
import type { Duty } from '../../trips/hours/duties.model.ts'
import { keptTimelineOf } from '../../trips/hours/kept.rules.ts'
import type { Effort } from '../../trips/hours/labels.rules.ts'
import { articleOf, isForTwo, type Law, lawFor, type Rule } from '../../trips/hours/law.rules.ts'
import type { Answer } from '../../trips/hours/rules.ts'
import { mostEffort } from '../../trips/hours/search.rules.ts'
import type { State } from '../../trips/hours/state.model.ts'
import { restedAt } from '../../trips/hours/state.rules.ts'
import type { WorkingRule } from '../../trips/hours/working-time.rules.ts'
import type { TripState, TripStop } from '../../trips/state.rules.ts'
import { workedAt } from '../facts/before.rules.ts'
import {
  type Facts,
  limited,
  liveStops,
  type Plan,
  placeName,
  type Reason,
  type ResourceFacts,
  resourcesOf,
  soft,
} from '../facts/rules.ts'
import { roadsOf, vehicleOnRoads } from '../facts/vehicle.rules.ts'
import { minutesBetween } from '../instants.rules.ts'
import { isReached } from '../schedule.rules.ts'
import { isWorkingRule, workingCodes, workingMessage, workingTimeOf } from './working-time.rules.ts'

/** A stop in a driver's day. */
export interface Visit {
  trip_id: string
  stop_id: string
  location_id: string
  from: string
  to: string
  /** The vehicle there, if known. */
  vehicle?: RoadVehicle | undefined
  /** The crossing from there, if the vehicle is not driven on. */
  crossing?: TripCrossing | null
}

/**
 * Driving and rest times estimated from the plan: drives by distance, stops as other work, and all remaining time as
 * breaks and rests. Starts from tachograph records (TACHO-10); without any, the driver counts as rested before the
 * known trips.
 */
export function drivingReasons(trip: TripState, plan: Plan): Reason[] {
  const late = driveReasons(trip, plan.facts)
  const drivers = resourcesOf(trip, plan.facts).filter(({ resource_type }) => resource_type === 'DRIVER')
  const law = lawFor(drivers.length, plan.facts.settings.limits.driving_law)
  const reasons = drivers.flatMap((driver) => driverReasons(trip, driver, law, plan))
  // A reason that two drivers share is reported for the first one.
  const first = new Map(reasons.toReversed().map((reason) => [`${reason.code} ${reason.stop_id}`, reason]))
  return [...late, ...reasons.filter((reason) => first.get(`${reason.code} ${reason.stop_id}`) === reason)]
}

/**
 * TIME-9: whether the plan leaves enough time to drive from each stop to the next. A late departure is reported as a
 * late ETA instead, an early one leaves more time, and completed drives are not checked.
 */
function driveReasons(trip: TripState, facts: Facts): Reason[] {
  const vehicle = vehicleOnRoads(trip, facts)
  return pairs(liveStops(trip)).flatMap(([from, to]) => {
    if (crossingBetween(from, to)) return []
    const left = leftAsPlanned(from)
    const driving = drivingBetween(from, { location_id: to.location_id, vehicle }, facts)
    if (isReached(to) || left === null || to.planned_start_at === null || driving === undefined) return []
    const time = minutesBetween(left, to.planned_start_at)
    // Tolerates a rounded minute; stops at the same place need no drive.
    if (driving === 0 || driving <= time + 1) return []
    const place = placeName(to.location_id, facts)
    const [needed, planned] = [spoken(driving), spoken(Math.max(0, time))]
    const message = msg`The drive to ${place} takes about ${needed}, but only ${planned} are planned. Plan it later.`
    return [soft(trip, 'no_time_for_way', message, { stop_id: to.stop_id })]
  })
}

/** When a stop is left: the planned time, or the actual one if earlier; null if neither is known. */
export function leftAsPlanned({ planned_end_at: planned, actual_end_at: actual }: TripStop): string | null {
  if (planned === null || actual === null) return planned ?? actual
  return actual < planned ? actual : planned
}

/** ROAD-3: routes where the engine finds a road, but none for the vehicle of the trip. */
export function roadReasons(trip: TripState, facts: Facts): Reason[] {
  const road = roadsOf(trip, facts)
  return pairs(liveStops(trip)).flatMap(([from, to]) => {
    const [one, other] = [facts.places.get(from.location_id), facts.places.get(to.location_id)]
    if (isReached(to) || crossingBetween(from, to) || !one || !other || !road(one, other)?.is_closed) return []
    const [start, end] = [placeName(from.location_id, facts), placeName(to.location_id, facts)]
    const message = msg`No road from ${start} to ${end} lets this vehicle through with its size, weight or dangerous goods. Choose another, or check its size.`
    return limited(trip, facts, 'road_closed', ['road_closed', message, { stop_id: to.stop_id }])
  })
}

/** Pairs of consecutive items. */
export function pairs<Item>(items: readonly Item[]): [Item, Item][] {
  return items.slice(1).map((item, at) => [items[at]!, item])
}

function visitsOf(trip: TripState, facts: Facts): Visit[] {
  const vehicle = vehicleOnRoads(trip, facts)
  return liveStops(trip).flatMap((stop) => {
    const { from, to } = workedAt(stop)
    if (from === null || to === null) return []
    const { stop_id, location_id, crossing } = stop
    return [{ trip_id: trip.trip_id, stop_id, location_id, from, to, vehicle, crossing }]
  })
}

/** Minutes of driving from one stop to another; undefined if a place is unknown. */
export function drivingBetween(
  from: Pick<Visit, 'location_id' | 'crossing'>,
  to: Pick<Visit, 'location_id' | 'vehicle'> & { stop_id?: string },
  facts: Pick<Facts, 'places' | 'roads'>,
): number | undefined {
  if (from.location_id === to.location_id || crossingBetween(from, to)) return 0
  const [one, other] = [facts.places.get(from.location_id), facts.places.get(to.location_id)]
  return one && other ? facts.roads.find(one, other, to.vehicle)?.driving_minutes : undefined
}

/** All visits of the driver around the trip, in chronological order. */
function dayOf(trip: TripState, { resource_id }: ResourceFacts, { trips, facts }: Plan): Visit[] {
  const judged = trips.filter(
    (other) => other === trip || (isLive(other) && other.resources.some((one) => one.resource_id === resource_id)),
  )
  const others = facts.others.filter((other) => other.resource_ids.includes(resource_id))
  const elsewhere = others.flatMap(({ resource_ids, stops }) => {
    const resources = resource_ids.map((id) => ({ resource_id: id }))
    const vehicle = vehicleOnRoads({ resources, stops: [] }, facts)
    return stops.flatMap((stop): Visit[] => {
      const { trip_id, stop_id, location_id, crossing = null } = stop
      const { from, to } = workedAt(stop)
      return from === null || to === null ? [] : [{ trip_id, stop_id, location_id, from, to, vehicle, crossing }]
    })
  })
  return [...judged.flatMap((one) => visitsOf(one, facts)), ...elsewhere].toSorted((one, other) =>
    one.from < other.from ? -1 : 1,
  )
}

function isLive({ status }: TripState): boolean {
  return status !== 'CANCELLED'
}

/** A visit that the driver cannot reach lawfully, and the first rule it breaks. */
export interface Breach<Of extends Rule | WorkingRule = Rule> {
  rule: Of
  visit: Visit
  /** The search for a lawful timeline was cut off (HOURS-10). */
  isUnsettled?: true
  /** Shortly after a crossing, on which a rest may continue (HOURS-9). */
  isAfterCrossing?: true
}

function driverReasons(trip: TripState, driver: ResourceFacts, law: Law, plan: Plan): Reason[] {
  const visits = dayOf(trip, driver, plan)
  const own = visits.filter(({ trip_id }) => trip_id === trip.trip_id)
  if (own.length === 0) return []
  const record = plan.facts.hours?.get(driver.resource_id)
  const known = knownBefore(record, epochMinutes(own[0]!.from), law)
  const judge = (some: readonly Visit[]): Breach<Rule | WorkingRule>[] => [
    ...breachesOf(piecesOf(some, law, plan.facts, known)),
    ...workingTimeOf(some, law, {
      ...{ facts: plan.facts, record: known ? record : undefined },
      dutiesOf: (visits) => dutiesOf(visits, plan.facts),
    }),
  ]
  const breaches = judge(visits)
  const isJudged = ({ trip_id }: Visit) => plan.trips.some((other) => other.trip_id === trip_id)
  const after = breaches.filter(({ visit }) => !isJudged(visit) && visit.from > own[0]!.from)
  // If this trip makes a later, unjudged trip unlawful, the reason is reported for this one.
  const before = after.length === 0 ? [] : judge(visits.filter((visit) => !own.includes(visit)))
  const caused = after.filter(({ visit, rule }) => {
    return !before.some((one) => one.visit === visit && isWorkingRule(one.rule) === isWorkingRule(rule))
  })
  // Past visits are skipped, because they can no longer be planned.
  const ahead = new Set(liveStops(trip).flatMap((stop) => (isReached(stop) ? [] : stop.stop_id)))
  const of = breaches.filter(({ visit }) => visit.trip_id === trip.trip_id && ahead.has(visit.stop_id))
  return [...of, ...caused].flatMap(({ rule, visit, ...how }) => {
    const stop_id = visit.trip_id === trip.trip_id ? visit.stop_id : own.at(-1)!.stop_id
    const about = { resource_id: driver.resource_id, stop_id }
    const place = placeName(visit.location_id, plan.facts)
    if (!isWorkingRule(rule)) {
      const breach = { rule, ...how }
      return [soft(trip, codeOfBreach(breach), spokenBreach(breach, driver, place, law), about)]
    }
    return limited(trip, plan.facts, 'working_time', [workingCodes[rule], workingMessage(rule, driver, place), about])
  })
}

/** TACHO-10: records of a driver before an instant. With two drivers, who share the driving, one card is not enough. */
export function knownBefore(record: DriverRecord | undefined, at: number, law: Law): KnownState | undefined {
  if (!record || isForTwo(law)) return undefined
  const known = stateFrom(record, at, law)
  return known.source === 'PLAN' ? undefined : known
}

/** A driver's work from a given state on, and whether all of it has a lawful timeline. */
export interface Piece {
  start: State
  visits: readonly Visit[]
  duties: readonly Duty[]
  answer: Answer
}

/**
 * HOURS-3: a driver's work in pieces: where no lawful timeline exists, the driver counts as rested and a new piece
 * begins. Planned work before the end of the records is ignored.
 * @param visits in chronological order
 * @param effort search budget for all of them (HOURS-10)
 */
export function piecesOf(
  visits: readonly Visit[],
  law: Law,
  ground: Pick<Facts, 'places' | 'roads'>,
  known: Pick<KnownState, 'state' | 'until'> | undefined,
  effort: Effort = { left: mostEffort },
): Piece[] {
  const found: Piece[] = []
  let rest = visits.filter(({ from }) => known === undefined || epochMinutes(from) >= known.until)
  let state = known?.state
  while (rest.length > 0) {
    const duties = dutiesOf(rest, ground)
    const start = state ?? restedAt(epochMinutes(rest[0]!.from))
    const answer = keptTimelineOf(duties, start, law, effort)
    found.push({ start, visits: rest, duties, answer })
    if (!('rule' in answer)) break
    rest = rest.slice(Math.max(1, answer.duty))
    state = undefined
  }
  return found
}

/**
 * The breaches of pieces without a lawful timeline. Too little time for a drive is not one: it has a reason of its own.
 */
export function breachesOf(pieces: readonly Piece[]): Breach[] {
  return pieces.flatMap(({ answer, visits, duties }) => {
    if (!('rule' in answer) || answer.rule === 'time') return []
    const breach = breachOf(answer, answer.rule, visits)
    return [isCrossedShortlyBefore(duties, answer.duty) ? { ...breach, isAfterCrossing: true } : breach]
  })
}

/** Whether the rest missing at a duty may have been one that a crossing interrupts. */
function isCrossedShortlyBefore(duties: readonly Duty[], at: number): boolean {
  const end = duties[at]!.windows[0]![0]
  return duties
    .slice(0, at + 1)
    .some(({ boards, lands, windows }) => (boards || lands) && end - windows[0]![0] <= longestPeriod)
}

function breachOf(answer: Extract<Answer, { duty: number }>, rule: Rule, visits: readonly Visit[]): Breach {
  const breach = { rule, visit: visits[answer.duty]! }
  return answer.isUnsettled ? { ...breach, isUnsettled: true } : breach
}

/** The plan as duties: each visit begins as planned. Drives with too little time are shortened to it. */
export function dutiesOf(visits: readonly Visit[], facts: Pick<Facts, 'places' | 'roads'>): Duty[] {
  let left = Number.NEGATIVE_INFINITY
  const duties = visits.map((visit, at): Duty => {
    const before = visits[at - 1]
    const from = Math.max(epochMinutes(visit.from), left)
    const driving = before ? Math.min(drivingBetween(before, visit, facts) ?? 0, from - left) : 0
    left = Math.max(from, epochMinutes(visit.to))
    return { driving: Math.floor(driving), work: left - from, windows: [[from, from]] }
  })
  for (const [at, landing] of duties.entries()) {
    const [crossing, boarding] = [crossingBetween(visits[at - 1], visits[at]!), duties[at - 1]]
    if (!crossing || !boarding) continue
    const aboard = aboardFrom(crossing, boarding.windows[0]![0] + boarding.work, landing.windows[0]![0])
    boarding.boards = aboard
    landing.lands = aboard
  }
  return duties
}

/** Minutes since 1970. */
export function epochMinutes(instant: string): number {
  return Date.parse(instant) / 60_000
}

const codes: Record<Rule, Reason['code']> = {
  break: 'driving_break',
  day: 'driving_day',
  week: 'driving_week',
  fortnight: 'driving_fortnight',
  daily_rest: 'daily_rest',
  compensation: 'rest_compensation',
  weekly_rest: 'weekly_rest',
}

/** HOURS-10: an unsettled search has a code of its own, because it is not a broken limit. */
export function codeOfBreach({ rule, isUnsettled }: Pick<Breach, 'rule' | 'isUnsettled'>): Reason['code'] {
  return isUnsettled ? 'hours_not_settled' : codes[rule]
}

/** HOURS-3: the reason names the article; HOURS-10: it mentions a search that was cut off. */
export function spokenBreach(
  { rule, isUnsettled, isAfterCrossing }: Omit<Breach, 'visit'>,
  { name }: { name: string },
  place: Sentence,
  law: Law,
): Sentence {
  const article = articleText(rule, law, isAfterCrossing)
  if (!isUnsettled) return breachMessage(rule, { name }, place, article, law)
  return msg`Not checked to the end: no lawful rests of ${name} until ${place} were found, but not all could be tried (${article}). Plan more time (estimate).`
}

function articleText(rule: Rule, law: Law, isAfterCrossing = false): Sentence {
  const number = articleOf(rule, law, isAfterCrossing)
  return law.isAetr ? msg`AETR, article ${number}` : msg`Regulation (EC) 561/2006, article ${number}`
}

function breachMessage(rule: Rule, { name }: { name: string }, place: Sentence, article: Sentence, law: Law): Sentence {
  if (rule === 'break') {
    return msg`${name} has no time for the break of 45 minutes that is due after 4.5 hours of driving, until ${place} (${article}). Plan it later (estimate).`
  }
  if (rule === 'day') {
    return msg`${name} would drive more than 9 hours in a day, or 10 where allowed, until ${place} (${article}). Split the trip or plan a rest (estimate).`
  }
  if (rule === 'week') {
    return msg`${name} would drive more than 56 hours in a week until ${place} (${article}). Choose another driver (estimate).`
  }
  if (rule === 'fortnight') {
    return msg`${name} would drive more than 90 hours in two weeks until ${place} (${article}). Choose another driver (estimate).`
  }
  if (rule === 'compensation') {
    return msg`${name} cannot make up in time for a weekly rest of less than 45 hours, until ${place} (${article}). Plan a longer rest (estimate).`
  }
  if (rule === 'weekly_rest') {
    return msg`${name} has no weekly rest after six days until ${place} (${article}). Plan one, or choose another driver (estimate).`
  }
  if (isForTwo(law)) {
    return msg`${name} has no daily rest of 9 hours within 30 hours until ${place}, as two drivers need (${article}). Plan a rest (estimate).`
  }
  return msg`${name} has no daily rest of 11 hours within 24 hours, or of 9 where that is allowed, until ${place} (${article}). Plan a rest (estimate).`
}

/** A duration formatted for people. */
export function spoken(minutes: number): Sentence {
  const whole = Math.round(minutes)
  if (whole < 60) return `${whole} min`
  return msg`${Math.floor(whole / 60)} h ${String(whole % 60).padStart(2, '0')}`
}
