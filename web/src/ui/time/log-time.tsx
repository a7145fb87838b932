import { useLingui } from '@lingui/react/macro'
import { dateIn } from './date-format.ts'
import { homeZone } from './home-zone.ts'
import { utcTime } from './time-text.ts'
import { secondsText, wallClock } from './zone.ts'

/**
 * An instant to the second: `25 Nov 05:00:12`, in the tenant's time zone, with the year only if it is not the current
 * one. UTC in the tooltip.
 */
export function LogTime({ instant }: { instant: string }) {
  const { i18n } = useLingui()
  const date = new Date(instant)
  const isThisYear = wallClock(date.getTime()).year === wallClock(Date.now()).year
  const year = isThisYear ? {} : ({ year: 'numeric' } as const)
  return (
    <time className="tnum whitespace-nowrap" dateTime={instant} title={`${utcTime(date)} (${homeZone()})`}>
      {dateIn(i18n, date, { day: 'numeric', month: 'short', ...year, timeZone: homeZone() })}{' '}
      {secondsText(date.getTime())}
    </time>
  )
}
