import { useLingui } from '@lingui/react/macro'
import { utcTime } from './time-text.ts'

/** An instant of an integration log: `25 Nov 05:00:12`, in UTC, the whole of it in the title. */
export function UtcTime({ instant }: { instant: string }) {
  const { i18n } = useLingui()
  const date = new Date(instant)
  return (
    <time className="tnum whitespace-nowrap" dateTime={instant} title={utcTime(date)}>
      {i18n.date(date, { day: 'numeric', month: 'short', timeZone: 'UTC' })} {date.toISOString().slice(11, 19)}
    </time>
  )
}
