import { useLingui } from '@lingui/react/macro'

/** A day and a time of an order as people say it: `Wed 25 Nov 05:00`. Both have no zone: the place's own counts. */
export function OrderDay({ date, time }: { date: string | null; time?: string | null }) {
  const { i18n } = useLingui()
  if (date === null) return <span className="text-ink-3">—</span>
  const day = new Date(`${date}T00:00:00Z`)
  // Some languages put a comma after the weekday; instants have none.
  const words = i18n
    .date(day, { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' })
    .replaceAll(',', '')
  return (
    <time dateTime={time ? `${date}T${time}` : date} className="tnum whitespace-nowrap">
      {words} {time && <span className="pl-1 font-medium">{time.slice(0, 5)}</span>}
    </time>
  )
}
