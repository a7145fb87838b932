import type { TripRecord } from '@cartage/contract/trips/app/record'
import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useActivityWord } from '../records/activity.words.ts'
import { factsOfStop, PunctualityPill } from '../records/punctuality.tsx'
import { PlainTable } from '../ui/table/plain-table.tsx'
import { Span } from './stop-times.tsx'
import { placeName, placeTown } from './trip-steps.tsx'
import { isNotWithCarrier, StopStatus } from './words.tsx'

type Stop = TripRecord['trip']['stops'][number]

/** The stops of a trip in sequence: what was planned, what is expected, and what happened. */
export function StopsTable({ record }: { record: TripRecord }) {
  const { t } = useLingui()
  const activityWord = useActivityWord()
  const { trip, places, orders, stop_facts } = record
  const factsOf = (stop: Stop) => factsOfStop(stop_facts, stop.stop_id)
  const numberOf = new Map(orders.map(({ order_id, order_number }) => [order_id, order_number]))
  // A stop is not dispatched while its carrier has not accepted it.
  const shown = (status: string) => (status === 'DISPATCHED' && isNotWithCarrier(record.dispatch) ? 'PLANNED' : status)
  const place = new Map(trip.stops.map(({ stop_id }, at) => [stop_id, at + 1]))
  return (
    <PlainTable<Stop>
      label={t`Stops`}
      rows={trip.stops}
      keyOf={({ stop_id }) => stop_id}
      isFaded={({ status }) => status === 'CANCELLED'}
      columns={[
        {
          id: 'place',
          title: t`Location`,
          cell: (stop) => (
            <span className="flex gap-2.5">
              <span className="tnum w-4 shrink-0 text-right text-ink-3">{place.get(stop.stop_id)}</span>
              <span className="min-w-0">
                <span className="block truncate font-medium">{placeName(places, stop)}</span>
                <span className="block truncate text-[12px] text-ink-3">
                  {[activityWord(stop.activity_label), placeTown(places, stop), stop.reference_number]
                    .filter(Boolean)
                    .join(' · ')}
                </span>
              </span>
            </span>
          ),
        },
        {
          id: 'order',
          title: t`Order`,
          width: 'w-24',
          cell: ({ order_id }) =>
            order_id !== null && (
              <Link
                to="/orders/$orderId"
                params={{ orderId: order_id }}
                className="tnum underline-offset-2 hover:underline"
              >
                {numberOf.get(order_id)}
              </Link>
            ),
        },
        { id: 'status', title: t`Status`, width: 'w-36', cell: ({ status }) => <StopStatus status={shown(status)} /> },
        {
          id: 'planned',
          title: t`Planned`,
          width: 'w-36',
          cell: (stop) => (
            <Span from={stop.planned_start_at} to={stop.planned_end_at} zone={factsOf(stop)?.time_zone} isStacked />
          ),
        },
        {
          id: 'actual',
          title: t`ETA or actual`,
          width: 'w-36',
          cell: (stop) => <Happening stop={stop} zone={factsOf(stop)?.time_zone} />,
        },
        {
          id: 'punctuality',
          title: t`Punctuality`,
          width: 'w-30',
          cell: (stop) => <PunctualityPill verdict={factsOf(stop)?.punctuality} />,
        },
      ]}
    />
  )
}

/** What happened at a stop, in bold; before that, what is expected. */
function Happening({ stop, zone }: { stop: Stop; zone: string | undefined }) {
  const { t } = useLingui()
  if (stop.actual_start_at !== null) {
    return (
      <span className="font-medium" title={t`Actual`}>
        <Span from={stop.actual_start_at} to={stop.actual_end_at} zone={zone} isStacked />
      </span>
    )
  }
  return (
    <span className="text-ink-2" title={t`ETA`}>
      <Span from={stop.eta_start_at} to={stop.eta_end_at} zone={zone} isStacked />
    </span>
  )
}
