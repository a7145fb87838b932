import * as contract from '@cartage/contract/accounting/app/ledger'
import * as summary from '@cartage/contract/accounting/app/summary'
import { listTasks } from '@cartage/contract/accounting/app/tasks'
import type { Request } from '@cartage/contract/endpoint'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { refresh } from '../../api/refresh.ts'
import { useMutation } from '../../api/use-mutation.ts'

/** Rows that the page shows. */
const mostShown = 200

/** Exports of the ledger, the latest first. */
export const exportsQuery = queryOptions({
  queryKey: ['ledger', 'exports'],
  queryFn: () => call(contract.listLedgerExports, { query: { limit: mostShown } }),
})

/** Which days of which billing entity. */
export type Period = Request<typeof summary.getPeriodSummary>['query']

/** VAT and accounts of what was booked on some days. */
export function summaryQuery(period: Period) {
  return queryOptions({
    queryKey: ['ledger', 'summary', period],
    queryFn: () => call(summary.getPeriodSummary, { query: period }),
  })
}

/** Tasks of documents that cannot be booked because an account is missing. */
export const missingAccountsQuery = queryOptions({
  queryKey: ['tasks', 'missing-accounts'],
  queryFn: () => call(listTasks, { query: { waiting_for: 'ACCOUNT', sort: 'oldest', limit: mostShown } }),
})

/** The entry of a document; a document that is not booked has none. */
export function entryQuery(invoiceId: string) {
  const params = { invoice_id: invoiceId }
  return queryOptions({
    queryKey: ['ledger', 'entry', invoiceId],
    queryFn: () => call(contract.getLedgerEntry, { params }),
    retry: false,
  })
}

/** What is exported. */
export type NewExport = NonNullable<Request<typeof contract.createLedgerExport>['body']>

/** Exports the ledger. */
export function useExport() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: NewExport) => call(contract.createLedgerExport, { body }),
    onSettled: () => refresh(queryClient, 'ledger_export'),
  })
}
