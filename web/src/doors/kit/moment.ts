import type { I18n } from '@lingui/core'
import { dateFormat } from '../../ui/time/date-format.ts'

/** Formats an instant as `Mon 4 May, 14:05` in the place's time zone. */
export function momentText({ locale, locales }: I18n, instant: string, timeZone: string): string {
  return dateFormat(locales ?? locale, {
    timeZone,
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
  }).format(new Date(instant))
}

/** Formats the time of an instant in the place's time zone. */
export function timeText({ locale, locales }: I18n, instant: string, timeZone: string): string {
  return new Intl.DateTimeFormat(locales ?? locale, { timeZone, hour: '2-digit', minute: '2-digit' }).format(
    new Date(instant),
  )
}

/** Formats a day as `Mon 4 May`: of a date without zone, or of an instant in the reader's time zone. */
export function dayText({ locale, locales }: I18n, day: string): string {
  const isDate = day.length === 10
  return dateFormat(locales ?? locale, {
    ...(isDate && { timeZone: 'UTC' }),
    weekday: 'short',
    day: 'numeric',
    month: 'short',
  }).format(new Date(isDate ? `${day}T00:00:00Z` : day))
}

/**
 * Formats a duration as `1 hr 25 min`.
 * @param minutes whole minutes
 */
export function durationText({ locale, locales }: I18n, minutes: number): string {
  const part = (value: number, unit: 'hour' | 'minute') =>
    new Intl.NumberFormat(locales ?? locale, { style: 'unit', unit, unitDisplay: 'short' }).format(value)
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  return [hours > 0 && part(hours, 'hour'), (rest > 0 || hours === 0) && part(rest, 'minute')].filter(Boolean).join(' ')
}
