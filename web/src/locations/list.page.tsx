import type { LocationRecord } from '@cartage/contract/locations/endpoints'
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { getRouteApi } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useListAddress } from '../lists/list-address.ts'
import { RecordList } from '../lists/record-list.tsx'
import { ViewsNav } from '../lists/views-nav.tsx'
import { usePermission } from '../session/permission.ts'
import { MapPin } from '../ui/icons.tsx'
import type { LocationsSearch } from './address.ts'
import { LocationBulkBar } from './bulk-bar.tsx'
import { CreateLocationDialog } from './create.dialog.tsx'
import { hiddenAtFirst, locationName, useLocationColumns } from './list.columns.tsx'
import { LocationFilters } from './list.filters.tsx'
import { filtersOf, loadLocations } from './queries.ts'

const locationsRoute = getRouteApi('/shell/locations')

// Rarely used: loaded with the filter.
const UnclearPlaces = lazy(async () => ({ default: (await import('./unclear.panel.tsx')).UnclearPlaces }))

/** All locations. */
export function LocationsPage() {
  const { t } = useLingui()
  const search = locationsRoute.useSearch()
  const address = useListAddress<LocationsSearch>('/locations', ['state'])
  const mayWrite = usePermission('location.write')
  const filters = filtersOf(search)
  const unclear = search.placing?.split(',').includes('UNCLEAR') && (
    <Suspense>
      <UnclearPlaces />
    </Suspense>
  )
  return (
    <RecordList<LocationRecord, LocationsSearch & { peek?: undefined }>
      name="locations"
      title={t`Locations`}
      search={search}
      address={address}
      countLabels={(total) => t`${plural(total, { one: '# location', other: '# locations' })}`}
      filters={filters}
      isFiltered={Object.keys(filters).some((name) => name !== 'state')}
      load={loadLocations(search)}
      columns={useLocationColumns()}
      hiddenAtFirst={hiddenAtFirst}
      keyOf={keyOf}
      nameOf={locationName}
      isFaded={(row) => row.is_archived}
      sort="name"
      views={
        <ViewsNav<'LIVE' | 'ARCHIVED' | 'MERGED'>
          views={[
            { value: 'LIVE', title: t`Active` },
            { value: 'ARCHIVED', title: t`Archived` },
            { value: 'MERGED', title: t`Merged` },
          ]}
          value={search.state ?? 'LIVE'}
          onChange={(state) => address.change({ state: state === 'LIVE' ? undefined : state })}
        />
      }
      tools={<LocationFilters search={search} onChange={address.change} />}
      notice={unclear}
      bulkBar={mayWrite ? (selection) => <LocationBulkBar selection={selection} /> : undefined}
      create={
        mayWrite ? { title: t`New location`, dialog: (actions) => <CreateLocationDialog {...actions} /> } : undefined
      }
      empty={{
        icon: MapPin,
        title: t`No locations yet`,
        text: t`Each address used in an order becomes one location.`,
      }}
    />
  )
}

function keyOf(row: LocationRecord): string {
  return row.id
}
