import { useLingui } from '@lingui/react/macro'

/** An instant in the zone of the browser, for operations: `Wed 25 Nov 05:00`; the year only when it is another. */
export function When({ instant, isDay = false }: { instant: string; isDay?: boolean }) {
  const { i18n } = useLingui()
  return (
    <time className="tnum whitespace-nowrap" dateTime={instant} title={instant}>
      {whenText(new Date(instant), i18n.locales ?? i18n.locale, isDay)}
    </time>
  )
}

/** The text of an instant, without its time when only the day matters. */
export function whenText(date: Date, locale: Intl.LocalesArgument, isDay = false): string {
  const isThisYear = date.getFullYear() === new Date().getFullYear()
  const day = new Intl.DateTimeFormat(locale, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    ...(!isThisYear && { year: 'numeric' }),
  })
  const time = new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
  // Put together by hand, because locales put commas and words between the two.
  const text = day.format(date).replaceAll(',', '')
  return isDay ? text : `${text} ${time.format(date)}`
}
