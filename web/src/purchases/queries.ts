import { previewInvoice } from '@cartage/contract/billing/app/document'
import * as contract from '@cartage/contract/purchases/app'
import { uploadPurchase } from '@cartage/contract/purchases/app/upload'
import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { refresh } from '../api/refresh.ts'
import { useMutation } from '../api/use-mutation.ts'
import type { PurchaseSearch } from './address.ts'

/** Filters of the purchase documents as query parameters. */
export function purchaseFiltersOf({ view, result, written_by, q }: PurchaseSearch) {
  const isSelfBilled = view === 'consent' || written_by === 'us'
  return {
    ...(result && { result }),
    ...(view === 'consent' && { result: 'MATCHED', status: 'PRE_INVOICED' }),
    ...((isSelfBilled || written_by) && { self_billed: isSelfBilled ? ('true' as const) : ('false' as const) }),
    ...(q && { q }),
  }
}

/** A window of the purchase documents. */
export function loadPurchases(search: PurchaseSearch) {
  const query = { ...purchaseFiltersOf(search), sort: search.sort ?? ('-created' as const) }
  return async (offset: number, limit: number) => call(contract.listPurchases, { query: { ...query, offset, limit } })
}

/** Number of documents per result under the other filters. */
export function purchaseCountsQuery(search: PurchaseSearch) {
  const filters = purchaseFiltersOf(search)
  return queryOptions({
    queryKey: ['purchases', 'counts', filters],
    queryFn: () => call(contract.countPurchases, { query: filters }),
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  })
}

/** Number of self-billed documents awaiting a supplier's consent. */
export const consentCountQuery = queryOptions({
  queryKey: ['purchases', 'counts', 'consent'],
  queryFn: async () => {
    const { by_kind } = await call(contract.countPurchases, { query: purchaseFiltersOf({ view: 'consent' }) })
    return Object.values(by_kind).reduce((sum, count) => sum + count, 0)
  },
  staleTime: 10_000,
})

/** One document with what it was matched against. */
export function purchaseQuery(invoice_id: string) {
  return queryOptions({
    queryKey: ['purchase', invoice_id],
    queryFn: () => call(contract.getPurchase, { params: { invoice_id } }),
  })
}

/** URL of the file that the supplier sent. */
export function receivedAddress(invoiceId: string): string {
  return `/app/purchases/${invoiceId}/file`
}

/** URL of a document's PDF. Before finalisation a preview. */
export function previewAddress(invoiceId: string, version: number): string {
  return `${previewInvoice.path.replace('{invoice_id}', invoiceId)}?v=${version}`
}

/** Uploads a supplier's file. The response states why it waits, if it does. */
export function upload(file: File) {
  return call(uploadPurchase, { body: { file } })
}

/** Decisions on a document. */
export type Decision =
  | { kind: 'accept'; amount: 'INVOICED' | 'EXECUTED'; requests_credit?: true }
  | { kind: 'reject'; reason: string }
  | { kind: 'reopen' }
  | { kind: 'confirm-account'; account: string }
  | { kind: 'match'; lines: { position: number; trip_id: string }[] }

function decide(invoice_id: string, decision: Decision) {
  const params = { invoice_id }
  if (decision.kind === 'accept') {
    const { kind: _kind, ...body } = decision
    return call(contract.acceptPurchase, { params, body })
  }
  if (decision.kind === 'reject') return call(contract.rejectPurchase, { params, body: { reason: decision.reason } })
  if (decision.kind === 'confirm-account') {
    return call(contract.confirmPurchaseAccount, { params, body: { account: decision.account } })
  }
  if (decision.kind === 'reopen') return call(contract.reopenPurchase, { params })
  return call(contract.matchPurchase, { params, body: { lines: decision.lines } })
}

/** Decides on a document and refreshes the affected queries. */
export function useDecision(invoiceId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (decision: Decision) => decide(invoiceId, decision),
    onSettled: () => refresh(queryClient, 'invoice'),
  })
}
