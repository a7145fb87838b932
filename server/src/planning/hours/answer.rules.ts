import type { DrivingTime } from '@cartage/contract/planning/app/board'
import type { DriverPause, DriverHours as HoursNow } from '@cartage/contract/planning/app/hours'
import { utcDay } from '@cartage/contract/reading/calendar'
import type { Render } from '../../http/language.ts'
import { instantText, localTime } from '../../locations/local-time.rules.ts'
import { leastDailyRest } from '../../trips/hours/bounds.rules.ts'
import {
  type CountedHours,
  countedHours,
  type HoursPart,
  leftUntilBreak,
  limitsOfDay,
  limitsOfWeek,
  weeklyRestDueBy,
} from '../../trips/hours/days.rules.ts'
import { articleOf, mondayOf, weekOf } from '../../trips/hours/law.rules.ts'
import type { StepKind } from '../../trips/hours/state.model.ts'
import { placeName } from '../facts/rules.ts'
import type { World } from '../rules.ts'
import { spokenBreach } from '../verdict/driving.rules.ts'
import type { DriverHours, HoursFault } from './rules.ts'

type Ground = Pick<World, 'places' | 'settings' | 'time_zone'>

/** Range, facts and language for showing hours. */
export interface HoursView {
  from: string
  to: string
  world: Ground
  render: Render
}

const instantAt = (minute: number) => instantText(Math.round(minute) * 60_000)

/** HOURS-8: whether driving and rest times are limited. If all transport is exempt, nothing is left or due. */
function isLimited({ settings }: Ground): boolean {
  return settings.limits.driving_law !== 'NO_LAW'
}

/** The hours of a driver in a range of the board; undefined if the driver has no work in it, or no law applies. */
export function drivingTimeOf(
  driver: { resource_id: string; name: string },
  hours: DriverHours,
  { from, to, world, render }: HoursView,
): DrivingTime | undefined {
  if (!isLimited(world)) return undefined
  const [begin, end] = [Date.parse(from) / 60_000, Date.parse(to) / 60_000]
  const { days: all, byWeek } = countedHours(hours.parts)
  const first = localTime(instantAt(begin), world.time_zone).date
  const last = localTime(instantAt(end - 1), world.time_zone).date
  const days = all
    .map(({ from: at, driven, limit, restBy }) => ({
      ...{ date: localTime(instantAt(at), world.time_zone).date, driving_minutes: Math.round(driven) },
      ...{ limit_minutes: limit, rest_by: instantAt(restBy), week: weekOf(at) },
    }))
    .filter(({ date }) => date >= first && date <= last)
  if (days.length === 0) return undefined
  const weeks = [...new Set(days.map(({ week }) => week))].map((week) => {
    const [driven, before] = [byWeek.get(week) ?? 0, byWeek.get(week - 1) ?? 0]
    const limits = limitsOfWeek(before)
    return {
      ...{ starts_on: utcDay(mondayOf(week) * 60_000), driving_minutes: Math.round(driven) },
      ...{ limit_minutes: Math.round(limits.week), fortnight_minutes: Math.round(driven + before) },
      fortnight_limit_minutes: limits.fortnight,
    }
  })
  return {
    resource_id: driver.resource_id,
    days: days.map(({ week: _, ...day }) => day),
    weeks,
    source: hours.source,
    known_until: hours.until === null ? null : instantAt(hours.until),
    pauses: pausesOf(hours, begin, end),
    faults: hours.faults
      .filter(({ visit }) => Date.parse(visit.from) >= Date.parse(from) && Date.parse(visit.from) < Date.parse(to))
      .map((fault) => faultOf(fault, driver, world, render)),
  }
}

/** A stop without a lawful timeline, in the wording of the verdict (HOURS-3). */
export function faultOf(
  { law, visit, ...breach }: HoursFault,
  driver: { name: string },
  world: Ground,
  render: Render,
) {
  const { trip_id, stop_id, location_id, from } = visit
  const message = spokenBreach(breach, driver, placeName(location_id, world), law)
  return {
    trip_id,
    stop_id,
    at: instantText(Date.parse(from)),
    article: articleOf(breach.rule, law, breach.isAfterCrossing),
    message: render(message),
  }
}

const isPause = (kind: StepKind): kind is DriverPause['kind'] => kind !== 'DRIVE' && kind !== 'WORK' && kind !== 'WAIT'

/** Breaks and rests that overlap the range between two minutes. */
export function pausesOf({ parts }: DriverHours, begin: number, end: number): DriverPause[] {
  return parts
    .flatMap(({ steps }) => steps)
    .flatMap(({ kind, from, to, isAboard }) => {
      if (!isPause(kind) || to <= begin || from >= end) return []
      const aboard = isAboard ? { is_aboard: isAboard } : {}
      return [{ kind, start_at: instantAt(from), end_at: instantAt(to), ...aboard }]
    })
}

/** Adds a rest for a driver who has been idle for at least a regular daily rest, even if no rest is planned. */
function restedUntil({ parts }: DriverHours, now: number): HoursPart[] {
  const last = parts.flatMap(({ steps }) => steps).at(-1)
  if (!last || now - last.to < leastDailyRest) return parts
  return [...parts, { start: null, steps: [{ ...last, kind: 'DAILY_REST', from: last.to, to: Infinity }] }]
}

const nothing = { driven: 0, longSteps: 0 }

/**
 * The hours of a driver at an instant: driving so far, and the day and weeks as planned.
 * @param now minutes since 1970
 */
export function hoursNow(
  driver: { name: string },
  hours: DriverHours,
  now: number,
  world: Ground,
  render: Render,
): HoursNow {
  const [done, all] = [countedHours(restedUntil(hours, now), now), countedHours(hours.parts)]
  const { state, restingSince: since, weeklyRest: rest } = done
  const week = weekOf(now)
  const [fault] = hours.faults.filter(({ visit }) => Date.parse(visit.from) / 60_000 >= now)
  const isDue = isLimited(world)
  const weeklyBy = state && isDue ? weeklyRestDueBy(state) : null
  const next = pausesOf(hours, now, Infinity).find(({ start_at }) => Date.parse(start_at) / 60_000 > now)
  return {
    as_of: instantAt(now),
    source: hours.source,
    known_until: hours.until === null ? null : instantAt(hours.until),
    today: unlessFree(todayOf(done, all, now, world), world),
    until_break_minutes: done.isOff || !state || !isDue ? null : Math.round(leftUntilBreak(state)),
    week: unlessFree(weekNow(done, all, [week], limitsOfWeek(done.byWeek.get(week - 1) ?? 0).week), world),
    fortnight: unlessFree(weekNow(done, all, [week - 1, week], limitsOfWeek(0).fortnight), world),
    last_weekly_rest: rest ? { start_at: instantAt(rest.from), end_at: instantAt(rest.to) } : null,
    resting_since: since === undefined ? null : instantAt(since),
    rest_by: done.isOff || !isDue ? null : instantAt(done.days.at(-1)!.restBy),
    // A driver who is resting when the weekly rest is due is taking it.
    weekly_rest_by: weeklyBy === null || (done.isOff && weeklyBy <= now) ? null : instantAt(weeklyBy),
    next_pause: isDue ? (next ?? null) : null,
    fault: fault ? faultOf(fault, driver, world, render) : null,
  }
}

/** Driven hours, without limits if none apply. */
function unlessFree<Of extends { limit_minutes: number; longest_minutes?: number }>(hours: Of, world: Ground) {
  if (isLimited(world)) return hours
  return { ...hours, limit_minutes: null, ...(hours.longest_minutes !== undefined && { longest_minutes: null }) }
}

/** The day in progress, else the work on today's date. */
function todayOf(done: CountedHours, all: CountedHours, now: number, world: Ground) {
  const dateOf = (minute: number) => localTime(instantAt(minute), world.time_zone).date
  const last = done.days.at(-1)
  const isToday = last !== undefined && (!done.isOff || dateOf(last.from) === dateOf(now))
  const from = isToday ? last.from : undefined
  const planned = all.days.find((day) =>
    isToday ? day.from === from : day.from > now && dateOf(day.from) === dateOf(now),
  )
  const driven = isToday ? last.driven : 0
  const fresh = limitsOfDay(done.state && !isToday ? { ...done.state, driven: 0 } : nothing)
  const { limit, longest } = planned ?? (isToday ? last : fresh)
  return {
    driving_minutes: Math.round(driven),
    planned_minutes: Math.round(planned?.driven ?? driven),
    limit_minutes: limit,
    longest_minutes: longest,
  }
}

function weekNow(done: CountedHours, all: CountedHours, weeks: readonly number[], limit: number) {
  const of = ({ byWeek }: CountedHours) => Math.round(weeks.reduce((sum, week) => sum + (byWeek.get(week) ?? 0), 0))
  return { driving_minutes: of(done), planned_minutes: of(all), limit_minutes: Math.round(limit) }
}
