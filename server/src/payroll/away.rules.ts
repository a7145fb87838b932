import { leastDailyRest, shiftBounds } from '../trips/hours/bounds.rules.ts'
import { type PayrollDay, type Range, sharedMinutes } from './calendar.rules.ts'
import { isDuty, type Part } from './hours.rules.ts'

/** A stop of a driver. */
export interface Stay extends Range {
  country: string | null
  /** Whether it is so near to home that the driver rests there. */
  isNear: boolean
  /** Minutes of the way home from there; null where that is not known. */
  wayHome: number | null
}

/** Time away from home, and the stops in it. */
export interface Away extends Range {
  stays: readonly Stay[]
}

const minute = 60_000
/** Less is a break, not the rest of a night. */
const shortestNight = 7 * 60 * minute
/** No one sleeps in the vehicle for longer: the driver was at home in between. */
const longestAway = 7 * 24 * 60 * minute
/** Of the way home that has to be driven at least between a stop and a rest at home, and how many times it at most. */
const [leastShare, mostShare] = [0.7, 1.5]
/** Minutes of driving between a stop near home and home at most. */
const mostNear = 60
/** Who has two days without a stop goes home, however far it is. */
const weekend = 2 * 24 * 60

/**
 * When a driver was away from home (PAYROLL-4): from the end of a rest at home to the beginning of the next one. A rest is at home when
 * the driving between it and the stops around it fits the way home; without a card, when there was time for the ways and a rest.
 * It is too when no stop was made since the last rest at home, when it is longer than a week, or when the driver was absent.
 * @param parts what the driver did, in order
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
  /** The card says what was done before the rest or after it. */
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

/** Whether so many minutes of driving lie between a stop and home. */
function fits({ isNear, wayHome }: Stay, driven: number): boolean {
  if (wayHome === null || isNear) return isNear && (wayHome === null || driven <= mostNear)
  return driven >= wayHome * leastShare && driven <= wayHome * mostShare
}

function drivingIn(range: Range, parts: readonly Part[]): number {
  return parts.reduce((sum, part) => sum + (part.kind === 'DRIVING' ? sharedMinutes(part, range) : 0), 0)
}

/** A day as far as a driver was away from home on it. */
export interface AwayDay {
  minutes: number
  /** Whether the night after it was spent away from home. */
  isNight: boolean
  /** Country of stay; null where it is not known. */
  country: string | null
}

/**
 * What of a day was away from home, and in which country (PAYROLL-4): where the driver was at its end, or, who came home, the last
 * other country of that day, else the last one.
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
  // Where the day began counts as well: who was abroad at midnight was there on that day.
  const atBegin = until.findLastIndex((stay) => stay.to <= day.from)
  const abroad = until.slice(Math.max(0, atBegin)).filter((stay) => stay.country !== home)
  return { minutes, isNight, country: (abroad.at(-1) ?? until.at(-1))?.country ?? home }
}
