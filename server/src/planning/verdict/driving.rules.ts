import { type Sentence, said } from '@cartage/contract/said'
import type { TripState } from '../../trips/state.rules.ts'
import {
  type Facts,
  liveStops,
  type Plan,
  placeName,
  type Reason,
  type ResourceFacts,
  resourcesOf,
  soft,
} from '../facts/rules.ts'
import { minutesBetween, spokenTime } from '../instants.rules.ts'

/** A stop in the day of a driver. */
export interface Visit {
  trip_id: string
  stop_id: string
  location_id: string
  from: string
  to: string
}

/** Limits of regulation (EC) 561/2006, in minutes. */
export const limits = {
  untilBreak: 270,
  break: 45,
  day: 540,
  longDay: 600,
  rest: 660,
  shortRest: 540,
  week: 56 * 60,
  fortnight: 90 * 60,
} as const

/**
 * Driving and rest time as an estimate from the plan: ways by distance, stops as other work, and all time between that is
 * left over as a break or rest. What was driven before the trips that are known is not. Two drivers relieve each other,
 * so nothing is said of their breaks.
 */
export function drivingReasons(trip: TripState, plan: Plan): Reason[] {
  const late = driveReasons(trip, plan.facts)
  const drivers = resourcesOf(trip, plan.facts).filter(({ resource_type }) => resource_type === 'DRIVER')
  if (drivers.length !== 1) return late
  return [...late, ...driverReasons(trip, drivers[0]!, plan)]
}

/** Whether there is time to drive from each stop to the next. */
function driveReasons(trip: TripState, facts: Facts): Reason[] {
  return pairs(visitsOf(trip)).flatMap(([from, to]) => {
    const driving = drivingBetween(from, to, facts)
    const time = minutesBetween(from.to, to.from)
    // A rounded minute is not a reason.
    if (driving === undefined || driving <= time + 1) return []
    const place = placeName(to.location_id, facts)
    const [needed, planned] = [spoken(driving), spoken(Math.max(0, time))]
    const message = said`The drive to ${place} takes about ${needed}, but only ${planned} are planned. Plan it later.`
    return [soft(trip, 'no_time_for_way', message, { stop_id: to.stop_id })]
  })
}

/** Each with the one after it. */
export function pairs<Item>(items: readonly Item[]): [Item, Item][] {
  return items.slice(1).map((item, at) => [items[at]!, item])
}

function visitsOf(trip: TripState): Visit[] {
  return liveStops(trip).flatMap((stop) => {
    const from = stop.actual_start_at ?? stop.planned_start_at
    const to = stop.actual_end_at ?? stop.planned_end_at
    if (from === null || to === null) return []
    return [{ trip_id: trip.trip_id, stop_id: stop.stop_id, location_id: stop.location_id, from, to }]
  })
}

/** Minutes of driving from one stop to another; undefined where a place is unknown. */
export function drivingBetween(
  from: Pick<Visit, 'location_id'>,
  to: Pick<Visit, 'location_id'>,
  facts: Pick<Facts, 'places' | 'roads'>,
): number | undefined {
  if (from.location_id === to.location_id) return 0
  const [one, other] = [facts.places.get(from.location_id), facts.places.get(to.location_id)]
  return one && other ? facts.roads.find(one, other)?.driving_minutes : undefined
}

/** Everything the driver does around the trip, in the order of time. */
function dayOf(trip: TripState, { resource_id }: ResourceFacts, { trips, facts }: Plan): Visit[] {
  const judged = trips.filter(
    (other) => other === trip || (isLive(other) && other.resources.some((one) => one.resource_id === resource_id)),
  )
  const others = facts.others.filter((other) => other.resource_ids.includes(resource_id))
  const elsewhere = others.flatMap(({ stops }) =>
    stops.flatMap(({ trip_id, stop_id, location_id, planned_start_at: from, planned_end_at: to }): Visit[] =>
      from === null || to === null ? [] : [{ trip_id, stop_id, location_id, from, to }],
    ),
  )
  return [...judged.flatMap(visitsOf), ...elsewhere].toSorted((one, other) => (one.from < other.from ? -1 : 1))
}

function isLive({ status }: TripState): boolean {
  return status !== 'CANCELLED'
}

/** What a driver has done since the last break and the last rest, in minutes. */
interface Shift {
  sinceBreak: number
  /** First part of a break taken in two: at least 15 minutes. */
  hasHalf: boolean
  driven: number
  begin: string
}

function driverReasons(trip: TripState, driver: ResourceFacts, plan: Plan): Reason[] {
  const visits = dayOf(trip, driver, plan)
  const first = visits[0]
  if (!first) return []
  const found = new Map<string, Reason>()
  const about = { resource_id: driver.resource_id }
  const render = (code: Reason['code'], visit: Visit, message: Sentence) => {
    if (visit.trip_id !== trip.trip_id || found.has(code)) return
    found.set(code, soft(trip, code, message, { ...about, stop_id: visit.stop_id }))
  }
  let shift: Shift = { sinceBreak: 0, hasHalf: false, driven: 0, begin: first.from }
  for (const [from, to] of pairs(visits)) {
    shift = afterDrive(shift, from, to, plan.facts)
    const on = said`until ${placeName(to.location_id, plan.facts)}`
    if (shift.sinceBreak > limits.untilBreak) {
      render(
        'driving_break',
        to,
        said`${driver.name} would drive about ${spoken(shift.sinceBreak)} without 45 minutes' break ${on}. Plan a break (estimate).`,
      )
    }
    if (shift.driven > limits.day) {
      const much = shift.driven > limits.longDay ? said`more than the 10 hours` : said`more than 9 hours, which`
      const words =
        shift.driven > limits.longDay ? said`${much} that are ever allowed` : said`${much} is allowed twice a week`
      render(
        'driving_day',
        to,
        said`${driver.name} would drive about ${spoken(shift.driven)} in a day ${on}: ${words}. Split the trip (estimate).`,
      )
    }
    const span = minutesBetween(shift.begin, to.to)
    if (span > 1440 - limits.rest) {
      const allowed = span > 1440 - limits.shortRest ? said`not even 9` : said`only 9 instead of 11`
      const since = spokenTime(shift.begin, plan.facts.time_zone)
      render(
        'daily_rest',
        to,
        said`${driver.name} has been on duty since ${since} ${on}: ${allowed} hours' rest remain in 24. Plan a rest (estimate).`,
      )
    }
  }
  return [...found.values()]
}

/** The way between two stops, and the break or rest that fits into what is left of the time. */
function afterDrive(shift: Shift, from: Visit, to: Visit, facts: Facts): Shift {
  const driving = drivingBetween(from, to, facts) ?? 0
  const spare = minutesBetween(from.to, to.from) - driving
  if (spare >= limits.shortRest)
    return { sinceBreak: afterRests(driving), hasHalf: false, driven: afterRests(driving), begin: to.from }
  const driven = shift.driven + driving
  const breaks = Math.floor(Math.max(0, spare) / limits.break)
  const isSecondHalf = shift.hasHalf && spare >= 30
  if (breaks > 0 || isSecondHalf) {
    // Breaks are taken when they are due: what is driven after the last of them counts.
    const due = shift.sinceBreak + driving
    const rest = Math.max(0, due - limits.untilBreak * Math.max(1, breaks))
    return { ...shift, driven, sinceBreak: due <= limits.untilBreak ? 0 : rest, hasHalf: false }
  }
  return { ...shift, driven, sinceBreak: shift.sinceBreak + driving, hasHalf: shift.hasHalf || spare >= 15 }
}

/** Of a long way with rests in it, what is driven after the last. */
function afterRests(driving: number): number {
  return driving % limits.day
}

function spoken(minutes: number): string {
  const whole = Math.round(minutes)
  return whole < 60 ? `${whole} min` : `${Math.floor(whole / 60)} h ${String(whole % 60).padStart(2, '0')}`
}
