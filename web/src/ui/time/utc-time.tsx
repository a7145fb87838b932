import { utcTime } from './time-text.ts'

/** An instant of an integration log: `11-25 05:00:12`, in UTC, the whole of it in the title. */
export function UtcTime({ instant }: { instant: string }) {
  const date = new Date(instant)
  return (
    <time className="tnum whitespace-nowrap" dateTime={instant} title={utcTime(date)}>
      {date.toISOString().slice(5, 19).replace('T', ' ')}
    </time>
  )
}
