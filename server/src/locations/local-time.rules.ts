import { utcDay } from '@cartage/contract/reading/calendar'

const dayMs = 86_400_000
const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(zone: string): Intl.DateTimeFormat {
  let format = formats.get(zone)
  if (!format) {
    const digits = '2-digit' as const
    format = new Intl.DateTimeFormat('en-GB', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: digits,
      day: digits,
      hour: digits,
      minute: digits,
      second: digits,
    })
    formats.set(zone, format)
  }
  return format
}

/** Zones change their offset only at quarter hours. */
const quarter = 900_000
/** By zone, then by quarter hour. */
const offsets = new Map<string, Map<number, number>>()

/** Offset of a zone from UTC, in milliseconds. */
function offsetAt(instant: number, zone: string): number {
  const ofZone = offsets.get(zone) ?? new Map<number, number>()
  offsets.set(zone, ofZone)
  const at = Math.floor(instant / quarter)
  const known = ofZone.get(at)
  if (known !== undefined) return known
  const parts = Object.fromEntries(
    formatOf(zone)
      .formatToParts(instant)
      .map(({ type, value }) => [type, value]),
  )
  const { year, month, day, hour, minute, second } = parts
  // The last day of 9999 may fall into a five-digit year, which is written with a sign and six digits.
  const years = year!.length > 4 ? `+${year!.padStart(6, '0')}` : year!.padStart(4, '0')
  const local = Date.parse(`${years}-${month}-${day}T${hour}:${minute}:${second}Z`)
  const offset = local - Math.floor(instant / 1000) * 1000
  // Bounded, because a plan may be for any day.
  if (ofZone.size >= 10_000) ofZone.clear()
  ofZone.set(at, offset)
  return offset
}

/** Date and time in a zone. `minutes` counts from midnight. */
export interface LocalTime {
  date: string
  time: string
  minutes: number
}

/** The local time of a zone at an instant. */
export function localTime(instant: string, zone: string): LocalTime {
  const at = Date.parse(instant)
  const text = new Date(at + offsetAt(at, zone)).toISOString()
  const time = text.slice(11, 16)
  return { date: text.slice(0, 10), time, minutes: minutesOf(time) }
}

/**
 * The instant of a local date and time `HH:mm` in a zone, like PostgreSQL's `at time zone`: a skipped time counts by
 * the offset before the change, and of an ambiguous time the second one is used (TIME-4).
 */
export function instantOf(date: string, time: string, zone: string): string {
  return instantText(Math.max(...instantsOf(date, time, zone)))
}

/** Like `instantOf`, but the first of two when the clock goes back: for the start of something. */
export function firstInstantOf(date: string, time: string, zone: string): string {
  return instantText(Math.min(...instantsOf(date, time, zone)))
}

/** One instant, or two if the local time is ambiguous. A skipped time counts by the offset before the change. */
function instantsOf(date: string, time: string, zone: string): number[] {
  const asUtc = Date.parse(`${date}T${time.slice(0, 5)}:00Z`)
  // No offset is a day or more, and no zone changes its clock twice in two days.
  const before = asUtc - offsetAt(asUtc - dayMs, zone)
  const after = asUtc - offsetAt(asUtc + dayMs, zone)
  if (before === after) return [before]
  const shown = [before, after].filter((at) => at + offsetAt(at, zone) === asUtc)
  return shown.length > 0 ? shown : [before]
}

/** The date a number of days later, or earlier. */
export function dateAfter(date: string, days: number): string {
  return utcDay(Date.parse(`${date}T00:00:00Z`) + days * dayMs)
}

/**
 * Whether a range is longer than a number of calendar days: a day with a clock change counts as one, whatever its hours
 * (TIME-5). Callers in another zone may use days of 24 hours.
 */
export function isLongerThan(range: { from: string; to: string }, days: number, zone: string): boolean {
  const { date, time } = localTime(range.from, zone)
  const last = Date.parse(instantOf(dateAfter(date, days), time, zone)) + (Date.parse(range.from) % 60_000)
  return Date.parse(range.to) > Math.max(last, Date.parse(range.from) + days * dayMs)
}

/** Minutes since midnight of `HH:mm`. */
export function minutesOf(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))
}

/** The format of instants in trips. */
export function instantText(milliseconds: number): string {
  return new Date(milliseconds).toISOString()
}
