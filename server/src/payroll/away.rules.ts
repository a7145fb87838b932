import { leastDailyRest, shiftBounds } from '../trips/hours/bounds.rules.ts'
import { type PayrollDay, type Range, sharedMinutes } from './calendar.rules.ts'
import { isDuty, type Part } from './hours.rules.ts'

/** A stop of a driver. */
export interface Stay extends Range {
  country: string | null
  /** Whether it is near enough to home that the driver rests there. */
  isNear: boolean
  /** Minutes of driving home from the stop; null if unknown. */
  wayHome: number | null
}

/** Time away from home, with its stops. */
export interface Away extends Range {
  stays: readonly Stay[]
}

const minute = 60_000
/** Minimum rest that counts as a night instead of a break. */
const shortestNight = 7 * 60 * minute
/** Maximum time away: beyond it, the driver is assumed to have been at home in between. */
const longestAway = 7 * 24 * 60 * minute
/** Minimum and maximum driving between a stop and a rest at home, as multiples of the drive home. */
const [leastShare, mostShare] = [0.7, 1.5]
/** Maximum minutes of driving between a stop near home and home. */
const mostNear = 60
/** Minimum gap without a stop after which the driver is assumed at home, whatever the distance. */
const weekend = 2 * 24 * 60

/**
 * Periods of a driver away from home (PAYROLL-4): from the end of a rest at home to the beginning of the next one. A
 * rest is at home when the driving between it and the stops around it matches the drive home; without card data, when
 * there was time for the drives and a rest. It also is when no stop was made since the last rest at home, when it is
 * longer than a week, or when the driver was absent.
 * @param parts activities of the driver, in order
 * @param stays in order
 */
export function awayOf(parts: readonly Part[], stays: readonly Stay[], absences: readonly Range[]): Away[] {
  const found: Away[] = []
  const duties = parts.filter(({ kind }) => isDuty(kind))
  let begin = duties[0]?.from
  const end = (to: number) => {
    if (begin !== undefined && begin < to) found.push({ from: begin, to, stays: staysIn({ from: begin, to }, stays) })
  }
  for (const [at, duty] of duties.entries()) {
    const next = duties[at + 1]
    const rest = { from: duty.to, to: next?.from ?? Number.POSITIVE_INFINITY }
    if (rest.to - rest.from < shortestNight) continue
    const made = staysIn({ from: begin!, to: rest.from }, stays)
    const isCard = duty.source === 'CARD' || next?.source === 'CARD'
    const isHome = isAtHome(rest, made, { parts: duties, stays, absences, isCard })
    if (isHome) end(rest.from)
    else if (next === undefined) end(rest.from + (made.at(-1)!.wayHome ?? 0) * minute)
    if (isHome) begin = next?.from
  }
  return found
}

function staysIn({ from, to }: Range, stays: readonly Stay[]): Stay[] {
  return stays.filter((stay) => stay.from < to && stay.to > from)
}

interface Around {
  parts: readonly Part[]
  stays: readonly Stay[]
  absences: readonly Range[]
  /** The activities before or after the rest come from a card. */
  isCard: boolean
}

function isAtHome(rest: Range, made: readonly Stay[], { parts, stays, absences, isCard }: Around): boolean {
  const before = made.at(-1)
  const isAbsent = absences.some((one) => sharedMinutes(one, rest) * minute >= shortestNight)
  if (before === undefined || isAbsent) return true
  const driven = drivingIn({ from: before.to, to: rest.from }, parts)
  const after = stays.find((stay) => stay.from >= rest.to)
  if (after === undefined || rest.to === Number.POSITIVE_INFINITY) return fits(before, driven)
  if (rest.to - rest.from > longestAway) return true
  const toGo = drivingIn({ from: rest.to, to: after.from }, parts)
  if (before.wayHome === null || after.wayHome === null) return driven <= toGo ? before.isNear : after.isNear
  if (isCard) return fits(before, driven) && fits(after, toGo)
  const free = (after.from - before.to) / minute
  const ways = before.wayHome + after.wayHome
  return free >= ways + leastDailyRest && (ways <= shiftBounds.until_break || free >= ways + weekend)
}

/** Whether this driving time matches the drive between a stop and home. */
function fits({ isNear, wayHome }: Stay, driven: number): boolean {
  if (wayHome === null || isNear) return isNear && (wayHome === null || driven <= mostNear)
  return driven >= wayHome * leastShare && driven <= wayHome * mostShare
}

function drivingIn(range: Range, parts: readonly Part[]): number {
  return parts.reduce((sum, part) => sum + (part.kind === 'DRIVING' ? sharedMinutes(part, range) : 0), 0)
}

/** The part of a day that a driver was away from home. */
export interface AwayDay {
  minutes: number
  /** Whether the night after it was spent away from home. */
  isNight: boolean
  /** Country of stay; null if unknown. */
  country: string | null
}

/**
 * Time away from home on a day, and its country (PAYROLL-4): where the driver was at the end of the day, or, after a
 * return, the last foreign country of that day, otherwise the last country.
 * @param home country of home
 */
export function awayOnDay(day: PayrollDay, away: readonly Away[], home: string | null): AwayDay {
  const own = away.filter((one) => sharedMinutes(one, day) > 0)
  const minutes = own.reduce((sum, one) => sum + sharedMinutes(one, day), 0)
  const atEnd = own.find((one) => one.from < day.to && one.to > day.to)
  const isNight = atEnd !== undefined && sharedMinutes(atEnd, day.night) === (day.night.to - day.night.from) / minute
  const until = own.flatMap((one) => one.stays).filter((stay) => stay.from < day.to && stay.country !== null)
  if (minutes === 0) return { minutes, isNight, country: null }
  if (atEnd) return { minutes, isNight, country: until.at(-1)?.country ?? home }
  // The place at the start of the day counts as well: a driver abroad at midnight was there on that day.
  const atBegin = until.findLastIndex((stay) => stay.to <= day.from)
  const abroad = until.slice(Math.max(0, atBegin)).filter((stay) => stay.country !== home)
  return { minutes, isNight, country: (abroad.at(-1) ?? until.at(-1))?.country ?? home }
}
