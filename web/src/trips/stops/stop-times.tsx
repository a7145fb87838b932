import type { StopFacts } from '@cartage/contract/orders/app/punctuality'
import type { PlannedStop } from '@cartage/contract/planning/app/trip'
import { useLingui } from '@lingui/react/macro'
import { PunctualityPill } from '../../records/punctuality.tsx'
import { clockText, ForeignZone, When } from '../../ui/time/when.tsx'
import { dateText } from '../../ui/time/zone.ts'
import { EtaMark } from './eta-mark.tsx'

type Times = Pick<
  PlannedStop,
  | 'status'
  | 'planned_start_at'
  | 'planned_end_at'
  | 'eta_start_at'
  | 'eta_end_at'
  | 'eta_is_estimated'
  | 'actual_start_at'
  | 'actual_end_at'
>

/** Whether the ETA of a stop is based on driving times without a router. */
export function isEtaEstimated(stop: Pick<Times, 'eta_start_at' | 'eta_is_estimated' | 'actual_start_at'>): boolean {
  return stop.actual_start_at === null && stop.eta_start_at !== null && stop.eta_is_estimated !== false
}

/** Actual time of a stop, otherwise the expected one, otherwise the planned one. */
export function StopMoment({ stop, facts }: { stop: Times; facts: StopFacts | undefined }) {
  const { t } = useLingui()
  const at = stop.actual_start_at ?? stop.eta_start_at ?? stop.planned_start_at
  if (at === null) return <PunctualityPill verdict={facts?.punctuality} />
  const kind = stop.actual_start_at !== null ? t`Arrived` : stop.eta_start_at !== null ? t`ETA` : t`Planned`
  return (
    <span className="inline-flex items-center gap-1.5" title={kind}>
      <PunctualityPill verdict={facts?.punctuality} />
      <When instant={at} zone={facts?.time_zone} />
      <EtaMark isEstimated={isEtaEstimated(stop)} isShort />
    </span>
  )
}

/**
 * A time range. The end omits the day if it is the same. In the time zone of the place if known, otherwise the
 * tenant's. `isStacked` puts the times below their day, for narrow columns.
 */
export function Span({
  from,
  to,
  zone,
  isStacked = false,
}: {
  from: string | null
  to: string | null
  zone?: string | undefined
  isStacked?: boolean
}) {
  const { i18n } = useLingui()
  if (from === null) return <span className="text-ink-3">—</span>
  if (to === null) return <When instant={from} zone={zone} />
  const isSameDay = dateText(Date.parse(from), zone) === dateText(Date.parse(to), zone)
  if (!isSameDay && isStacked) {
    return (
      <span className="tnum *:block *:whitespace-nowrap">
        <span>
          <When instant={from} zone={zone} /> –
        </span>
        <span>
          <When instant={to} zone={zone} />
        </span>
      </span>
    )
  }
  if (!isSameDay) {
    return (
      <span className="tnum">
        <When instant={from} zone={zone} /> – <When instant={to} zone={zone} />
      </span>
    )
  }
  if (isStacked) {
    const [start, end] = [from, to].map((at) => clockText(new Date(at), i18n.locales ?? i18n.locale, zone))
    return (
      <span className="tnum block whitespace-nowrap">
        <When instant={from} zone={zone} isDay />
        <span className="block">
          {start} – {end}
          <ForeignZone instant={to} zone={zone} />
        </span>
      </span>
    )
  }
  return (
    <span className="tnum whitespace-nowrap">
      <When instant={from} zone={zone} isPlain /> – {clockText(new Date(to), i18n.locales ?? i18n.locale, zone)}
      <ForeignZone instant={to} zone={zone} />
    </span>
  )
}
