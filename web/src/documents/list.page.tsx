import type { ListedDocument } from '@cartage/contract/documents/app/record'
import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useListAddress } from '../lists/list-address.ts'
import { RecordList } from '../lists/record-list.tsx'
import { FileText } from '../ui/icons.tsx'
import type { DocumentsSearch } from './address.ts'
import { DocumentBulkBar } from './bulk-bar.tsx'
import { useDocumentColumns } from './list.columns.tsx'
import { DocumentFilters } from './list.filters.tsx'
import { filtersOf, loadDocuments, sortOf } from './queries.ts'
import { DocumentViews } from './views.tsx'

const documentsRoute = getRouteApi('/shell/documents')

/** The latest documents. */
export function DocumentsPage() {
  const { t } = useLingui()
  const search = documentsRoute.useSearch()
  const address = useListAddress<DocumentsSearch>('/documents')
  return (
    <RecordList<ListedDocument, DocumentsSearch & { peek?: undefined }>
      name="documents"
      title={t`Documents`}
      search={search}
      address={address}
      countLabels={(total) => t`${plural(total, { one: '# document', other: '# documents' })}`}
      filters={filtersOf(search)}
      sort={sortOf(search)}
      load={loadDocuments(search)}
      columns={useDocumentColumns()}
      keyOf={(row) => row.document_id}
      nameOf={(row) => row.name}
      pathOf={pathOf}
      views={<DocumentViews />}
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

function pathOf({ document_id }: ListedDocument): string {
  return `/documents/${document_id}`
}
