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

const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(zone: string): Intl.DateTimeFormat {
  let format = formats.get(zone)
  if (!format) {
    const digits = '2-digit' as const
    const time = { hourCycle: 'h23', hour: digits, minute: digits, second: digits } as const
    format = new Intl.DateTimeFormat('en-GB', { timeZone: zone, year: 'numeric', month: digits, day: digits, ...time })
    formats.set(zone, format)
  }
  return format
}

/** What the clocks of a zone show at an instant, in milliseconds since the epoch. */
export function wallClock(instant: number, zone = homeZone()): WallClock {
  const parts = Object.fromEntries(
    formatOf(zone)
      .formatToParts(instant)
      .map(({ type, value }) => [type, Number(value)]),
  )
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts
  return { year, month, day, hour, minute, second }
}

/** How far the clocks of a zone are ahead of UTC, in milliseconds. */
export function offsetAt(instant: number, zone: string): number {
  const { year, month, day, hour, minute, second } = wallClock(instant, zone)
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(instant / 1_000) * 1_000
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
  const format = new Intl.DateTimeFormat(locale, { timeZone: zone, timeZoneName: 'short' })
  return format.formatToParts(instant).find(({ type }) => type === 'timeZoneName')?.value ?? zone
}

function two(value: number): string {
  return String(value).padStart(2, '0')
}

/** Today where the organisation is, as YYYY-MM-DD. */
export function todayOf(now: Date): string {
  return dateText(now.getTime())
}
