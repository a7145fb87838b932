import { clockText, whenText } from '../ui/time/when.tsx'
import { dateText, timeText } from '../ui/time/zone.ts'

const halfDayMs = 43_200_000

/**
 * Text of a period: `Wed 25 Nov – Fri 27 Nov` for whole days, including the last, otherwise with times of day. A null
 * `end` is unknown and shown as `unknown`.
 */
export function periodText(
  startsAt: string,
  endsAt: string | null,
  locale: Intl.LocalesArgument,
  unknown: string,
): string {
  const start = new Date(startsAt)
  if (endsAt === null) return `${whenText(start, locale, isMidnight(start))} – ${unknown}`
  const end = new Date(endsAt)
  if (!isMidnight(start) || !isMidnight(end) || start >= end) {
    const isOneDay = dayOf(start) === dayOf(end)
    return `${whenText(start, locale)} – ${isOneDay ? clockText(end, locale) : whenText(end, locale)}`
  }
  // Midnight belongs to the day before. Two days a year have 23 or 25 hours.
  const last = new Date(end.getTime() - halfDayMs)
  const first = whenText(start, locale, true)
  return dayOf(start) === dayOf(last) ? first : `${first} – ${whenText(last, locale, true)}`
}

function isMidnight(at: Date): boolean {
  return timeText(at.getTime()) === '00:00'
}

function dayOf(at: Date): string {
  return dateText(at.getTime())
}
