import { useLingui } from '@lingui/react/macro'
import { dateFormat } from './date-format.ts'
import { homeZone } from './home-zone.ts'
import { utcTime } from './time-text.ts'
import { foreignZoneName, wallClock } from './zone.ts'

/**
 * An instant, for operations: `Wed 25 Nov 05:00`; the year only when it is another. In the time of the organisation, or
 * of a place where `zone` says so; then with the name of the zone where the clocks of the two differ.
 */
export function When({
  instant,
  isDay = false,
  isPlain = false,
  zone,
}: {
  instant: string
  isDay?: boolean
  /** Without the name of the zone: what follows says it. */
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

/** The name of the zone of a place, where its clocks differ from those of the organisation. */
export function ForeignZone({ instant, zone }: { instant: string; zone: string | undefined }) {
  const { i18n } = useLingui()
  const name = zone && foreignZoneName(Date.parse(instant), zone, i18n.locales ?? i18n.locale)
  return name ? (
    <span className="pl-1 text-[11px] text-ink-3" title={zone}>
      {name}
    </span>
  ) : null
}

/** The text of an instant, without its time when only the day matters. In the zone of the organisation, or in `zone`. */
export function whenText(date: Date, locale: Intl.LocalesArgument, isDay = false, zone = homeZone()): string {
  const isThisYear = wallClock(date.getTime(), zone).year === wallClock(Date.now(), zone).year
  const day = dateFormat(locale, {
    timeZone: zone,
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    ...(!isThisYear && { year: 'numeric' }),
  })
  // Put together by hand, because locales put commas and words between the two.
  const text = day.format(date).replaceAll(',', '')
  return isDay ? text : `${text} ${clockText(date, locale, zone)}`
}

/** A day with its year and a time, within a sentence; for `i18n.date`. In the zone of the organisation. */
export function dayAndTime(): Intl.DateTimeFormatOptions {
  return { dateStyle: 'medium', timeStyle: 'short', timeZone: homeZone() }
}

/** The time of day of an instant, without its day. */
export function clockText(date: Date, locale: Intl.LocalesArgument, zone = homeZone()): string {
  const time = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
  return dateFormat(locale, { timeZone: zone, ...time }).format(date)
}
