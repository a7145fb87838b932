import type { DrivingTime } from '@cartage/contract/planning/app/board'
import type { DriverPause } from '@cartage/contract/planning/app/hours'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { dateIn } from '../../ui/time/date-format.ts'
import { instantOf } from '../../ui/time/day-input.ts'
import type { TimelineScale } from '../../ui/timeline/scale.ts'
import { drivingText, useHoursLabels } from '../../verdicts/hours.labels.ts'
import { drivingQuery } from '../queries.ts'
import { extentOf, isInSight } from './geometry.ts'
import type { HoursBlock } from './hours-block.ts'

/** Less than an hour left, or none, must be noticed before a trip is added. */
function toneOf(driven: number, limit: number): 'teal' | 'amber' | 'red' {
  if (driven > limit) return 'red'
  return limit - driven < 60 ? 'amber' : 'teal'
}

interface OfDriver {
  block: HoursBlock
  driverId: string
}

/** Hours of one driver. Undefined while loading, or without any work in these days. */
function useHours({ block: { from, to, driverIds }, driverId }: OfDriver): DrivingTime | undefined {
  const { items } = useQuery(drivingQuery(from, to, driverIds)).data ?? {}
  return items?.find(({ resource_id }) => resource_id === driverId)
}

/** Remaining driving time of the week. */
export function WeekOfDriving(of: OfDriver) {
  const { t } = useLingui()
  const labels = useHoursLabels()
  const hours = useHours(of)
  const week = hours?.weeks[0]
  if (hours === undefined || week === undefined) return null
  const { driving_minutes: driven, limit_minutes: limit } = week
  const [text, source] = [labels.driven(driven, limit), labels.source(hours.source, hours.known_until)]
  const both = labels.driven(week.fortnight_minutes, week.fortnight_limit_minutes)
  const title = t`Week: ${text} (${source}). Two weeks: ${both}.`
  return (
    <span className={`board-week tnum tone-${toneOf(driven, limit)}`} title={title}>
      <span aria-hidden="true">{drivingText(Math.max(0, limit - driven))}</span>
      <span className="sr-only">{title}</span>
    </span>
  )
}

interface Drawn {
  hours: DrivingTime
  scale: TimelineScale
  sideWidth: number
  /** Rendered part of the axis, in pixels. */
  from: number
  to: number
}

/** Breaks and rests above the bars of a driver, planned driving time under each day. */
export function HoursOfDriver({ block, driverId, ...drawn }: OfDriver & Omit<Drawn, 'hours'>) {
  const hours = useHours({ block, driverId })
  if (hours === undefined) return null
  return (
    <>
      <Days hours={hours} {...drawn} />
      <Pauses hours={hours} {...drawn} />
      {hours.faults.map(({ stop_id, at, message }) => (
        <div
          key={stop_id}
          className="board-fault"
          style={{ left: drawn.scale.xOf(Date.parse(at)) + drawn.sideWidth }}
          title={message}
        >
          <span className="sr-only">{message}</span>
        </div>
      ))}
    </>
  )
}

function Days({ hours, scale, sideWidth }: Drawn) {
  const { i18n, t } = useLingui()
  const labels = useHoursLabels()
  return hours.days.map(({ date, driving_minutes: driven, limit_minutes: limit, rest_by }) => {
    const midnight = Date.parse(instantOf(date) ?? '')
    const day = scale.midnights.indexOf(midnight)
    if (day < 0 || day === scale.midnights.length - 1) return null
    const name = dateIn(i18n, new Date(`${date}T00:00:00Z`), {
      weekday: 'short',
      day: 'numeric',
      month: 'short',
      timeZone: 'UTC',
    })
    const [text, due] = [labels.driven(driven, limit), labels.at(rest_by)]
    const title = t`${name}: ${text}, rest due by ${due}`
    return (
      <div
        key={`${date} ${rest_by}`}
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

function Pauses({ hours, scale, sideWidth, from, to }: Drawn) {
  const labels = useHoursLabels()
  return hours.pauses.map(({ kind, start_at, end_at, is_aboard }: DriverPause) => {
    const { left, width } = extentOf(scale, Date.parse(start_at), Date.parse(end_at))
    if (!isInSight({ left, width }, from, to)) return null
    const title = labels.pause(kind, start_at, end_at, is_aboard)
    return (
      <div
        key={start_at}
        className="board-pause"
        data-kind={kind}
        data-is-aboard={is_aboard}
        style={{ left: left + sideWidth, width }}
        title={title}
      >
        <span className="sr-only">{title}</span>
      </div>
    )
  })
}
