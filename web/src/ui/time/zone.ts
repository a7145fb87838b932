import { dateFormat } from './date-format.ts'
import { homeZone, isZone } from './home-zone.ts'

/** Parts of what clocks and calendars show; months from 1. */
export interface WallClock {
  year: number
  month: number
  day: number
  hour: number
  minute: number
  second: number
}

/** What the clocks of a zone show at an instant, in milliseconds since the epoch. */
export function wallClock(instant: number, zone = homeZone()): WallClock {
  const shown = new Date(instant + offsetAt(instant, zone))
  return {
    year: shown.getUTCFullYear(),
    month: shown.getUTCMonth() + 1,
    day: shown.getUTCDate(),
    hour: shown.getUTCHours(),
    minute: shown.getUTCMinutes(),
    second: shown.getUTCSeconds(),
  }
}

const quarter = 15 * 60_000

/** How far clocks are ahead in quarters of an hour that were requested: a page shows the same few hundred again and again. */
const offsets = new Map<string, Map<number, number>>()

/** More quarters of a zone are not kept. */
const mostOffsets = 10_000

/** How far the clocks of a zone are ahead of UTC, in milliseconds. Clocks change where a quarter of an hour begins. */
export function offsetAt(instant: number, zone: string): number {
  const begin = Math.floor(instant / quarter) * quarter
  let ofZone = offsets.get(zone)
  if (ofZone === undefined || ofZone.size > mostOffsets) {
    ofZone = new Map()
    offsets.set(zone, ofZone)
  }
  let offset = ofZone.get(begin)
  if (offset === undefined) {
    offset = readOffset(begin, zone)
    ofZone.set(begin, offset)
  }
  return offset
}

const digits = '2-digit'

function readOffset(instant: number, zone: string): number {
  const time = { hourCycle: 'h23', hour: digits, minute: digits, second: digits } as const
  const format = dateFormat('en-GB', { timeZone: zone, year: 'numeric', month: digits, day: digits, ...time })
  const parts = Object.fromEntries(format.formatToParts(instant).map(({ type, value }) => [type, Number(value)]))
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts
  return Date.UTC(year, month - 1, day, hour, minute, second) - instant
}

/**
 * The instant at which the clocks of a zone show a time. Days may lie beyond the month, as in `new Date`; a time that
 * clocks skip is an hour later.
 */
export function instantAt(clock: Partial<WallClock> & Pick<WallClock, 'year' | 'month' | 'day'>, zone = homeZone()) {
  const { year, month, day, hour = 0, minute = 0, second = 0 } = clock
  const asUtc = Date.UTC(year, month - 1, day, hour, minute, second)
  const first = asUtc - offsetAt(asUtc, zone)
  return asUtc - offsetAt(first, zone)
}

/** Midnight of the day of an instant, or of one some days later; a day has 23 or 25 hours twice a year. */
export function midnightOf(instant: number, daysLater = 0, zone = homeZone()): number {
  const { year, month, day } = wallClock(instant, zone)
  return instantAt({ year, month, day: day + daysLater }, zone)
}

/** Day of the week of an instant: 0 is Sunday. */
export function weekdayOf(instant: number, zone = homeZone()): number {
  const { year, month, day } = wallClock(instant, zone)
  return new Date(Date.UTC(year, month - 1, day)).getUTCDay()
}

/** A day as `YYYY-MM-DD`. */
export function dateText(instant: number, zone = homeZone()): string {
  const { year, month, day } = wallClock(instant, zone)
  return [String(year).padStart(4, '0'), two(month), two(day)].join('-')
}

/** A time of day as `HH:mm`. */
export function timeText(instant: number, zone = homeZone()): string {
  const { hour, minute } = wallClock(instant, zone)
  return `${two(hour)}:${two(minute)}`
}

/** A time of day with its seconds, as `HH:mm:ss`. */
export function secondsText(instant: number, zone = homeZone()): string {
  const { hour, minute, second } = wallClock(instant, zone)
  return `${two(hour)}:${two(minute)}:${two(second)}`
}

/** The short name of a zone at an instant, such as `WET` or `GMT+1`, where its clocks differ from those at home. */
export function foreignZoneName(instant: number, zone: string, locale: Intl.LocalesArgument): string | undefined {
  if (!isZone(zone) || offsetAt(instant, zone) === offsetAt(instant, homeZone())) return undefined
  const format = dateFormat(locale, { timeZone: zone, timeZoneName: 'short' })
  return format.formatToParts(instant).find(({ type }) => type === 'timeZoneName')?.value ?? zone
}

function two(value: number): string {
  return String(value).padStart(2, '0')
}

/** Today where the organisation is, as YYYY-MM-DD. */
export function todayOf(now: Date): string {
  return dateText(now.getTime())
}
