import { getCreditFigure, getOrderCredit, listReceivables } from '@cartage/contract/accounting/app/receivables'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import type { ReceivablesSearch } from '../address.ts'

/** API filters of the receivables. */
export function receivableFiltersOf({ on, entity }: ReceivablesSearch): { on?: string; billing_entity_id?: string } {
  return { ...(on && { on }), ...(entity && { billing_entity_id: entity }) }
}

/** Receivables by company and age. */
export function receivablesQuery(search: ReceivablesSearch) {
  const query = receivableFiltersOf(search)
  return queryOptions({
    queryKey: ['receivables', query],
    queryFn: () => call(listReceivables, { query }),
    placeholderData: keepPreviousData,
  })
}

/** Use of a company's credit limit. */
export function creditQuery(companyId: string) {
  return queryOptions({
    queryKey: ['receivables', 'credit', companyId],
    queryFn: () => call(getCreditFigure, { params: { company_id: companyId } }),
  })
}

/** Credit status of an order's payer, and its effect on the order. */
export function orderCreditQuery(orderId: string) {
  return queryOptions({
    queryKey: ['receivables', 'order', orderId],
    queryFn: () => call(getOrderCredit, { params: { order_id: orderId } }),
  })
}
