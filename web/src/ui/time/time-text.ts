import { dateFormat } from './date-format.ts'
import { homeZone } from './home-zone.ts'
import { wallClock } from './zone.ts'

const minute = 60
const hour = 60 * minute
const day = 24 * hour

/**
 * How long ago an instant was, in short form: `now`, `12 s ago`, `3 min ago`, `2 h ago`, `5 d ago`, then the date.
 * Clocks of browser and server differ slightly, so the near future counts as now.
 */
export function relativeTime(
  instant: Date,
  now: Date,
  language = 'en',
  locales: Intl.LocalesArgument = language,
): string {
  const seconds = Math.floor((now.getTime() - instant.getTime()) / 1000)
  if (seconds < -minute) return utcTime(instant)
  if (seconds < 5) return new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(0, 'second')
  if (seconds < minute) return ago(seconds, 'second', language)
  if (seconds < hour) return ago(Math.floor(seconds / minute), 'minute', language)
  if (seconds < day) return ago(Math.floor(seconds / hour), 'hour', language)
  if (seconds < 7 * day) return ago(Math.floor(seconds / day), 'day', language)
  return dayText(instant, now, locales)
}

/** Day of an instant more than a week ago: `22 Nov`, with the year only if it is not the current one. */
function dayText(instant: Date, now: Date, locales: Intl.LocalesArgument): string {
  const isThisYear = wallClock(instant.getTime()).year === wallClock(now.getTime()).year
  return dateFormat(locales, {
    timeZone: homeZone(),
    day: 'numeric',
    month: 'short',
    ...(!isThisYear && { year: 'numeric' }),
  }).format(instant)
}

const shortUnits = { second: 's', minute: 'min', hour: 'h', day: 'd' } as const

/** Shorter than the browser's own English format. */
function ago(count: number, unit: keyof typeof shortUnits, language: string): string {
  if (language === 'en') return `${count} ${shortUnits[unit]} ago`
  return new Intl.RelativeTimeFormat(language, { style: 'short' }).format(-count, unit)
}

/** The instant as `YYYY-MM-DD HH:mm:ss UTC`, to compare with logs of other systems. */
export function utcTime(instant: Date): string {
  return `${instant.toISOString().slice(0, 19).replace('T', ' ')} UTC`
}

/** An instant in request format, `YYYY-MM-DDTHH:mm:ssZ`, in whole seconds as the server stores them. */
export function instantText(at: number | Date): string {
  return `${new Date(at).toISOString().slice(0, 19)}Z`
}
