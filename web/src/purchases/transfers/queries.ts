import * as contract from '@cartage/contract/purchases/app/transfers'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { refresh } from '../../api/refresh.ts'
import { useMutation } from '../../api/use-mutation.ts'

/** Invoices payable by a billing entity. */
export function payableQuery(billing_entity_id: string) {
  return queryOptions({
    queryKey: ['purchases', 'payable', billing_entity_id],
    queryFn: () => call(contract.listPayablePurchases, { query: { billing_entity_id } }),
    enabled: billing_entity_id !== '',
  })
}

/** Files of credit transfers, newest first. */
export const transferFilesQuery = queryOptions({
  queryKey: ['purchases', 'transfer-files'],
  queryFn: () => call(contract.listTransferFiles, {}),
})

/** URL to download a file. */
export function transferFileAddress(transfer_file_id: string): string {
  return contract.openTransferFile.path.replace('{transfer_file_id}', transfer_file_id)
}

/** Payment actions. */
export type Paying =
  | { kind: 'make'; billing_entity_id: string; execution_day: string; invoice_ids: string[]; credit_note_ids: string[] }
  | { kind: 'take-back'; transfer_file_id: string }
  | { kind: 'confirm'; transfer_file_id: string; paid_on: string }

function pay(paying: Paying) {
  if (paying.kind === 'make') {
    const { kind: _kind, ...body } = paying
    return call(contract.createTransferFile, { body })
  }
  const params = { transfer_file_id: paying.transfer_file_id }
  if (paying.kind === 'take-back') return call(contract.takeBackTransferFile, { params })
  return call(contract.confirmTransferFile, { params, body: { paid_on: paying.paid_on } })
}

/** Creates, takes back or confirms a file, and refreshes the affected queries. */
export function usePaying() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: pay,
    onSettled: () => refresh(queryClient, 'invoice'),
  })
}
