import { dateFormat } from './date-format.ts'
import { homeZone, isZone } from './home-zone.ts'

/** Parts of a local date and time. Months count from 1. */
export interface WallClock {
  year: number
  month: number
  day: number
  hour: number
  minute: number
  second: number
}

/** Local time of a zone at an instant in milliseconds since the epoch. */
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

/** Cached offsets by zone and quarter of an hour: a page shows the same few hundred again and again. */
const offsets = new Map<string, Map<number, number>>()

/** Maximum number of cached quarters per zone. */
const mostOffsets = 10_000

/** Offset of a zone from UTC, in milliseconds. Offsets change only at the start of a quarter of an hour. */
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

/** Instant of a local time in a zone. Days may exceed the month, as in `new Date`. A skipped time is an hour later. */
export function instantAt(clock: Partial<WallClock> & Pick<WallClock, 'year' | 'month' | 'day'>, zone = homeZone()) {
  const { year, month, day, hour = 0, minute = 0, second = 0 } = clock
  const asUtc = Date.UTC(year, month - 1, day, hour, minute, second)
  const first = asUtc - offsetAt(asUtc, zone)
  return asUtc - offsetAt(first, zone)
}

/** Midnight of an instant's day, or of one some days later. Two days a year have 23 or 25 hours. */
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

/** Short name of a zone at an instant, such as `WET` or `GMT+1`, if its clocks differ from the tenant's. */
export function foreignZoneName(instant: number, zone: string, locale: Intl.LocalesArgument): string | undefined {
  if (!isZone(zone) || offsetAt(instant, zone) === offsetAt(instant, homeZone())) return undefined
  const format = dateFormat(locale, { timeZone: zone, timeZoneName: 'short' })
  return format.formatToParts(instant).find(({ type }) => type === 'timeZoneName')?.value ?? zone
}

function two(value: number): string {
  return String(value).padStart(2, '0')
}

/** Today in the tenant's time zone, as YYYY-MM-DD. */
export function todayOf(now: Date): string {
  return dateText(now.getTime())
}
