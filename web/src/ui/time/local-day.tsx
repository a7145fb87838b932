import { useLingui } from '@lingui/react/macro'
import { dateIn } from './date-format.ts'
import { todayOf } from './zone.ts'

/**
 * Day and time of an order or a document: `Wed 25 Nov 05:00`, with the year only if it is not the current one. Both are
 * local to the place and have no zone.
 */
export function OrderDay({ date, time }: { date: string | null; time?: string | null }) {
  const { i18n } = useLingui()
  if (date === null) return <span className="text-ink-3">—</span>
  const day = new Date(`${date}T00:00:00Z`)
  // Some languages put a comma after the weekday. Instants have none.
  const isThisYear = date.slice(0, 4) === todayOf(new Date()).slice(0, 4)
  const shown = { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' } as const
  const labels = dateIn(i18n, day, isThisYear ? shown : { ...shown, year: 'numeric' as const }).replaceAll(',', '')
  return (
    <time dateTime={time ? `${date}T${time}` : date} className="tnum whitespace-nowrap">
      {labels} {time && <span className="pl-1 font-medium">{time.slice(0, 5)}</span>}
    </time>
  )
}
