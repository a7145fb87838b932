import type { DrivingTime } from '@cartage/contract/planning/app/board'
import { useLingui } from '@lingui/react/macro'
import { instantOf } from '../../ui/time/day-input.ts'
import type { TimelineScale } from '../../ui/timeline/scale.ts'

/** Driving time as drivers read it, without days: `41 h 30`. */
export function drivingText(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  return rest === 0 ? `${hours} h` : `${hours} h ${String(rest).padStart(2, '0')}`
}

/** Less than an hour left, and none: it has to be seen before a trip is added. */
function toneOf(driven: number, limit: number): 'teal' | 'amber' | 'red' {
  if (driven > limit) return 'red'
  return limit - driven < 60 ? 'amber' : 'teal'
}

function useDrivingWords(): (driven: number, limit: number) => string {
  const { t } = useLingui()
  return (driven, limit) => {
    const [drives, allowed] = [drivingText(driven), drivingText(limit)]
    const words = t`${drives} of ${allowed} driving time`
    const left = drivingText(Math.abs(limit - driven))
    return `${words}, ${driven > limit ? t`${left} too much` : t`${left} left`}`
  }
}

/** What is left of the driving time of the week. */
export function WeekOfDriving({ driving: { weeks, known_until: known } }: { driving: DrivingTime }) {
  const { t, i18n } = useLingui()
  const wordsOf = useDrivingWords()
  const week = weeks[0]
  if (week === undefined) return null
  const { driving_minutes: driven, limit_minutes: limit } = week
  const text = wordsOf(driven, limit)
  const until = known && i18n.date(new Date(known), { weekday: 'short', hour: 'numeric', minute: '2-digit' })
  const title = until ? t`Week: ${text} (driver card until ${until}, then estimate)` : t`Week: ${text} (estimate)`
  return (
    <span className={`board-week tnum tone-${toneOf(driven, limit)}`} title={title}>
      <span aria-hidden="true">{drivingText(Math.max(0, limit - driven))}</span>
      <span className="sr-only">{title}</span>
    </span>
  )
}

/** Under each day, how much of its driving time is planned. */
export function DaysOfDriving({
  driving: { days },
  scale,
  sideWidth,
}: {
  driving: DrivingTime
  scale: TimelineScale
  sideWidth: number
}) {
  const { i18n } = useLingui()
  const wordsOf = useDrivingWords()
  return days.map(({ date, driving_minutes: driven, limit_minutes: limit }) => {
    const midnight = Date.parse(instantOf(date) ?? '')
    const day = scale.midnights.indexOf(midnight)
    if (day < 0 || day === scale.midnights.length - 1) return null
    const name = i18n.date(new Date(`${date}T00:00:00Z`), {
      weekday: 'short',
      day: 'numeric',
      month: 'short',
      timeZone: 'UTC',
    })
    const title = `${name}: ${wordsOf(driven, limit)}`
    return (
      <div
        key={date}
        className={`board-driving tone-${toneOf(driven, limit)}`}
        style={{ left: sideWidth + day * scale.dayWidth, width: scale.dayWidth }}
        title={title}
      >
        <span className="sr-only">{title}</span>
        <span className="board-driven" style={{ width: `${Math.min(100, (driven / limit) * 100)}%` }} />
      </div>
    )
  })
}
