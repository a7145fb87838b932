import { getCreditFigure, getOrderCredit, listReceivables } from '@cartage/contract/accounting/app/receivables'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import type { ReceivablesSearch } from '../address.ts'

/** The filters of the receivables, as the server wants them. */
export function receivableFiltersOf({ on, entity }: ReceivablesSearch): { on?: string; billing_entity_id?: string } {
  return { ...(on && { on }), ...(entity && { billing_entity_id: entity }) }
}

/** What companies owe, by how long it is overdue. */
export function receivablesQuery(search: ReceivablesSearch) {
  const query = receivableFiltersOf(search)
  return queryOptions({
    queryKey: ['receivables', query],
    queryFn: () => call(listReceivables, { query }),
    placeholderData: keepPreviousData,
  })
}

/** How much of its credit limit a company uses. */
export function creditQuery(companyId: string) {
  return queryOptions({
    queryKey: ['receivables', 'credit', companyId],
    queryFn: () => call(getCreditFigure, { params: { company_id: companyId } }),
  })
}

/** What the credit of who pays an order means for it. */
export function orderCreditQuery(orderId: string) {
  return queryOptions({
    queryKey: ['receivables', 'order', orderId],
    queryFn: () => call(getOrderCredit, { params: { order_id: orderId } }),
  })
}
