import type { ListedResource } from '@cartage/contract/app/resources'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Plus, Truck } from 'lucide-react'
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
import { ResourceBulkBar } from './bulk-bar.tsx'
import { CreateResourceDialog } from './create.dialog.tsx'
import { hiddenAtFirst, useResourceColumns } from './list.columns.tsx'
import { ResourceFilters } from './list.filters.tsx'
import { ResourcePeek } from './peek.panel.tsx'
import { filtersOf, loadResources, resourceCountsQuery } from './resources.queries.ts'
import { type ResourcesSearch, resourcesRoute } from './resources.route.ts'

/** All drivers, vehicles, trailers and containers. */
export function ResourcesPage() {
  const { t } = useLingui()
  usePageTitle(t`Resources`)
  const search = resourcesRoute.useSearch()
  const navigate = useNavigate()
  const mayWrite = usePermission('resource.write')
  const [isCreating, setIsCreating] = useState(false)
  const { change, clear, openPeek, closePeek } = useListAddress<ResourcesSearch>('/resources')
  const { peek, ...asked } = search
  const windows = useWindows<ListedResource>(['resources', 'list', asked], loadResources(asked))
  const shown = useShownColumns('resources', useResourceColumns(), hiddenAtFirst)
  const selection = useSelection(windows.total)
  const cursor = useCursor()
  const open = useCallback((id: string) => void navigate({ href: `/resources/${id}` }), [navigate])
  useCommands(
    useMemo(
      () =>
        mayWrite
          ? [{ id: 'new-resource', title: t`New resource`, icon: Plus, keys: 'n', run: () => setIsCreating(true) }]
          : [],
      [mayWrite, t],
    ),
  )
  const sort = search.sort ?? 'name'
  const isFiltered = Object.keys(filtersOf(search)).length > 0
  return (
    <>
      <ListFrame
        title={t`Resources`}
        views={
          <>
            <Views search={search} onChange={change} />
            <KeptViews screen="resources" path="/resources" search={asked} />
          </>
        }
        actions={
          <>
            <CsvButton path="/app/resources/csv" filters={filtersOf(search)} />
            {mayWrite && (
              <Button variant="brand" icon={Plus} keys="n" onClick={() => setIsCreating(true)}>
                <Trans>New resource</Trans>
              </Button>
            )}
          </>
        }
        filters={<ResourceFilters search={search} onChange={change} />}
        total={windows.total}
        shown={shown}
        notice={<ResourceBulkBar selection={selection} />}
        table={
          <DataTable
            label={t`Resources`}
            columns={shown.columns}
            windows={windows}
            keyOf={keyOf}
            nameOf={(row) => row.name}
            {...(mayWrite && { selection })}
            sort={sortFrom(sort)}
            onSort={(next) => change({ sort: sortText(next) as ResourcesSearch['sort'] })}
            cursor={cursor}
            openKey={peek}
            onPeek={(row) => openPeek(row.resource_id)}
            onOpen={(row) => open(row.resource_id)}
            failure={windows.error ? failureOf(windows.error) : undefined}
            isFaded={(row) => row.is_archived}
            empty={<NoResources isFiltered={isFiltered} onClear={clear} />}
          />
        }
        panel={peek !== undefined && <ResourcePeek resourceId={peek} onClose={closePeek} onOpen={() => open(peek)} />}
      />
      {isCreating && <CreateResourceDialog onClose={() => setIsCreating(false)} onCreated={open} />}
    </>
  )
}

type View = 'all' | 'drivers' | 'vehicles' | 'trailers' | 'expiring' | 'archived'

const viewFilters: Readonly<Record<View, Partial<ResourcesSearch>>> = {
  all: {},
  drivers: { type: 'DRIVER' },
  vehicles: { type: 'TRACTOR,RIGID,VAN' },
  trailers: { type: 'TRAILER,FULL_TRAILER,CHASSIS,CONTAINER' },
  expiring: { expiring: true },
  archived: { archived: true },
}

function Views({
  search,
  onChange,
}: {
  search: ResourcesSearch
  onChange: (change: Partial<ResourcesSearch>) => void
}) {
  const { t } = useLingui()
  const expiring = useQuery(resourceCountsQuery({})).data?.expiring
  const { type, expiring: isExpiring, archived } = search
  const now = (Object.keys(viewFilters) as View[]).find((view) => {
    const filters = viewFilters[view]
    return filters.type === type && filters.expiring === isExpiring && filters.archived === archived
  })
  return (
    <ViewsNav<View>
      views={[
        { value: 'all', title: t`All` },
        { value: 'drivers', title: t`Drivers` },
        { value: 'vehicles', title: t`Vehicles` },
        { value: 'trailers', title: t`Trailers and units` },
        { value: 'expiring', title: t`Ending soon`, count: expiring },
        { value: 'archived', title: t`Archived` },
      ]}
      value={now ?? ('' as View)}
      onChange={(view) =>
        onChange({ type: undefined, expiring: undefined, archived: undefined, peek: undefined, ...viewFilters[view] })
      }
    />
  )
}

function keyOf(row: ListedResource): string {
  return row.resource_id
}

function NoResources({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  const { t } = useLingui()
  return (
    <NoRows
      icon={Truck}
      title={t`No resources yet`}
      text={t`Drivers, vehicles, trailers and containers come from other systems, or are made here with New resource.`}
      isFiltered={isFiltered}
      onClear={onClear}
    />
  )
}
