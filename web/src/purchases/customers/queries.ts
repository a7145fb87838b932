import * as contract from '@cartage/contract/purchases/app/customer'
import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { refresh } from '../../api/refresh.ts'
import { useMutation } from '../../api/use-mutation.ts'

/** The user's choice. Without lines the server proposes them. */
export interface Choice {
  company_id: string | null
  lines?: { position: number; charge_ids: string[] }[]
}

/** A customer's document with the chosen charges of ours. */
export function customerDocumentQuery(inbox_item_id: string, choice: Choice) {
  return queryOptions({
    queryKey: ['purchases', 'customer-document', inbox_item_id, choice],
    queryFn: () => call(contract.matchCustomerDocument, { params: { inbox_item_id }, body: choice }),
    placeholderData: keepPreviousData,
  })
}

/** Accepts a document as shown. */
export function acceptDocument({ inbox_item_id, customer, lines, difference }: contract.CustomerDocument) {
  const body = { company_id: customer?.id ?? null, lines: linesOf(lines), difference }
  return call(contract.acceptCustomerDocument, { params: { inbox_item_id }, body })
}

/** Disputes a document. */
export const disputeDocument = (inbox_item_id: string, reason: string) =>
  call(contract.disputeCustomerDocument, { params: { inbox_item_id }, body: { reason } })

/** Charge ids of each line. */
export function linesOf(lines: contract.CustomerDocument['lines']): NonNullable<Choice['lines']> {
  return lines.map(({ position, charges }) => ({ position, charge_ids: charges.map(({ charge_id }) => charge_id) }))
}

/** Runs one of these actions and refreshes the affected queries. */
export function useCustomerDocumentChange<Result>() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (change: () => Promise<Result>) => change(),
    onSettled: () => void refresh(queryClient, 'inbox_item', 'charge'),
  })
}
