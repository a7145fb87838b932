import * as sharing from '@cartage/contract/documents/app/sharing'
import type { Request } from '@cartage/contract/endpoint'
import { infiniteQueryOptions, queryOptions, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { refresh } from '../../api/refresh.ts'
import { useMutation } from '../../api/use-mutation.ts'

/** Polling interval in milliseconds: opening a link triggers no change event. */
const openedMs = 30_000

/** The links of a document, the newest first. */
export function documentLinksQuery(documentId: string) {
  return queryOptions({
    queryKey: ['documents', 'links', documentId],
    queryFn: () => call(sharing.listDocumentLinks, { params: { document_id: documentId } }),
    refetchInterval: openedMs,
  })
}

/** Links of the organisation, the newest first, page by page. */
export function sharedLinksQuery(state: 'LIVE' | 'ALL') {
  return infiniteQueryOptions({
    queryKey: ['documents', 'all-links', state],
    queryFn: ({ pageParam: before }) =>
      call(sharing.listSharedLinks, { query: { state, ...(before !== undefined && { before }) } }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ items, has_more }) => (has_more ? items.at(-1)?.document_link_id : undefined),
    refetchInterval: openedMs,
  })
}

/** Creates a link to a document; only the response contains its URL. */
export function useShareDocument(documentId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: Request<typeof sharing.createDocumentLink>['body']) =>
      call(sharing.createDocumentLink, { params: { document_id: documentId }, body }),
    onSettled: () => refresh(queryClient, 'document_link'),
  })
}

/** Revokes a document link at once. */
export function useEndLink() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ document_id, document_link_id }: Pick<sharing.SharedLink, 'document_id' | 'document_link_id'>) =>
      call(sharing.endDocumentLink, { params: { document_id, document_link_id }, body: undefined }),
    onSettled: () => refresh(queryClient, 'document_link'),
  })
}
