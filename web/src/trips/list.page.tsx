import type { ListedTrip } from '@cartage/contract/trips/app/list'
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { getRouteApi } from '@tanstack/react-router'
import { useListAddress } from '../lists/list-address.ts'
import { RecordList } from '../lists/record-list.tsx'
import { Route } from '../ui/icons.tsx'
import type { TripsSearch } from './address.ts'
import { hiddenAtFirst, TripCard, useTripColumns } from './list.columns.tsx'
import { TripFilters } from './list.filters.tsx'
import { TripViews } from './list.views.tsx'
import { TripPeek } from './peek.panel.tsx'
import { filtersOf, loadTrips, sortOf } from './queries.ts'

const tripsRoute = getRouteApi('/shell/trips')

/** List of all trips with their resources and progress. */
export function TripsPage() {
  const { t } = useLingui()
  const search = tripsRoute.useSearch()
  const address = useListAddress<TripsSearch>('/trips')
  return (
    <RecordList<ListedTrip, TripsSearch>
      name="trips"
      title={t`Trips`}
      search={search}
      address={address}
      countLabels={(total) => t`${plural(total, { one: '# trip', other: '# trips' })}`}
      filters={filtersOf(search)}
      file={{ sort: sortOf(search) }}
      load={loadTrips(search)}
      columns={useTripColumns()}
      hiddenAtFirst={hiddenAtFirst}
      keyOf={keyOf}
      nameOf={(row) => row.name}
      isFaded={(row) => row.status === 'CANCELLED'}
      sort={sortOf(search)}
      isHigh
      card={TripCard}
      newLabels={(count) => t`${plural(count, { one: '# new trip', other: '# new trips' })}`}
      views={<TripViews search={search} onChange={address.change} />}
      tools={<TripFilters search={search} onChange={address.change} />}
      peek={({ key, ...actions }) => <TripPeek tripId={key} {...actions} />}
      empty={{
        icon: Route,
        title: t`No trips yet`,
        text: t`Trips appear here once orders are planned, here or in another system.`,
      }}
    />
  )
}

function keyOf(row: ListedTrip): string {
  return row.trip_id
}
