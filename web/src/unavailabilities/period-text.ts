import { clockText, whenText } from '../ui/time/when.tsx'
import { dateText, timeText } from '../ui/time/zone.ts'

const halfDayMs = 43_200_000

/**
 * The time of an unavailability: `Wed 25 Nov – Fri 27 Nov` for whole days, of which the last counts; with the times of the day
 * for others; `end` null where the end is unknown, which `unknown` says.
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
  // Midnight belongs to the day before; days have 23 or 25 hours twice a year.
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
