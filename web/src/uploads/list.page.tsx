import type { UploadRow } from '@cartage/contract/orders/app/uploads'
import { useLingui } from '@lingui/react/macro'
import { getRouteApi } from '@tanstack/react-router'
import { useListAddress } from '../lists/list-address.ts'
import { LogList } from '../lists/log-list.tsx'
import { usePermission } from '../session/permission.ts'
import { usePageTitle } from '../shell/page-title.ts'
import { FileUp } from '../ui/icons.tsx'
import { usePages } from '../ui/table/pages.ts'
import type { UploadsSearch } from './address.ts'
import { RetryCause, UploadsBar } from './bulk-bar.tsx'
import { useUploadColumns } from './list.columns.tsx'
import { UploadFilters } from './list.filters.tsx'
import { loadUploads, uploadFilters } from './queries.ts'
import { UploadPanel } from './upload.panel.tsx'

const uploadsRoute = getRouteApi('/shell/uploads')

/** Every upload of an order, from any source, with its result. */
export function UploadsPage() {
  const { t } = useLingui()
  usePageTitle(t`Uploads`)
  const search = uploadsRoute.useSearch()
  const { change, clear, openPeek, closePeek } = useListAddress<UploadsSearch>('/uploads')
  const mayWrite = usePermission('order.write')
  const filters = uploadFilters(search)
  const windows = usePages<UploadRow>(['uploads', 'list', filters], loadUploads(search))
  const { peek: _peek, ...kept } = search
  return (
    <LogList
      name="uploads"
      title={t`Uploads`}
      search={kept}
      filters={filters}
      windows={windows}
      columns={useUploadColumns()}
      keyOf={keyOf}
      nameOf={(row) => row.order_identifier}
      actions={search.cause !== undefined && <RetryCause cause={search.cause} />}
      tools={<UploadFilters search={search} onChange={change} />}
      bulkBar={(selection) => <UploadsBar selection={selection} />}
      mayChoose={mayWrite}
      openKey={search.peek}
      onOpen={openPeek}
      panel={search.peek !== undefined && <UploadPanel key={search.peek} uploadId={search.peek} onClose={closePeek} />}
      empty={{
        icon: FileUp,
        title: t`No uploads yet`,
        text: t`Orders sent by API, webhook, form or file appear here with their result.`,
      }}
      onClear={clear}
    />
  )
}

function keyOf(row: UploadRow): string {
  return row.id
}
