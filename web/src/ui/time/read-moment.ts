import { readDay } from '@cartage/contract/reading/day'
import type { Reading } from '@cartage/contract/reading/reading'
import { readTime } from '@cartage/contract/reading/time'
import { instantOf } from './day-input.ts'
import { homeZone } from './home-zone.ts'
import { instantText } from './time-text.ts'
import { dateText, instantAt, timeText } from './zone.ts'

/** A time of day after a day. */
const timeBehind = /^(.+?)(?:t|\s+)(\d{1,2}(?:[:.hu]\d{2})(?::\d{2})?|\d{1,2}\s*(?:h|u|uur|uhr))$/i

/**
 * Parses a day, or a day with a time, in the tenant's time zone: `2026-11-25`, `25/11`, `tomorrow`, `25/11/2026 8:00`.
 * Null if the text is empty, undefined if unreadable.
 * @param isEnd whether a day without a time includes all of it
 * @param zone time zone, by default the tenant's
 */
export function readMoment(
  text: string,
  { today, language }: Reading,
  isEnd = false,
  zone = homeZone(),
): string | null | undefined {
  const plain = text.trim()
  if (plain === '') return null
  const [, before, behind] = timeBehind.exec(plain) ?? []
  const date = readDay(before ?? plain, today, language)
  const time = behind === undefined ? undefined : readTime(behind)
  if (date === undefined || (behind !== undefined && time === undefined)) return undefined
  const [year, month, day] = date.split('-').map(Number) as [number, number, number]
  const [hour, minute] = (time ?? '00:00').split(':').map(Number) as [number, number]
  const last = time === undefined && isEnd ? day + 1 : day
  return instantText(instantAt({ year, month, day: last, hour, minute }, zone))
}

/** Start of a typed day. Null if the text is empty, undefined if unreadable. */
export function readDayStart(text: string, { today, language }: Reading): string | null | undefined {
  if (text.trim() === '') return null
  const day = readDay(text, today, language)
  return day === undefined ? undefined : (instantOf(day) ?? undefined)
}

/** An instant in typed format, in the tenant's or another time zone: `2026-11-25 08:00`. Empty for none. */
export function momentText(instant: string | number | null, zone = homeZone()): string {
  if (instant === null) return ''
  const at = new Date(instant).getTime()
  return `${dateText(at, zone)} ${timeText(at, zone)}`
}
