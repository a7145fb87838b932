import type { TrackedStop } from '@cartage/contract/doors/app/tracking'
import type { I18n } from '@lingui/core'
import { useLingui } from '@lingui/react/macro'
import { dayText, durationText, momentText, timeText } from './moment.ts'

/** Known times of a stop. */
export type KnownTimes = Pick<
  TrackedStop,
  | 'state'
  | 'requested_date'
  | 'requested_from'
  | 'requested_to'
  | 'punctuality'
  | 'late_minutes'
  | 'planned_at'
  | 'expected_at'
  | 'eta_is_estimated'
  | 'arrived_at'
  | 'left_at'
  | 'time_zone'
>

/** Times only; lists do not show the requested window. */
export type TimesOfStop = Omit<KnownTimes, 'requested_from' | 'requested_to' | 'punctuality' | 'late_minutes'> &
  Partial<Pick<KnownTimes, 'requested_from' | 'requested_to'>>

/** Best known time of a stop, its punctuality against the request, and the plan if it differs. */
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
      <Punctuality stop={stop} />
      {planned !== '' && isCompared && <p className="tnum text-[14px] text-ink-3">{t`Planned: ${planned}`}</p>}
      <Requested stop={stop} />
    </>
  )
}

/** Punctuality in words (DOOR-9). */
function Punctuality({ stop: { punctuality, late_minutes } }: { stop: KnownTimes }) {
  const { t, i18n } = useLingui()
  if (punctuality === null) return null
  if (punctuality === 'LATE') {
    const late = durationText(i18n, late_minutes ?? 0)
    return <p className="tnum font-medium text-red">{t`Late by ${late}`}</p>
  }
  return <p className="text-[15px] text-green">{punctuality === 'EARLY' ? t`Earlier than requested` : t`On time`}</p>
}

/** Requested day and times, if the best known time differs. */
function Requested({ stop }: { stop: KnownTimes }) {
  const { t, i18n } = useLingui()
  const { requested_date, planned_at, expected_at, arrived_at, left_at, state } = stop
  const isMessage = [planned_at, expected_at, arrived_at, left_at].every((at) => at === null)
  if (requested_date === null || isMessage || state === 'CANCELLED') return null
  const day = requestedText(i18n, stop)
  return <p className="tnum text-[14px] text-ink-3">{t`Requested for ${day}`}</p>
}

function requestedText(
  i18n: I18n,
  {
    requested_date,
    requested_from,
    requested_to,
  }: Pick<TimesOfStop, 'requested_date' | 'requested_from' | 'requested_to'>,
): string {
  const window = [requested_from, requested_to].filter(Boolean).join('–')
  return `${requested_date === null ? '' : dayText(i18n, requested_date)} ${window}`.trim()
}

/** Best known time: actual, otherwise expected, otherwise planned, otherwise the requested day. */
export function StopTime({ stop }: { stop: TimesOfStop }) {
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
  const day = requestedText(i18n, stop)
  return t`Requested for ${day}`
}
