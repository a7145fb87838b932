import * as lists from '@cartage/contract/documents/app/list'
import { listLatestDocuments } from '@cartage/contract/documents/app/record'
import * as contract from '@cartage/contract/documents/app/review'
import { listOrderFiles } from '@cartage/contract/orders/app/documents'
import { listMissingProofs } from '@cartage/contract/proofs/app'
import { listTripFiles } from '@cartage/contract/trips/app/record'
import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { refresh } from '../api/refresh.ts'
import { useMutation } from '../api/use-mutation.ts'
import type { DocumentsSearch } from './address.ts'

interface Filters {
  q?: string
  document_type?: string
  subject_type?: string
}

/** API filters of the list. */
export function filtersOf({ q, type, subject }: DocumentsSearch): Filters {
  return { ...(q && { q }), ...(type && { document_type: type }), ...(subject && { subject_type: subject }) }
}

/** One page of the list. */
export function loadDocuments(search: DocumentsSearch) {
  return (offset: number, limit: number) =>
    call(listLatestDocuments, { query: { ...filtersOf(search), sort: sortOf(search), offset, limit } })
}

/** Sort order of the list: newest first unless the URL sets another. */
export function sortOf({ sort }: DocumentsSearch): NonNullable<DocumentsSearch['sort']> {
  return sort ?? '-created'
}

/** Document counts of each kind and subject under the other filters. */
export function documentCountsQuery(search: DocumentsSearch) {
  const filters = filtersOf(search)
  return queryOptions({
    queryKey: ['documents', 'counts', filters],
    queryFn: () => call(lists.countDocuments, { query: filters }),
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  })
}

/** One document with its review. */
export function documentQuery(documentId: string) {
  return queryOptions({
    queryKey: ['documents', 'one', documentId],
    queryFn: () => call(contract.getRecordDocument, { params: { document_id: documentId } }),
  })
}

/** Documents of an order, and whether its proof of delivery is missing. */
export function orderFilesQuery(orderId: string) {
  return queryOptions({
    queryKey: ['orders', 'files', orderId],
    queryFn: () => call(listOrderFiles, { params: { order_id: orderId } }),
  })
}

/** Documents of a trip and its orders. */
export function tripFilesQuery(tripId: string) {
  return queryOptions({
    queryKey: ['trips', 'documents', tripId],
    queryFn: () => call(listTripFiles, { params: { trip_id: tripId } }),
  })
}

/** First proofs of delivery to review, oldest first. */
export const proofsToReviewQuery = queryOptions({
  queryKey: ['documents', 'proofs', 'first-to-review'],
  queryFn: () => call(listMissingProofs, { query: { state: 'TO_REVIEW' } }),
})

/** Review decision on a document. */
export type Decision = { state: 'ACCEPTED' | 'OPEN' } | { state: 'REJECTED'; reason: string }

/** Accepts or rejects a document, or undoes that. */
export function useReview(documentId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: Decision) => call(contract.reviewDocument, { params: { document_id: documentId }, body }),
    onSuccess: (document) => client.setQueryData(documentQuery(documentId).queryKey, document),
    onSettled: () => refresh(client, 'document'),
  })
}

/** Permanently removes the selected documents. */
export function removeDocuments(ids: string[]) {
  return call(lists.removeDocuments, { body: { ids } })
}
