import type { PlannedStop } from '@cartage/contract/app/planning-trip'
import { useLingui } from '@lingui/react/macro'
import { ClockAlert } from 'lucide-react'
import { When } from '../records/when.tsx'

type Times = Pick<
  PlannedStop,
  'status' | 'planned_start_at' | 'planned_end_at' | 'eta_start_at' | 'eta_end_at' | 'actual_start_at' | 'actual_end_at'
>

/** Whether a stop that is still ahead is expected after the end of its planned time. */
export function isLate({ status, eta_start_at, planned_end_at, actual_start_at }: Times): boolean {
  if (status === 'COMPLETED' || status === 'CANCELLED' || actual_start_at !== null) return false
  return eta_start_at !== null && planned_end_at !== null && eta_start_at > planned_end_at
}

/** When a stop was, or is expected to be, reached: what happened before what is expected before the plan. */
export function StopMoment({ stop }: { stop: Times }) {
  const { t } = useLingui()
  const at = stop.actual_start_at ?? stop.eta_start_at ?? stop.planned_start_at
  if (at === null) return null
  const kind = stop.actual_start_at !== null ? t`Arrived` : stop.eta_start_at !== null ? t`Expected` : t`Planned`
  return (
    <span className="inline-flex items-center gap-1.5" title={kind}>
      {isLate(stop) && <ClockAlert size={12} className="text-amber" aria-label={t`Late`} role="img" />}
      <When instant={at} />
    </span>
  )
}

/** From one instant to another; the second one without its day when that is the same. */
export function Span({ from, to }: { from: string | null; to: string | null }) {
  const { i18n } = useLingui()
  if (from === null) return <span className="text-ink-3">—</span>
  if (to === null) return <When instant={from} />
  const isSameDay = new Date(from).toDateString() === new Date(to).toDateString()
  const time = new Intl.DateTimeFormat(i18n.locales ?? i18n.locale, {
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  return (
    <span className={isSameDay ? 'tnum whitespace-nowrap' : 'tnum'}>
      <When instant={from} /> – {isSameDay ? time.format(new Date(to)) : <When instant={to} />}
    </span>
  )
}
