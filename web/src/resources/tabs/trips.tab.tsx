import { Plural, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Loaded } from '../../records/loaded.tsx'
import { usePermission } from '../../session/permission.ts'
import { TripStatus } from '../../trips/labels.tsx'
import { ReplaceDriver } from '../../trips/replace-driver.tsx'
import { Route } from '../../ui/icons.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { When } from '../../ui/time/when.tsx'
import { resourceTripsQuery } from '../queries.ts'

/** Whether a trip is not finished yet. */
const isOpen = (status: string) => status !== 'COMPLETED' && status !== 'CANCELLED'

/**
 * Past, present and future trips of a resource. A driver's trips can be reassigned.
 * @param driver name of the driver. Null for other resources
 */
export function TripsTab({ resourceId, driver }: { resourceId: string; driver: string | null }) {
  const { t } = useLingui()
  const mayPlan = usePermission('trip.write')
  const query = useQuery(resourceTripsQuery(resourceId))
  return (
    <Loaded query={query}>
      {({ items }) =>
        items.length === 0 ? (
          <EmptyState icon={Route} title={t`No trips yet`} text={t`Trips with this resource appear here.`} />
        ) : (
          <ul className="max-w-[960px] px-4 py-2">
            {items.map((trip) => (
              <li key={trip.trip_id} className="flex min-h-10 items-center gap-3 border-b border-line">
                <Link
                  to="/trips/$tripId"
                  params={{ tripId: trip.trip_id }}
                  className="tnum w-28 font-medium underline-offset-2 hover:underline"
                >
                  {trip.name}
                </Link>
                <span className="w-28">
                  <TripStatus status={trip.status} />
                </span>
                <span className="min-w-0 flex-1 truncate">
                  {trip.from} → {trip.to}{' '}
                  <span className="pl-1 text-ink-3">
                    <Plural value={trip.stop_count} one="# stop" other="# stops" />
                  </span>
                </span>
                <span className="text-ink-2">
                  {trip.starts_at && <When instant={trip.starts_at} />} –{' '}
                  {trip.ends_at && <When instant={trip.ends_at} />}
                </span>
                {driver !== null && mayPlan && isOpen(trip.status) && (
                  <ReplaceDriver
                    tripId={trip.trip_id}
                    tripName={trip.name}
                    driver={{ resource_id: resourceId, name: driver }}
                  />
                )}
              </li>
            ))}
          </ul>
        )
      }
    </Loaded>
  )
}
