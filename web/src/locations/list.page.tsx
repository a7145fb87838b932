import type { LocationRecord } from '@cartage/contract/locations'
import { Trans, useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { MapPin, Plus } from 'lucide-react'
import { useCallback, useMemo, useState } from 'react'
import { useListAddress } from '../lists/address.ts'
import { CsvButton, KeptViews } from '../lists/list-tools.tsx'
import { NoRows } from '../lists/no-rows.tsx'
import { ViewsNav } from '../records/views.nav.tsx'
import { usePermission } from '../session/permission.ts'
import { useCommands } from '../shell/commands.ts'
import { failureOf } from '../shell/failure.ts'
import { usePageTitle } from '../shell/page-title.ts'
import { Button } from '../ui/button.tsx'
import { useShownColumns } from '../ui/columns-menu.tsx'
import { DataTable } from '../ui/data-table.tsx'
import { ListFrame, sortFrom, sortText } from '../ui/list-frame.tsx'
import { useCursor } from '../ui/row-keys.ts'
import { useSelection } from '../ui/selection.ts'
import { useWindows } from '../ui/windows.ts'
import { LocationBulkBar } from './bulk-bar.tsx'
import { CreateLocationDialog } from './create.dialog.tsx'
import { hiddenAtFirst, locationName, useLocationColumns } from './list.columns.tsx'
import { LocationFilters } from './list.filters.tsx'
import { filtersOf, loadLocations } from './locations.queries.ts'
import { type LocationsSearch, locationsRoute } from './locations.route.ts'

/** Every place that is driven to. */
export function LocationsPage() {
  const { t } = useLingui()
  usePageTitle(t`Locations`)
  const search = locationsRoute.useSearch()
  const navigate = useNavigate()
  const mayWrite = usePermission('location.write')
  const [isCreating, setIsCreating] = useState(false)
  const { change, clear } = useListAddress<LocationsSearch>('/locations', ['state'])
  const windows = useWindows<LocationRecord>(['locations', 'list', search], loadLocations(search))
  const shown = useShownColumns('locations', useLocationColumns(), hiddenAtFirst)
  const selection = useSelection(windows.total)
  const cursor = useCursor()
  const open = useCallback((id: string) => void navigate({ href: `/locations/${id}` }), [navigate])
  useCommands(
    useMemo(
      () =>
        mayWrite
          ? [{ id: 'new-location', title: t`New location`, icon: Plus, keys: 'n', run: () => setIsCreating(true) }]
          : [],
      [mayWrite, t],
    ),
  )
  return (
    <>
      <ListFrame
        title={t`Locations`}
        views={
          <>
            <ViewsNav<'LIVE' | 'ARCHIVED' | 'MERGED'>
              views={[
                { value: 'LIVE', title: t`In use` },
                { value: 'ARCHIVED', title: t`Archived` },
                { value: 'MERGED', title: t`Merged` },
              ]}
              value={search.state ?? 'LIVE'}
              onChange={(state) => change({ state: state === 'LIVE' ? undefined : state })}
            />
            <KeptViews screen="locations" path="/locations" search={search} />
          </>
        }
        actions={
          <>
            <CsvButton path="/app/locations/csv" filters={filtersOf(search)} />
            {mayWrite && (
              <Button variant="brand" icon={Plus} keys="n" onClick={() => setIsCreating(true)}>
                <Trans>New location</Trans>
              </Button>
            )}
          </>
        }
        filters={<LocationFilters search={search} onChange={change} />}
        total={windows.total}
        shown={shown}
        notice={<LocationBulkBar selection={selection} />}
        table={
          <DataTable
            label={t`Locations`}
            columns={shown.columns}
            windows={windows}
            keyOf={keyOf}
            nameOf={locationName}
            sort={sortFrom(search.sort ?? 'name')}
            onSort={(next) => change({ sort: sortText(next) as LocationsSearch['sort'] })}
            {...(mayWrite && { selection })}
            cursor={cursor}
            onPeek={(row) => open(row.id)}
            onOpen={(row) => open(row.id)}
            failure={windows.error ? failureOf(windows.error) : undefined}
            isFaded={(row) => row.is_archived}
            empty={
              <NoRows
                icon={MapPin}
                title={t`No locations yet`}
                text={t`Every address an order names becomes a location here, once.`}
                isFiltered={Object.keys(filtersOf(search)).some((name) => name !== 'state')}
                onClear={clear}
              />
            }
          />
        }
        panel={null}
      />
      {isCreating && <CreateLocationDialog onClose={() => setIsCreating(false)} onCreated={open} />}
    </>
  )
}

function keyOf(row: LocationRecord): string {
  return row.id
}
