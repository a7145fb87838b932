import * as contract from '@cartage/contract/accounting/app/ledger'
import * as summary from '@cartage/contract/accounting/app/summary'
import { listTasks } from '@cartage/contract/accounting/app/tasks'
import type { Request } from '@cartage/contract/endpoint'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { refresh } from '../../api/refresh.ts'
import { useMutation } from '../../api/use-mutation.ts'

/** Maximum number of rows shown. */
const mostShown = 200

/** Ledger exports, latest first. */
export const exportsQuery = queryOptions({
  queryKey: ['ledger', 'exports'],
  queryFn: () => call(contract.listLedgerExports, { query: { limit: mostShown } }),
})

/** Period and billing entity. */
export type Period = Request<typeof summary.getPeriodSummary>['query']

/** VAT and accounts booked in a period. */
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

/** Ledger entry of a document; undefined if it is not booked. */
export function entryQuery(invoiceId: string) {
  const params = { invoice_id: invoiceId }
  return queryOptions({
    queryKey: ['ledger', 'entry', invoiceId],
    queryFn: () => call(contract.getLedgerEntry, { params }),
    retry: false,
  })
}

/** Input of a new export. */
export type NewExport = NonNullable<Request<typeof contract.createLedgerExport>['body']>

/** Exports the ledger. */
export function useExport() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: NewExport) => call(contract.createLedgerExport, { body }),
    onSettled: () => refresh(queryClient, 'ledger_export'),
  })
}
