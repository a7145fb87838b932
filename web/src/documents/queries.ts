import * as lists from '@cartage/contract/documents/app/list'
import { listLatestDocuments } from '@cartage/contract/documents/app/record'
import { listMissingProofs } from '@cartage/contract/messages/app/record'
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import type { DocumentsSearch } from './address.ts'

interface Filters {
  q?: string
  document_type?: string
  subject_type?: string
}

/** The filters of the list, as the server wants them. */
export function filtersOf({ q, type, subject }: DocumentsSearch): Filters {
  return { ...(q && { q }), ...(type && { document_type: type }), ...(subject && { subject_type: subject }) }
}

/** A window of the list. */
export function loadDocuments(search: DocumentsSearch) {
  return (offset: number, limit: number) =>
    call(listLatestDocuments, { query: { ...filtersOf(search), offset, limit } })
}

/** How many documents each kind has, and each kind of record they belong to, under the other filters. */
export function documentCountsQuery(search: DocumentsSearch) {
  const filters = filtersOf(search)
  return queryOptions({
    queryKey: ['documents', 'counts', filters],
    queryFn: () => call(lists.countDocuments, { query: filters }),
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  })
}

/** Completed orders without their proof of delivery, oldest first, page by page. */
export const missingProofsQuery = infiniteQueryOptions({
  queryKey: ['documents', 'missing'],
  queryFn: ({ pageParam }) => call(listMissingProofs, { query: pageParam === undefined ? {} : { cursor: pageParam } }),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: (page) => page.next_cursor ?? undefined,
})

/** Removes chosen documents permanently. */
export function removeDocuments(ids: string[]) {
  return call(lists.removeDocuments, { body: { ids } })
}
