import type { OrderTrip } from '@cartage/contract/trips/app/record'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useActivityWord } from '../../records/activity.words.ts'
import { Loaded } from '../../records/loaded.tsx'
import { factsOfStop, PunctualityPill } from '../../records/punctuality.tsx'
import { carriersText } from '../../trips/carriers.tsx'
import { Span } from '../../trips/stop-times.tsx'
import { placeName, placeTown } from '../../trips/trip-steps.tsx'
import { StopStatus, TripStatus } from '../../trips/words.tsx'
import { Route } from '../../ui/icons.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { PlainTable } from '../../ui/table/plain-table.tsx'
import { orderTripsQuery } from './queries.ts'

/** The trips the order is on: who drives it, and when each of its stops is reached. */
export function TripsTab({ orderId }: { orderId: string }) {
  const { t } = useLingui()
  const query = useQuery(orderTripsQuery(orderId))
  return (
    <Loaded query={query}>
      {({ items }) =>
        items.length === 0 ? (
          <EmptyState
            icon={Route}
            title={t`Not on a trip yet`}
            text={t`Once planned, its trip and ETAs appear here.`}
          />
        ) : (
          <div className="grid max-w-[1080px] gap-4 px-4 py-4">
            {items.map((trip) => (
              <TripPart key={trip.trip_id} trip={trip} />
            ))}
          </div>
        )
      }
    </Loaded>
  )
}

function TripPart({ trip }: { trip: OrderTrip }) {
  const { t } = useLingui()
  const activityWord = useActivityWord()
  const factsOf = ({ stop_id }: OrderTrip['stops'][number]) => factsOfStop(trip.stop_facts, stop_id)
  const driver = trip.subcontractor?.name ?? carriersText(trip.resources)
  return (
    <section aria-label={trip.name}>
      <div className="flex min-h-8 items-center gap-2.5">
        <h2>
          <Link
            to="/trips/$tripId"
            params={{ tripId: trip.trip_id }}
            className="tnum font-semibold underline-offset-2 hover:underline"
          >
            {trip.name}
          </Link>
        </h2>
        <TripStatus status={trip.status} />
        <PunctualityPill verdict={trip.punctuality} />
        <span className="min-w-0 flex-1 truncate text-ink-2">{driver}</span>
        <span className="text-ink-2">
          <Span from={trip.starts_at} to={trip.ends_at} />
        </span>
      </div>
      <PlainTable<OrderTrip['stops'][number]>
        label={t`Stops of this order on ${trip.name}`}
        rows={trip.stops}
        keyOf={({ stop_id }) => stop_id}
        columns={[
          {
            id: 'place',
            title: t`Location`,
            cell: (stop) => (
              <>
                <span className="block truncate font-medium">{placeName(trip.places, stop)}</span>
                <span className="block truncate text-[12px] text-ink-3">
                  {[activityWord(stop.activity_label), placeTown(trip.places, stop)].filter(Boolean).join(' · ')}
                </span>
              </>
            ),
          },
          { id: 'status', title: t`Status`, width: 'w-36', cell: ({ status }) => <StopStatus status={status} /> },
          {
            id: 'planned',
            title: t`Planned`,
            width: 'w-48',
            cell: (stop) => (
              <Span from={stop.planned_start_at} to={stop.planned_end_at} zone={factsOf(stop)?.time_zone} />
            ),
          },
          {
            id: 'expected',
            title: t`ETA`,
            width: 'w-48',
            cell: (stop) =>
              stop.actual_start_at === null && (
                <Span from={stop.eta_start_at} to={stop.eta_end_at} zone={factsOf(stop)?.time_zone} />
              ),
          },
          {
            id: 'actual',
            title: t`Actual`,
            width: 'w-48',
            cell: (stop) =>
              stop.actual_start_at && (
                <Span from={stop.actual_start_at} to={stop.actual_end_at} zone={factsOf(stop)?.time_zone} />
              ),
          },
          {
            id: 'punctuality',
            title: t`Punctuality`,
            width: 'w-28',
            cell: (stop) => <PunctualityPill verdict={factsOf(stop)?.punctuality} />,
          },
        ]}
      />
    </section>
  )
}
