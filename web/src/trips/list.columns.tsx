import type { ListedTrip, TripCarrier } from '@cartage/contract/trips/app/list'
import { t } from '@lingui/core/macro'
import { Plural, useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import { PunctualityPill } from '../records/punctuality.tsx'
import { Handshake, Send } from '../ui/icons.tsx'
import type { Column } from '../ui/table/data-table.tsx'
import { TwoLines } from '../ui/table/two-lines.tsx'
import { RelativeTime } from '../ui/time/relative-time.tsx'
import { When } from '../ui/time/when.tsx'
import { StandingMark, useListedStanding } from './at-carrier.tsx'
import { carriersText } from './carriers.tsx'
import { FailureTag, isNotWithCarrier, OutdatedTag, TripStatus } from './labels.tsx'
import { DistanceMark, EtaMark } from './stops/eta-mark.tsx'

/** Columns hidden by default. */
export const hiddenAtFirst: readonly string[] = ['subcontractor', 'distance', 'created']

/** Columns of the list of trips. */
export function useTripColumns(): readonly Column<ListedTrip>[] {
  const { t, i18n } = useLingui()
  return useMemo(
    () => [
      {
        id: 'name',
        title: t`Trip`,
        width: 104,
        isFixed: true,
        sortKey: 'name',
        cell: (row) => <span className="tnum font-semibold">{row.name}</span>,
      },
      { id: 'status', title: t`Status`, width: 114, cell: (row) => <TripStatus status={row.status} /> },
      {
        id: 'from',
        title: t`First stop`,
        width: 146,
        sortKey: 'starts',
        cell: (row) => <End place={row.from} at={row.starts_at} />,
      },
      {
        id: 'to',
        title: t`Last stop`,
        width: 146,
        sortKey: 'ends',
        cell: (row) => <End place={row.to} at={row.ends_at} />,
      },
      { id: 'next', title: t`Next stop`, width: 140, cell: NextStop },
      { id: 'remark', title: t`Alerts`, width: 112, cell: (row) => <Remarks trip={row} /> },
      { id: 'driver', title: t`Driver or carrier`, width: 168, cell: (row) => <Driver trip={row} /> },
      {
        id: 'vehicle',
        title: t`Vehicle`,
        width: 106,
        cell: (row) => <Carriers of={row.resources.filter(isVehicle)} />,
      },
      {
        id: 'trailer',
        title: t`Trailer`,
        width: 106,
        cell: (row) => <Carriers of={row.resources.filter((one) => !isDriver(one) && !isVehicle(one))} />,
      },
      { id: 'subcontractor', title: t`Carrier`, width: 150, cell: (row) => <Subcontractor trip={row} /> },
      { id: 'stops', title: t`Stops`, width: 80, cell: Stops },
      {
        id: 'distance',
        title: t`Distance`,
        width: 84,
        cell: (row) =>
          row.distance_km !== null && (
            <span className="tnum">
              {i18n.number(Math.round(row.distance_km))} km
              <DistanceMark isEstimated={row.distance_is_estimated} />
            </span>
          ),
      },
      {
        id: 'created',
        title: t`Created`,
        width: 100,
        sortKey: 'created',
        cell: (row) => <RelativeTime instant={row.created_at} />,
      },
    ],
    [t, i18n],
  )
}

function Remarks({ trip }: { trip: ListedTrip }) {
  const standing = useListedStanding(trip)
  const failure = trip.dispatch_failure
  // No tag for a failure that the carrier column already shows.
  const isShown = standing === undefined || standing?.state === failure?.state
  return (
    <span className="flex flex-wrap gap-1">
      <PunctualityPill verdict={trip.punctuality} />
      {failure !== null && !isShown && <FailureTag {...failure} />}
      {standing === null && trip.is_outdated && <OutdatedTag />}
    </span>
  )
}

function isDriver({ resource_type }: TripCarrier): boolean {
  return resource_type === 'DRIVER'
}

/** Whether the resource drives by itself. Others are towed or carried. */
function isVehicle({ resource_type }: TripCarrier): boolean {
  return resource_type === 'TRACTOR' || resource_type === 'RIGID' || resource_type === 'VAN'
}

/** Names, with plates and container numbers below where they differ. */
function Carriers({ of }: { of: readonly TripCarrier[] }) {
  if (of.length === 0) return <span className="text-ink-3">—</span>
  const names = of.map(({ name }) => name).join(', ')
  const numbers = of.flatMap((one) => {
    const number = one.license_plate ?? one.container_number
    return number === null || number === one.name ? [] : [number]
  })
  return <TwoLines first={<span title={carriersText(of)}>{names}</span>} second={numbers.join(', ')} />
}

/** Driver of the trip: the carrier, or one of our own drivers. */
function Driver({ trip }: { trip: ListedTrip }) {
  const standing = useListedStanding(trip)
  if (standing || trip.subcontractor !== null || (trip.is_dispatched && trip.resources.length === 0))
    return <Subcontractor trip={trip} />
  return <Carriers of={trip.resources.filter(isDriver)} />
}

/** Number of completed stops, and of orders. */
function Stops(trip: ListedTrip) {
  const { done_count: done, stop_count: all, order_count: orders } = trip
  return (
    <TwoLines
      first={
        <span className="tnum" title={t`${done} of ${all} stops completed`}>
          {done}/{all}
        </span>
      }
      second={<Plural value={orders} one="# order" other="# orders" />}
    />
  )
}

/** Next stop with its time. Nothing for a finished trip. */
function NextStop({ next_stop: next }: ListedTrip) {
  return next && <End place={next} at={next.expected_at} isEstimated={next.eta_is_estimated} />
}

/** Card of a trip on a phone. */
export function TripCard(trip: ListedTrip) {
  return (
    <span className="grid grid-cols-[minmax(0,1fr)] gap-0.5 py-1 pr-2">
      <span className="flex items-center gap-2">
        <span className="tnum font-semibold">{trip.name}</span>
        <span className="min-w-0 flex-1 truncate text-ink-2">
          {trip.subcontractor?.name ?? trip.resources.map(({ name }) => name).join(' · ')}
        </span>
        <TripStatus status={trip.status} />
      </span>
      <span className="flex items-center gap-2">
        <span className="min-w-0 flex-1 truncate">
          <Place place={trip.from} isShort /> → <Place place={trip.to} isShort />
        </span>
        <PunctualityPill verdict={trip.punctuality} />
      </span>
      <span className="flex items-center gap-2 text-[12px] text-ink-3">
        <Moment at={trip.starts_at} />
        <span className="tnum flex-1 text-right">
          {trip.done_count}/{trip.stop_count}
        </span>
      </span>
    </span>
  )
}

/** Place, with the time below. */
function End({
  place,
  at,
  isEstimated = false,
}: {
  place: ListedTrip['from']
  at: string | null
  isEstimated?: boolean
}) {
  const moment = (
    <>
      <Moment at={at} />
      <EtaMark isEstimated={isEstimated} isShort />
    </>
  )
  return <TwoLines first={<Place place={place} />} second={moment} />
}

/** The carrier, with the trip's state there below, as on the trip's page (DISP-6). */
function Subcontractor({ trip }: { trip: ListedTrip }) {
  const standing = useListedStanding(trip)
  const name = standing?.company_name ?? trip.subcontractor?.name
  if (name === undefined && !trip.is_dispatched) return <span className="text-ink-3">—</span>
  return (
    <TwoLines
      first={
        <span title={name}>
          {name !== undefined && (
            <Handshake size={13} className="mr-1.5 inline shrink-0 align-[-2px] text-violet" aria-hidden="true" />
          )}
          {name}
        </span>
      }
      second={standing ? <StandingMark standing={standing} /> : standing === null && <SentMark trip={trip} />}
    />
  )
}

/** Dispatch result of a trip without a state at its carrier. */
function SentMark({ trip }: { trip: ListedTrip }) {
  const { t } = useLingui()
  if (!trip.is_dispatched) return null
  const sent = isNotWithCarrier(trip.dispatch) ? t`Dispatch failed` : t`Dispatched`
  return (
    <span title={sent} className={isNotWithCarrier(trip.dispatch) ? 'inline-flex text-red' : 'inline-flex'}>
      <Send size={12} aria-label={sent} role="img" />
    </span>
  )
}

function Place({ place, isShort = false }: { place: ListedTrip['from']; isShort?: boolean }) {
  if (!place) return <span className="text-ink-3">—</span>
  return (
    <span title={[place.name, place.city, place.country].filter(Boolean).join(', ')}>
      {place.country && <span className="pr-1.5 text-[11px] text-ink-3">{place.country}</span>}
      {place.city ?? place.name}
      {!isShort && place.city !== null && place.name !== null && (
        <span className="pl-1.5 text-ink-3">{place.name}</span>
      )}
    </span>
  )
}

function Moment({ at }: { at: string | null }) {
  return at === null ? <span className="text-ink-3">—</span> : <When instant={at} />
}
