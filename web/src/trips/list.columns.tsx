import type { ListedTrip, TripCarrier } from '@cartage/contract/trips/app/list'
import { useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import { PunctualityPill } from '../records/punctuality.tsx'
import { Handshake, Send } from '../ui/icons.tsx'
import type { Column } from '../ui/table/data-table.tsx'
import { RelativeTime } from '../ui/time/relative-time.tsx'
import { When } from '../ui/time/when.tsx'
import { carriersText } from './carriers.tsx'
import { DeclinedTag, isNotWithCarrier, OutdatedTag, TripStatus } from './words.tsx'

/** Columns that are not shown until the user adds them. */
export const hiddenAtFirst: readonly string[] = ['distance', 'created']

/** The columns of the list of trips. */
export function useTripColumns(): readonly Column<ListedTrip>[] {
  const { t, i18n } = useLingui()
  return useMemo(
    () => [
      {
        id: 'name',
        title: t`Trip`,
        width: 96,
        isFixed: true,
        sortKey: 'name',
        cell: (row) => <span className="tnum font-semibold">{row.name}</span>,
      },
      { id: 'status', title: t`Status`, width: 118, cell: (row) => <TripStatus status={row.status} /> },
      { id: 'starts', title: t`Starts`, width: 142, sortKey: 'starts', cell: (row) => <Moment at={row.starts_at} /> },
      { id: 'remark', title: t`Alerts`, width: 150, cell: (row) => <Remarks trip={row} /> },
      { id: 'driver', title: t`Driver`, width: 136, cell: (row) => <Carriers of={row.resources.filter(isDriver)} /> },
      {
        id: 'resources',
        title: t`Vehicles`,
        width: 176,
        cell: (row) => <Carriers of={row.resources.filter((one) => !isDriver(one))} />,
      },
      { id: 'subcontractor', title: t`Carrier`, width: 150, cell: (row) => <Subcontractor trip={row} /> },
      { id: 'from', title: t`First stop`, width: 122, cell: (row) => <Place place={row.from} /> },
      { id: 'to', title: t`Last stop`, width: 122, cell: (row) => <Place place={row.to} /> },
      { id: 'ends', title: t`Ends`, width: 142, cell: (row) => <Moment at={row.ends_at} /> },
      {
        id: 'stops',
        title: t`Stops`,
        width: 70,
        cell: (row) => (
          <span className="tnum" title={t`${row.done_count} of ${row.stop_count} stops completed`}>
            {row.done_count}/{row.stop_count}
          </span>
        ),
      },
      { id: 'orders', title: t`Orders`, width: 66, cell: (row) => <span className="tnum">{row.order_count}</span> },
      {
        id: 'distance',
        title: t`Distance`,
        width: 84,
        cell: (row) =>
          row.distance_km !== null && <span className="tnum">{i18n.number(Math.round(row.distance_km))} km</span>,
      },
      { id: 'created', title: t`Created`, width: 100, cell: (row) => <RelativeTime instant={row.created_at} /> },
    ],
    [t, i18n],
  )
}

function Remarks({ trip }: { trip: ListedTrip }) {
  return (
    <span className="inline-flex gap-1">
      <PunctualityPill verdict={trip.punctuality} />
      {trip.is_refused && <DeclinedTag dispatch={trip.dispatch} />}
      {trip.is_outdated && <OutdatedTag />}
    </span>
  )
}

function isDriver({ resource_type }: TripCarrier): boolean {
  return resource_type === 'DRIVER'
}

function Carriers({ of }: { of: readonly TripCarrier[] }) {
  const text = carriersText(of)
  return text === '' ? <span className="text-ink-3">—</span> : <span title={text}>{text}</span>
}

function Subcontractor({ trip }: { trip: ListedTrip }) {
  const { t } = useLingui()
  const states: Readonly<Record<string, string>> = {
    DECLINED: t`Dispatched: declined`,
    UNDELIVERED: t`Dispatched: not delivered`,
  }
  const sent = states[trip.dispatch?.state ?? ''] ?? t`Dispatched`
  if (trip.subcontractor === null && !trip.is_dispatched) return <span className="text-ink-3">—</span>
  return (
    <span className="inline-flex max-w-full items-center gap-1.5">
      {trip.subcontractor !== null && <Handshake size={13} className="shrink-0 text-violet" aria-hidden="true" />}
      <span className="truncate">{trip.subcontractor?.name}</span>
      {trip.is_dispatched && (
        <span
          title={sent}
          className={isNotWithCarrier(trip.dispatch) ? 'inline-flex text-red' : 'inline-flex text-ink-3'}
        >
          <Send size={12} aria-label={sent} role="img" />
        </span>
      )}
    </span>
  )
}

function Place({ place }: { place: ListedTrip['from'] }) {
  if (!place) return <span className="text-ink-3">—</span>
  return (
    <span title={[place.name, place.city, place.country].filter(Boolean).join(', ')}>
      <span className="pr-1.5 text-[11px] text-ink-3">{place.country}</span>
      {place.city ?? place.name}
    </span>
  )
}

function Moment({ at }: { at: string | null }) {
  return at === null ? <span className="text-ink-3">—</span> : <When instant={at} />
}
