import * as portal from '@cartage/contract/doors/app/portal'
import { createPortalOrder, getPortalDraft, getPortalUpload } from '@cartage/contract/doors/app/portal-entry'
import type { Request } from '@cartage/contract/endpoint'
import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import { useMutation } from '../../api/use-mutation.ts'
import { callDoor, linkHeaders } from '../door.queries.ts'

const everyMinute = 60_000

/** Customer and user of the portal. */
export function portalQuery() {
  return queryOptions({
    queryKey: ['portal'],
    queryFn: () => callDoor(portal.getPortal, {}),
    refetchInterval: everyMinute,
  })
}

/** Order filters. */
export interface Filters {
  q: string
  state: portal.PortalState | ''
  toApprove: boolean
}

function queryOf({ q, state, toApprove }: Filters) {
  return { ...(q && { q }), ...(state && { state }), ...(toApprove && { to_approve: 'true' as const }) }
}

/** First matching orders. */
export function ordersQuery(filters: Filters, limit: number) {
  return queryOptions({
    queryKey: ['portal', 'orders', filters, limit],
    queryFn: () => callDoor(portal.listPortalOrders, { query: { ...queryOf(filters), limit } }),
    placeholderData: keepPreviousData,
    refetchInterval: everyMinute,
  })
}

/** One order. */
export function orderQuery(orderId: string) {
  return queryOptions({
    queryKey: ['portal', 'order', orderId],
    queryFn: () => callDoor(portal.getPortalOrder, { params: { order_id: orderId } }),
    refetchInterval: everyMinute,
  })
}

/** A previous order as the template of a new one. */
export function draftQuery(orderId: string) {
  return queryOptions({
    queryKey: ['portal', 'draft', orderId],
    queryFn: () => callDoor(getPortalDraft, { params: { order_id: orderId } }),
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** Outcome of a new order; polled until it is an order or waits for a planner. */
export function uploadQuery(uploadId: string | undefined) {
  return queryOptions({
    queryKey: ['portal', 'upload', uploadId],
    enabled: uploadId !== undefined,
    queryFn: () => callDoor(getPortalUpload, { params: { upload_id: uploadId! } }),
    refetchInterval: ({ state }) => (state.data === undefined || state.data.state === 'IN_PROGRESS' ? 1_500 : false),
  })
}

/** Sends a new order; its key makes retries harmless. */
export function useSendOrder() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: Request<typeof createPortalOrder>['body']) => callDoor(createPortalOrder, { body }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['portal', 'orders'] }),
  })
}

type Decision = Request<typeof portal.reviewPortalCharges>['body']['charges'][number]

/** Approves or rejects a charge of an order. */
export function useDecide(orderId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (decision: Decision) =>
      callDoor(portal.reviewPortalCharges, { params: { order_id: orderId }, body: { charges: [decision] } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['portal'] }),
  })
}

type NewRequest = Request<typeof portal.requestPortalChange>['body']

/** Asks the office for a change or the cancellation of an order. */
export function useRequest(orderId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: NewRequest) => callDoor(portal.requestPortalChange, { params: { order_id: orderId }, body }),
    onSuccess: (order) => queryClient.setQueryData(orderQuery(orderId).queryKey, order),
    onError: () => queryClient.invalidateQueries({ queryKey: orderQuery(orderId).queryKey }),
  })
}

/** Downloads a document through the browser. */
export function useDownload(orderId: string) {
  return useMutation({
    mutationFn: async (documentId: string) => {
      const params = { order_id: orderId, document_id: documentId }
      const { path } = await callDoor(portal.getPortalDocument, { params })
      save(path)
    },
  })
}

/** Saves the matching orders as a file. */
export function useExport(filters: Filters) {
  return useMutation({
    mutationFn: async () => {
      const query = new URLSearchParams({ ...queryOf(filters), language: document.documentElement.lang })
      const answer = await fetch(`${portal.exportPortalOrders.path}?${query}`, { headers: linkHeaders() })
      if (!answer.ok) throw new Error(`the file was answered ${answer.status}`)
      const address = URL.createObjectURL(await answer.blob())
      save(address)
      setTimeout(() => URL.revokeObjectURL(address), everyMinute)
    },
  })
}

function save(address: string): void {
  const anchor = document.createElement('a')
  anchor.href = address
  anchor.download = address.startsWith('blob:') ? 'orders.csv' : ''
  anchor.click()
}
