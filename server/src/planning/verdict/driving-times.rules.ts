import type { DrivingTime } from '@cartage/contract/planning/app/board'
import { utcDay } from '@cartage/contract/reading/calendar'
import { instantText, localTime } from '../../locations/local-time.rules.ts'
import type { Stretch } from '../../tachograph/stretches.rules.ts'
import { lawFor } from '../../trips/hours/law.rules.ts'
import type { Facts } from '../facts/rules.ts'
import { minutesBetween } from '../instants.rules.ts'
import { drivingBetween, pairs, type Visit } from './driving.rules.ts'

/** A stop of a driver, who may share the wheel. */
export interface DriverVisit extends Omit<Visit, 'trip_id' | 'stop_id'> {
  /** Drivers of the trip: they share its driving. */
  drivers: number
}

type Ground = Pick<Facts, 'places' | 'roads' | 'time_zone'>

const day = 86_400_000
const limits = lawFor(1)

/**
 * The driving time of a driver by days and weeks, estimated as the verdict does: ways by distance, and a rest wherever
 * nine hours are left over. A day is the time between two rests and counts for the date on which it begins.
 * @param visits everything the driver does, also in the week before the first date, in the order of time
 * @param first first date that is answered
 * @param activities what the card says, in the order of time: it takes the place of what was planned until its end (TACHO-10)
 */
export function drivingTimesOf(
  visits: readonly DriverVisit[],
  ground: Ground,
  first: string,
  activities: readonly Stretch[] = [],
): Pick<DrivingTime, 'days' | 'weeks' | 'known_until'> {
  const byDay = drivenByDay(visits, ground, activities)
  const byWeek = new Map<string, number>()
  for (const [date, minutes] of byDay) byWeek.set(mondayOf(date), (byWeek.get(mondayOf(date)) ?? 0) + minutes)
  const long = new Map<string, number>()
  const days = [...byDay]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([date, minutes]) => {
      const before = long.get(mondayOf(date)) ?? 0
      const isLong = minutes > limits.day && before < 2
      if (isLong) long.set(mondayOf(date), before + 1)
      return {
        date,
        driving_minutes: Math.round(minutes),
        limit_minutes: isLong ? limits.day + limits.longStep : limits.day,
      }
    })
    .filter(({ date }) => date >= first)
  const weeks = [...new Set(days.map(({ date }) => mondayOf(date)))].map((starts_on) => {
    const before = byWeek.get(shifted(starts_on, -7)) ?? 0
    return {
      starts_on,
      driving_minutes: Math.round(byWeek.get(starts_on) ?? 0),
      limit_minutes: Math.round(Math.max(0, Math.min(limits.week, limits.fortnight - before))),
    }
  })
  return { days, weeks, known_until: activities.at(-1)?.to ?? null }
}

function drivenByDay(
  visits: readonly DriverVisit[],
  ground: Ground,
  activities: readonly Stretch[],
): Map<string, number> {
  const byDay = new Map<string, number>()
  const add = (instant: number, minutes: number) => {
    const { date } = localTime(instantText(instant), ground.time_zone)
    if (minutes > 0) byDay.set(date, (byDay.get(date) ?? 0) + minutes)
  }
  const known = activities.at(-1)?.to
  const planned = known === undefined ? visits : visits.filter(({ from }) => Date.parse(from) >= Date.parse(known))
  let begin = drivenByCard(activities, planned[0]?.from, add)
  for (const [from, to] of pairs(planned)) {
    const driving = (drivingBetween(from, to, ground) ?? 0) / Math.max(1, to.drivers)
    if (minutesBetween(from.to, to.from) - driving < limits.shortRest) {
      add(begin, driving)
      continue
    }
    // A way with rests in it is driven as late as it can be: the last part of it before the arrival.
    const last = driving % limits.day
    begin = Date.parse(to.from) - last * 60_000
    add(begin, last)
    for (let rest = driving - last, before = 1; rest > 0; rest -= limits.day, before += 1) {
      add(Math.max(Date.parse(from.to), begin - before * day), limits.day)
    }
  }
  return byDay
}

/** Adds what the card says; the day that is not over, or that the plan begins, as milliseconds since 1970. */
function drivenByCard(
  activities: readonly Stretch[],
  next: string | undefined,
  add: (begin: number, minutes: number) => void,
): number {
  let [begin, rest] = [Number.NaN, 0]
  for (const { from, to, kind } of activities) {
    if (kind === 'REST' || kind === 'UNKNOWN') {
      rest += minutesBetween(from, to)
      continue
    }
    if (Number.isNaN(begin) || rest >= limits.shortRest) begin = Date.parse(from)
    rest = 0
    if (kind === 'DRIVING') add(begin, minutesBetween(from, to))
  }
  if (next === undefined) return begin
  const until = activities.at(-1)?.to
  const isRested = until === undefined || rest + minutesBetween(until, next) >= limits.shortRest
  return isRested || Number.isNaN(begin) ? Date.parse(next) : begin
}

/** The Monday of the week of a date. */
export function mondayOf(date: string): string {
  const weekday = new Date(`${date}T00:00:00Z`).getUTCDay()
  return shifted(date, -((weekday + 6) % 7))
}

function shifted(date: string, days: number): string {
  return utcDay(Date.parse(`${date}T00:00:00Z`) + days * day)
}
