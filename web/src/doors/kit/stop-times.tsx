import type { TrackedStop } from '@cartage/contract/doors/app/tracking'
import { useLingui } from '@lingui/react/macro'
import { dayText, momentText, timeText } from './moment.ts'

/** What is known of the times of a stop. */
export type KnownTimes = Pick<
  TrackedStop,
  | 'state'
  | 'requested_date'
  | 'planned_at'
  | 'expected_at'
  | 'eta_is_estimated'
  | 'arrived_at'
  | 'left_at'
  | 'time_zone'
>

/** The time of a stop that is known best, and the plan where it is another. */
export function StopTimes({ stop }: { stop: KnownTimes }) {
  const { t, i18n } = useLingui()
  const { planned_at, time_zone } = stop
  const planned = planned_at === null ? '' : momentText(i18n, planned_at, time_zone)
  const isCompared = stop.arrived_at !== null || stop.expected_at !== null
  return (
    <>
      <p className="tnum pt-1 font-medium">
        <StopTime stop={stop} />
      </p>
      {planned !== '' && isCompared && <p className="tnum text-[14px] text-ink-3">{t`Planned: ${planned}`}</p>}
    </>
  )
}

/** The time that is known best: what happened, else what is expected, else the plan, else the requested day. */
export function StopTime({ stop }: { stop: KnownTimes }) {
  const { t, i18n } = useLingui()
  const { state, arrived_at, left_at, expected_at, planned_at, requested_date, time_zone } = stop
  const moment = (instant: string) => momentText(i18n, instant, time_zone)
  if (state === 'CANCELLED') return t`Cancelled`
  if (arrived_at !== null && left_at !== null) {
    const [arrived, left] = [moment(arrived_at), timeText(i18n, left_at, time_zone)]
    return t`Arrived ${arrived}, left ${left}`
  }
  if (left_at !== null) {
    const left = moment(left_at)
    return t`Left ${left}`
  }
  if (arrived_at !== null) {
    const arrived = moment(arrived_at)
    return t`Arrived ${arrived}`
  }
  if (expected_at !== null) {
    const expected = moment(expected_at)
    return stop.eta_is_estimated ? t`Expected ${expected} (estimated)` : t`Expected ${expected}`
  }
  if (planned_at !== null) {
    const planned = moment(planned_at)
    return t`Planned: ${planned}`
  }
  if (requested_date === null) return t`Not planned yet`
  const day = dayText(i18n, requested_date)
  return t`Requested for ${day}`
}
