import type { ListedTrip } from '@cartage/contract/app/trips'
import { useLingui } from '@lingui/react/macro'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { Download, Route } from 'lucide-react'
import { useCallback } from 'react'
import { NoRows } from '../lists/no-rows.tsx'
import { failureOf } from '../shell/failure.ts'
import { usePageTitle } from '../shell/page-title.ts'
import { SavedViewsMenu } from '../shell/saved-views.menu.tsx'
import { IconButton } from '../ui/button.tsx'
import { useShownColumns } from '../ui/columns-menu.tsx'
import { DataTable } from '../ui/data-table.tsx'
import { ListFrame, sortFrom, sortText } from '../ui/list-frame.tsx'
import { useCursor } from '../ui/row-keys.ts'
import { useWindows } from '../ui/windows.ts'
import { hiddenAtFirst, useTripColumns } from './list.columns.tsx'
import { TripFilters } from './list.filters.tsx'
import { TripViews } from './list.views.tsx'
import { TripPeek } from './peek.panel.tsx'
import { filtersOf, loadTrips } from './trips.queries.ts'
import { type TripsSearch, tripsRoute } from './trips.route.ts'

/** All trips: what is planned, who drives it, and how far it has come. */
export function TripsPage() {
  const { t } = useLingui()
  usePageTitle(t`Trips`)
  const search = tripsRoute.useSearch()
  const navigate = useNavigate()
  const change = useCallback(
    (members: Partial<TripsSearch>) =>
      void navigate({ from: '/trips', to: '/trips', search: (before) => ({ ...before, ...members }), replace: true }),
    [navigate],
  )
  const { peek, ...asked } = search
  const { stringifySearch } = useRouter().options
  const windows = useWindows<ListedTrip>(['trips', 'list', asked], loadTrips(asked))
  const shown = useShownColumns('trips', useTripColumns(), hiddenAtFirst)
  const cursor = useCursor()
  const open = useCallback((tripId: string) => void navigate({ href: `/trips/${tripId}` }), [navigate])
  const close = useCallback(() => change({ peek: undefined }), [change])
  const sort = search.sort ?? '-starts'
  const csv = () =>
    window.location.assign(`/app/trips/csv?${new URLSearchParams({ ...(filtersOf(search) as object), sort })}`)
  return (
    <ListFrame
      title={t`Trips`}
      views={
        <>
          <TripViews search={search} onChange={change} />
          <SavedViewsMenu
            screen="trips"
            search={stringifySearch(asked).replace('?', '')}
            onOpen={(kept) => void navigate({ href: `/trips?${kept}` })}
          />
        </>
      }
      actions={<IconButton icon={Download} label={t`Download all that fit as CSV`} onClick={csv} />}
      filters={<TripFilters search={search} onChange={change} />}
      total={windows.total}
      shown={shown}
      table={
        <DataTable
          label={t`Trips`}
          columns={shown.columns}
          windows={windows}
          keyOf={keyOf}
          sort={sortFrom(sort)}
          onSort={(next) => change({ sort: sortText(next) as TripsSearch['sort'] })}
          cursor={cursor}
          openKey={peek}
          onPeek={(row) => change({ peek: row.trip_id })}
          onOpen={(row) => open(row.trip_id)}
          failure={windows.error ? failureOf(windows.error) : undefined}
          isFaded={(row) => row.status === 'CANCELLED'}
          empty={
            <NoTrips
              isFiltered={Object.keys(filtersOf(search)).length > 0}
              onClear={() => void navigate({ to: '/trips' })}
            />
          }
        />
      }
      panel={peek !== undefined && <TripPeek tripId={peek} onClose={close} onOpen={() => open(peek)} />}
    />
  )
}

function keyOf(row: ListedTrip): string {
  return row.trip_id
}

function NoTrips({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  const { t } = useLingui()
  return (
    <NoRows
      icon={Route}
      title={t`No trips yet`}
      text={t`Orders are planned into trips, here or by another system. A trip appears the moment it is made.`}
      isFiltered={isFiltered}
      onClear={onClear}
    />
  )
}
