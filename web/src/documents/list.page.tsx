import type { ListedDocument } from '@cartage/contract/documents/app/record'
import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { getRouteApi, Link } from '@tanstack/react-router'
import { type ListAddress, useListAddress } from '../lists/list-address.ts'
import { RecordList } from '../lists/record-list.tsx'
import { ViewsNav } from '../lists/views-nav.tsx'
import { usePageTitle } from '../shell/page-title.ts'
import { recordPath } from '../shell/record-path.tsx'
import { FileText } from '../ui/icons.tsx'
import { PageHeader } from '../ui/page/page-header.tsx'
import type { DocumentsSearch } from './address.ts'
import { DocumentBulkBar } from './bulk-bar.tsx'
import { useDocumentColumns } from './list.columns.tsx'
import { DocumentFilters } from './list.filters.tsx'
import { MissingProofs } from './missing-proofs.list.tsx'
import { filtersOf, loadDocuments } from './queries.ts'

const documentsRoute = getRouteApi('/shell/documents')

/** The latest documents, and missing proofs of delivery. */
export function DocumentsPage() {
  const search = documentsRoute.useSearch()
  const address = useListAddress<DocumentsSearch>('/documents')
  if (search.view === 'missing') return <Missing search={search} address={address} />
  return <Latest search={search} address={address} />
}

interface ViewProps {
  search: DocumentsSearch
  address: ListAddress<DocumentsSearch>
}

function Views({ search, address }: ViewProps) {
  const { t } = useLingui()
  return (
    <ViewsNav<'latest' | 'missing'>
      views={[
        { value: 'latest', title: t`Latest` },
        { value: 'missing', title: t`Missing proof of delivery` },
      ]}
      value={search.view ?? 'latest'}
      onChange={(view) => address.change({ view: view === 'missing' ? view : undefined })}
    />
  )
}

function Missing(props: ViewProps) {
  const { t } = useLingui()
  usePageTitle(t`Documents`)
  return (
    <>
      <PageHeader title={t`Documents`}>
        <Views {...props} />
      </PageHeader>
      <MissingProofs />
    </>
  )
}

function Latest({ search, address }: ViewProps) {
  const { t } = useLingui()
  return (
    <RecordList<ListedDocument, DocumentsSearch & { sort?: undefined; peek?: undefined }>
      name="documents"
      title={t`Documents`}
      search={search}
      address={address}
      countWords={(total) => t`${plural(total, { one: '# document', other: '# documents' })}`}
      filters={filtersOf(search)}
      load={loadDocuments(search)}
      columns={useDocumentColumns()}
      keyOf={(row) => row.document_id}
      nameOf={(row) => row.name}
      pathOf={pathOf}
      views={<Views search={search} address={address} />}
      tools={<DocumentFilters search={search} onChange={address.change} />}
      bulkBar={(selection) => <DocumentBulkBar selection={selection} />}
      empty={{
        icon: FileText,
        title: t`No documents yet`,
        text: t`Proofs of delivery, CMRs and other files appear here as they arrive. Add a file on the page of its order, resource or company.`,
        children: (
          <div className="pt-4">
            <Link to="/orders" className="btn btn-outline">
              <Trans>View orders</Trans>
            </Link>
          </div>
        ),
      }}
    />
  )
}

/** The record a document belongs to. */
function pathOf({ order_id, subject_type, subject_id }: ListedDocument): string | undefined {
  return order_id === null ? recordPath(subject_type.toLowerCase(), subject_id) : recordPath('order', order_id)
}
