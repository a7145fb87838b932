import { useLingui } from '@lingui/react/macro'
import { dateFormat } from './date-format.ts'
import { homeZone } from './home-zone.ts'
import { utcTime } from './time-text.ts'
import { foreignZoneName, wallClock } from './zone.ts'

/**
 * An instant for operations: `Wed 25 Nov 05:00`, with the year only if it is not the current one. In the tenant's time
 * zone, or in `zone`, which is then named if its clocks differ.
 */
export function When({
  instant,
  isDay = false,
  isPlain = false,
  zone,
}: {
  instant: string
  isDay?: boolean
  /** Omits the zone name, because the following text has it. */
  isPlain?: boolean
  zone?: string | undefined
}) {
  const { i18n } = useLingui()
  const date = new Date(instant)
  return (
    <time className="tnum whitespace-nowrap" dateTime={instant} title={`${utcTime(date)} (${zone ?? homeZone()})`}>
      {whenText(date, i18n.locales ?? i18n.locale, isDay, zone)}
      {!isDay && !isPlain && <ForeignZone instant={instant} zone={zone} />}
    </time>
  )
}

/** Name of a place's time zone, if its clocks differ from the tenant's. */
export function ForeignZone({ instant, zone }: { instant: string; zone: string | undefined }) {
  const { i18n } = useLingui()
  const name = zone && foreignZoneName(Date.parse(instant), zone, i18n.locales ?? i18n.locale)
  return name ? (
    <span className="pl-1 text-[11px] text-ink-3" title={zone}>
      {name}
    </span>
  ) : null
}

/** Text of an instant, without its time if only the day matters. In the tenant's time zone, or in `zone`. */
export function whenText(date: Date, locale: Intl.LocalesArgument, isDay = false, zone = homeZone()): string {
  const isThisYear = wallClock(date.getTime(), zone).year === wallClock(Date.now(), zone).year
  const day = dateFormat(locale, {
    timeZone: zone,
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    ...(!isThisYear && { year: 'numeric' }),
  })
  // Joined manually, because locales put commas and words between day and time.
  const text = day.format(date).replaceAll(',', '')
  return isDay ? text : `${text} ${clockText(date, locale, zone)}`
}

/** Day with year and time, within a sentence, for `i18n.date`. In the tenant's time zone. */
export function dayAndTime(): Intl.DateTimeFormatOptions {
  return { dateStyle: 'medium', timeStyle: 'short', timeZone: homeZone() }
}

/** Time of day of an instant. */
export function clockText(date: Date, locale: Intl.LocalesArgument, zone = homeZone()): string {
  const time = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
  return dateFormat(locale, { timeZone: zone, ...time }).format(date)
}
