import type { ViewedDocument } from '@cartage/contract/documents/app/review'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Loaded } from '../../records/loaded.tsx'
import { RecordTitle } from '../../records/record-title.tsx'
import { usePageTitle } from '../../shell/page-title.ts'
import { PageHeader } from '../../ui/page/page-header.tsx'
import type { DocumentSearch } from '../address.ts'
import { documentQuery } from '../queries.ts'
import { ReviewBadge } from '../review.labels.tsx'
import { DocumentActions } from './actions.tsx'
import { DocumentFacts } from './facts.tsx'
import { Neighbours } from './neighbours.tsx'
import { useNeighbours } from './use-neighbours.ts'
import { DocumentView } from './view.tsx'

const documentRoute = getRouteApi('/shell/documents/$documentId')

/** One document between its neighbours and its details; accepted or rejected by keyboard. */
export function DocumentPage() {
  const { t } = useLingui()
  const { documentId } = documentRoute.useParams()
  const search = documentRoute.useSearch()
  const query = useQuery(documentQuery(documentId))
  usePageTitle(query.data?.name ?? t`Document`)
  return (
    <Loaded query={query}>
      {(document) => <Shown key={document.document_id} document={document} search={search} />}
    </Loaded>
  )
}

function Shown({ document, search }: { document: ViewedDocument; search: DocumentSearch }) {
  const { t } = useLingui()
  const neighbours = useNeighbours(document, search)
  return (
    <>
      <PageHeader
        title={
          <RecordTitle to="/documents" list={t`Documents`}>
            <span className="max-w-[340px] truncate">{document.name}</span>
          </RecordTitle>
        }
        actions={<DocumentActions document={document} neighbours={neighbours} />}
      >
        {document.is_reviewable && <ReviewBadge review={document.review} />}
      </PageHeader>
      <div className="flex min-h-0 flex-1 max-lg:flex-col max-lg:overflow-y-auto">
        <Neighbours neighbours={neighbours} openId={document.document_id} search={search} />
        <DocumentView document={document} />
        <DocumentFacts document={document} />
      </div>
    </>
  )
}
