import type { ListedDocument } from '@cartage/contract/app/documents'
import { useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { FileText } from 'lucide-react'
import { type ListAddress, useListAddress } from '../lists/address.ts'
import { CsvButton, KeptViews } from '../lists/list-tools.tsx'
import { NoRows } from '../lists/no-rows.tsx'
import { ViewsNav } from '../records/views.nav.tsx'
import { failureOf } from '../shell/failure.ts'
import { usePageTitle } from '../shell/page-title.ts'
import { recordPath } from '../shell/record-path.ts'
import { useShownColumns } from '../ui/columns-menu.tsx'
import { DataTable } from '../ui/data-table.tsx'
import { ListFrame } from '../ui/list-frame.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { useCursor } from '../ui/row-keys.ts'
import { useWindows } from '../ui/windows.ts'
import { filtersOf, loadDocuments } from './documents.queries.ts'
import { type DocumentsSearch, documentsRoute } from './documents.route.ts'
import { useDocumentColumns } from './list.columns.tsx'
import { DocumentFilters } from './list.filters.tsx'
import { MissingProofs } from './missing.list.tsx'

/** The latest documents, and the proofs of delivery that lack. */
export function DocumentsPage() {
  const { t } = useLingui()
  usePageTitle(t`Documents`)
  const search = documentsRoute.useSearch()
  const address = useListAddress<DocumentsSearch>('/documents')
  if (search.view !== 'missing') return <Latest search={search} address={address} />
  return (
    <>
      <PageHeader title={t`Documents`}>
        <Views search={search} onChange={address.change} />
      </PageHeader>
      <MissingProofs />
    </>
  )
}

function Views({
  search,
  onChange,
}: {
  search: DocumentsSearch
  onChange: (change: Partial<DocumentsSearch>) => void
}) {
  const { t } = useLingui()
  return (
    <ViewsNav<'latest' | 'missing'>
      views={[
        { value: 'latest', title: t`Latest` },
        { value: 'missing', title: t`Missing proof of delivery` },
      ]}
      value={search.view ?? 'latest'}
      onChange={(view) => onChange({ view: view === 'missing' ? view : undefined })}
    />
  )
}

function Latest({ search, address }: { search: DocumentsSearch; address: ListAddress<DocumentsSearch> }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const windows = useWindows<ListedDocument>(['documents', 'list', filtersOf(search)], loadDocuments(search))
  const shown = useShownColumns('documents', useDocumentColumns())
  const cursor = useCursor()
  const open = ({ order_id, subject_type, subject_id }: ListedDocument) => {
    const href = order_id === null ? recordPath(subject_type.toLowerCase(), subject_id) : recordPath('order', order_id)
    void navigate({ href })
  }
  return (
    <ListFrame
      title={t`Documents`}
      views={
        <>
          <Views search={search} onChange={address.change} />
          <KeptViews screen="documents" path="/documents" search={search} />
        </>
      }
      actions={<CsvButton path="/app/documents/csv" filters={{ ...filtersOf(search) }} />}
      filters={<DocumentFilters search={search} onChange={address.change} />}
      total={windows.total}
      shown={shown}
      table={
        <DataTable
          label={t`Documents`}
          columns={shown.columns}
          windows={windows}
          keyOf={(row) => row.document_id}
          cursor={cursor}
          onOpen={open}
          failure={windows.error ? failureOf(windows.error) : undefined}
          empty={
            <NoRows
              icon={FileText}
              title={t`No documents yet`}
              text={t`Proofs of delivery, consignment notes and other files appear here the moment they come.`}
              isFiltered={Object.keys(filtersOf(search)).length > 0}
              onClear={address.clear}
            />
          }
        />
      }
      panel={null}
    />
  )
}
