import type { UploadRow } from '@cartage/contract/orders/app/uploads'
import { useLingui } from '@lingui/react/macro'
import { getRouteApi } from '@tanstack/react-router'
import { FileUp } from 'lucide-react'
import { failureOf } from '../api/failure.ts'
import { useListAddress } from '../lists/list-address.ts'
import { CsvButton, KeptViews } from '../lists/list-tools.tsx'
import { NoRows } from '../lists/no-rows.tsx'
import { usePermission } from '../session/permission.ts'
import { usePageTitle } from '../shell/page-title.ts'
import { useShownColumns } from '../ui/table/columns-menu.tsx'
import { DataTable } from '../ui/table/data-table.tsx'
import { ListFrame } from '../ui/table/list-frame.tsx'
import { usePages } from '../ui/table/pages.ts'
import { useCursor } from '../ui/table/row-keys.ts'
import { useSelection } from '../ui/table/selection.ts'
import type { UploadsSearch } from './address.ts'
import { RetryCause, UploadsBar } from './bulk-bar.tsx'
import { useUploadColumns } from './list.columns.tsx'
import { UploadFilters } from './list.filters.tsx'
import { loadUploads, uploadFilters } from './queries.ts'
import { UploadPanel } from './upload.panel.tsx'

const uploadsRoute = getRouteApi('/shell/uploads')

const nothing = {
  q: undefined,
  status: undefined,
  source: undefined,
  sender: undefined,
  cause: undefined,
  order: undefined,
}

/** Everything that was accepted for orders, whichever way it came, with its result. */
export function UploadsPage() {
  const { t } = useLingui()
  usePageTitle(t`Uploads`)
  const search = uploadsRoute.useSearch()
  const { change } = useListAddress<UploadsSearch>('/uploads')
  const mayWrite = usePermission('order.write')
  const filters = uploadFilters(search)
  const windows = usePages<UploadRow>(['uploads', 'list', filters], loadUploads(search))
  const shown = useShownColumns('uploads', useUploadColumns())
  const selection = useSelection(windows.total)
  const cursor = useCursor()
  const { peek: _open, ...kept } = search
  const peek = (row: UploadRow) => change({ peek: row.id })
  return (
    <ListFrame
      title={t`Uploads`}
      views={<KeptViews screen="uploads" path="/uploads" search={kept} />}
      actions={
        <>
          <CsvButton path="/app/uploads/csv" filters={filters} />
          {search.cause !== undefined && <RetryCause cause={search.cause} />}
        </>
      }
      filters={<UploadFilters search={search} onChange={change} />}
      total={undefined}
      shown={shown}
      notice={<UploadsBar selection={selection} />}
      table={
        <DataTable
          label={t`Uploads`}
          columns={shown.columns}
          windows={windows}
          keyOf={keyOf}
          nameOf={(row) => row.order_identifier}
          {...(mayWrite && { selection })}
          cursor={cursor}
          openKey={search.peek}
          onPeek={peek}
          onOpen={peek}
          failure={windows.error ? failureOf(windows.error) : undefined}
          empty={
            <NoRows
              icon={FileUp}
              title={t`No uploads yet`}
              text={t`Orders sent by API, webhook, form or file appear here with their result.`}
              isFiltered={Object.keys(filters).length > 0}
              onClear={() => change(nothing)}
            />
          }
        />
      }
      panel={
        search.peek !== undefined && (
          <UploadPanel key={search.peek} uploadId={search.peek} onClose={() => change({ peek: undefined })} />
        )
      }
    />
  )
}

function keyOf(row: UploadRow): string {
  return row.id
}
