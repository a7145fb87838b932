import type { ListedResource } from '@cartage/contract/resources/app/record'
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { getRouteApi } from '@tanstack/react-router'
import { lazy } from 'react'
import { useListAddress } from '../lists/list-address.ts'
import { RecordList } from '../lists/record-list.tsx'
import { usePermission } from '../session/permission.ts'
import { Truck } from '../ui/icons.tsx'
import { LateDialog } from '../ui/overlay/late-dialog.tsx'
import type { ResourcesSearch } from './address.ts'
import { ResourceBulkBar } from './bulk-bar.tsx'
import { hiddenAtFirst, useResourceColumns } from './list.columns.tsx'
import { ResourceFilters } from './list.filters.tsx'
import { ResourceViews } from './list.views.tsx'
import { ResourcePeek } from './peek.panel.tsx'
import { filtersOf, loadResources } from './queries.ts'

const resourcesRoute = getRouteApi('/shell/resources')

// Loaded on first use.
const CreateResourceDialog = lazy(async () => ({ default: (await import('./create.dialog.tsx')).CreateResourceDialog }))

/** All drivers, vehicles, trailers and containers. */
export function ResourcesPage() {
  const { t } = useLingui()
  const search = resourcesRoute.useSearch()
  const address = useListAddress<ResourcesSearch>('/resources')
  const mayWrite = usePermission('resource.write')
  return (
    <RecordList<ListedResource, ResourcesSearch>
      name="resources"
      title={t`Drivers and vehicles`}
      search={search}
      address={address}
      countLabels={(total) => t`${plural(total, { one: '# resource', other: '# resources' })}`}
      filters={filtersOf(search)}
      load={loadResources(search)}
      columns={useResourceColumns()}
      hiddenAtFirst={hiddenAtFirst}
      keyOf={keyOf}
      nameOf={(row) => row.name}
      isFaded={(row) => row.is_archived}
      sort="name"
      views={<ResourceViews search={search} onChange={address.change} />}
      tools={<ResourceFilters search={search} onChange={address.change} />}
      bulkBar={mayWrite ? (selection) => <ResourceBulkBar selection={selection} /> : undefined}
      peek={({ key, ...actions }) => <ResourcePeek resourceId={key} {...actions} />}
      create={
        mayWrite
          ? {
              title: t`New resource`,
              dialog: (actions) => (
                <LateDialog>
                  <CreateResourceDialog {...actions} />
                </LateDialog>
              ),
            }
          : undefined
      }
      empty={{
        icon: Truck,
        title: t`No resources yet`,
        text: t`Drivers, vehicles, trailers and containers come from your other systems. You can also create them here.`,
      }}
    />
  )
}

function keyOf(row: ListedResource): string {
  return row.resource_id
}
