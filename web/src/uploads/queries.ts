import * as contract from '@cartage/contract/orders/app/uploads'
import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { refresh } from '../api/refresh.ts'
import { useMutation } from '../api/use-mutation.ts'
import { logMs } from '../ui/table/pages.ts'
import type { UploadsSearch } from './address.ts'

/** Filters of the list as query parameters. */
export function uploadFilters({ q, status, source, sender, cause, order }: UploadsSearch) {
  const filters = { search: q, status, source, sent_by: sender, cause, order_id: order }
  return Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined && value !== ''))
}

/** A page of the uploads. */
export function loadUploads(search: UploadsSearch) {
  return (cursor: string | undefined) =>
    call(contract.listUploads, { query: { ...uploadFilters(search), ...(cursor !== undefined && { cursor }) } })
}

/** Number of uploads per state, source, sender and cause, each under the other filters. */
export function uploadCountsQuery(search: UploadsSearch) {
  const query = uploadFilters(search)
  return queryOptions({
    queryKey: ['uploads', 'counts', query],
    queryFn: () => call(contract.countUploads, { query }),
    refetchInterval: logMs,
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  })
}

/** One upload with its request. Polled while it is in progress. */
export function uploadQuery(id: string) {
  return queryOptions({
    queryKey: ['uploads', 'record', id],
    queryFn: () => call(contract.getUpload, { params: { upload_id: id } }),
    refetchInterval: ({ state }) => (state.data?.status === 'IN_PROGRESS' ? 1_000 : false),
  })
}

/** Repeats an upload. */
export function useRetryUpload(id: string) {
  return useMutation({
    mutationFn: () => call(contract.retryUpload, { params: { upload_id: id } }),
    onSettled: useRefresh(),
  })
}

/** Repeats the selected uploads. */
export function retryUploads(ids: string[]) {
  return call(contract.retryUploads, { body: { ids } })
}

/** Repeats all uploads that failed for one reason. */
export function useRetryCause() {
  return useMutation({
    mutationFn: (cause: string) => call(contract.retryUploadsOfCause, { body: { cause } }),
    onSettled: useRefresh(),
  })
}

function useRefresh() {
  const queryClient = useQueryClient()
  return () => {
    void refresh(queryClient, 'upload')
  }
}
