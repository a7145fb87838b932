import type { PlannedCrossing } from '@cartage/contract/planning/app/crossing'
import type { TripRecord } from '@cartage/contract/trips/app/record'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useActivityLabel } from '../../records/activity.labels.ts'
import { factsOfStop, PunctualityPill } from '../../records/punctuality.tsx'
import { useCrossingText } from '../../records/stops/crossing.labels.ts'
import { crossingTo } from '../../records/stops/crossing-to.ts'
import { RailAxis, RailTrack, railScale, railStopOf, railTone } from '../../records/stops/stop-rail.tsx'
import { IconButton } from '../../ui/button.tsx'
import { MoreHorizontal, X } from '../../ui/icons.tsx'
import { Menu, MenuItem } from '../../ui/overlay/menu.tsx'
import { PlainTable } from '../../ui/table/plain-table.tsx'
import { minutesText } from '../../ui/time/minutes-text.ts'
import { useIsNotWithCarrier } from '../at-carrier.tsx'
import { StopStatus } from '../labels.tsx'
import { placeName, placeTown } from '../trip-steps.tsx'
import { EtaMark } from './eta-mark.tsx'
import { useKilometres } from './kilometres.ts'
import { NewEta } from './new-eta.tsx'
import { StopAction } from './stop-action.tsx'
import { isEtaEstimated, Span } from './stop-times.tsx'
import type { Crossings } from './use-crossings.tsx'

type Stop = TripRecord['trip']['stops'][number]

/** Stops of a trip in sequence with planned, expected and actual times. */
export function StopsTable({ record, crossings }: { record: TripRecord; crossings: Crossings }) {
  const { t } = useLingui()
  const { trip, places, orders, stop_facts } = record
  const factsOf = (stop: Stop) => factsOfStop(stop_facts, stop.stop_id)
  const numberOf = new Map(orders.map(({ order_id, order_number }) => [order_id, order_number]))
  // A dispatched stop is shown as planned while the trip is not with its carrier.
  const isElsewhere = useIsNotWithCarrier(record)
  const shown = (status: string) => (status === 'DISPATCHED' && isElsewhere ? 'PLANNED' : status)
  const place = new Map(trip.stops.map(({ stop_id }, at) => [stop_id, at + 1]))
  const railOf = (stop: Stop) => railStopOf(stop, factsOf(stop))
  const span = railScale(trip.stops.map(railOf))
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
          width: 'w-60',
          cell: (stop) => <Place {...{ record, crossings, stop }} at={place.get(stop.stop_id) ?? 1} />,
        },
        ...(span === undefined
          ? []
          : [
              {
                id: 'rail',
                title: t`Time axis`,
                head: <RailAxis span={span} />,
                cell: (stop: Stop) => <RailTrack stop={railOf(stop)} span={span} tone={railTone(factsOf(stop))} />,
              },
            ]),
        {
          id: 'order',
          title: t`Order`,
          width: 'w-24',
          cell: ({ order_id }) => order_id !== null && <OrderLink orderId={order_id} number={numberOf.get(order_id)} />,
        },
        { id: 'status', title: t`Status`, width: 'w-30', cell: ({ status }) => <StopStatus status={shown(status)} /> },
        {
          id: 'planned',
          title: t`Planned`,
          width: 'w-32',
          cell: (stop) => (
            <Span from={stop.planned_start_at} to={stop.planned_end_at} zone={factsOf(stop)?.time_zone} isStacked />
          ),
        },
        {
          id: 'actual',
          title: t`ETA or actual`,
          width: 'w-32',
          cell: (stop) => <Happening stop={stop} record={record} />,
        },
        {
          id: 'punctuality',
          title: t`Punctuality`,
          width: 'w-26',
          cell: (stop) => <PunctualityPill verdict={factsOf(stop)?.punctuality} />,
        },
        {
          id: 'report',
          title: '',
          width: 'w-22',
          align: 'right',
          cell: (stop) => <StopAction stop={stop} name={placeName(places, stop)} trip={trip} />,
        },
      ]}
    />
  )
}

function OrderLink({ orderId, number }: { orderId: string; number: string | undefined }) {
  return (
    <Link
      to="/orders/$orderId"
      params={{ orderId }}
      className="tnum whitespace-nowrap underline-offset-2 hover:underline"
    >
      {number}
    </Link>
  )
}

interface Placed {
  record: TripRecord
  crossings: Crossings
  stop: Stop
  /** Number in the trip, from 1. */
  at: number
}

/** Place and activity of a stop. */
function Place({ record, crossings, stop, at }: Placed) {
  const { trip, places, stop_facts } = record
  const activityLabel = useActivityLabel()
  const details = [activityLabel(stop.activity_label), placeTown(places, stop), stop.reference_number]
  const before = trip.stops[at - 2]
  const crossing = crossingTo(before, stop)
  return (
    <span className="flex gap-2.5">
      <span className="tnum w-4 shrink-0 text-right text-ink-3">{at}</span>
      <span className="min-w-0 flex-1">
        <span className="block truncate font-medium">{placeName(places, stop)}</span>
        <span className="block truncate text-[12px] text-ink-3">{details.filter(Boolean).join(' · ')}</span>
        {before && crossing ? (
          <CrossingLine
            {...{ crossings, crossing }}
            boarding={before}
            zone={factsOfStop(stop_facts, before.stop_id)?.time_zone}
          />
        ) : (
          <Leg stop={stop} before={before} />
        )}
      </span>
    </span>
  )
}

/** CROSS-1: ferry or train from the previous stop, with its actions until it is boarded. */
function CrossingLine({
  crossings,
  crossing,
  boarding,
  zone,
}: {
  crossings: Crossings
  crossing: PlannedCrossing
  boarding: Stop
  zone: string | undefined
}) {
  const { t } = useLingui()
  const text = useCrossingText()(crossing, zone)
  return (
    <span className="flex items-start gap-1 text-[11px] text-ink-3">
      <span className="tnum min-w-0 flex-1" title={t`From the stop before`}>
        ↳ {text}
      </span>
      {crossings.mayChange && boarding.actual_start_at === null && (
        <Menu trigger={<IconButton icon={MoreHorizontal} label={t`Actions for ${text}`} className="h-4" />}>
          <MenuItem onSelect={() => crossings.open(boarding)}>
            <Trans>Change ferry or train…</Trans>
          </MenuItem>
          <MenuItem icon={X} onSelect={() => crossings.remove(boarding)}>
            <Trans>Remove ferry or train</Trans>
          </MenuItem>
        </Menu>
      )}
    </span>
  )
}

/** Leg from the previous stop: kilometres, and the planned time between the two. */
function Leg({ stop, before }: { stop: Stop; before: Stop | undefined }) {
  const { t } = useLingui()
  const kilometres = useKilometres()
  if (before === undefined) return null
  const km = stop.mileage_km ? kilometres(stop.mileage_km, stop.mileage_is_estimated !== false) : ''
  const from = before.planned_end_at ?? before.planned_start_at
  const minutes =
    from === null || stop.planned_start_at === null
      ? 0
      : Math.round((Date.parse(stop.planned_start_at) - Date.parse(from)) / 60_000)
  const text = [km, minutes > 0 && minutesText(minutes)].filter(Boolean).join(' · ')
  if (text === '') return null
  return (
    <span className="tnum block truncate text-[11px] text-ink-3" title={t`From the stop before`}>
      ↳ {text}
    </span>
  )
}

/** Actual times of a stop in bold. Before that the expected time, who entered it, and a button to enter another. */
function Happening({ stop, record }: { stop: Stop; record: TripRecord }) {
  const { t } = useLingui()
  const facts = factsOfStop(record.stop_facts, stop.stop_id)
  if (stop.actual_start_at !== null) {
    return (
      <span className="font-medium" title={t`Actual`}>
        <Span from={stop.actual_start_at} to={stop.actual_end_at} zone={facts?.time_zone} isStacked />
      </span>
    )
  }
  return (
    <span className="text-ink-2" title={t`ETA`}>
      <Span from={stop.eta_start_at} to={stop.eta_end_at} zone={facts?.time_zone} isStacked />
      <EtaMark isEstimated={isEtaEstimated(stop)} />
      {facts && <NewEta stop={stop} facts={facts} record={record} />}
    </span>
  )
}
