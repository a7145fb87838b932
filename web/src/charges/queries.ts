import { createDrafts } from '@cartage/contract/billing/app/draft'
import type { ChargeAction } from '@cartage/contract/charges/app/desk'
import * as desk from '@cartage/contract/charges/app/desk'
import { getChargeEvidence } from '@cartage/contract/charges/app/evidence'
import * as lists from '@cartage/contract/charges/app/list'
import { listMargin, type MarginGroup } from '@cartage/contract/charges/app/margin'
import { getCharge, getOrderCharges, getTripCosts, listChargeTypes } from '@cartage/contract/charges/app/read'
import type { Request } from '@cartage/contract/endpoint'
import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { refresh } from '../api/refresh.ts'
import { useMutation } from '../api/use-mutation.ts'
import type { ChargesSearch, InvoiceSearch } from './address.ts'

/** Drops unset members for the API. */
function setMembers<Members extends object>(members: Members): Partial<Members> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value)) as Partial<Members>
}

type UnbilledQuery = NonNullable<Request<typeof lists.listUnbilledOrders>['query']>
type ChargesQuery = NonNullable<Request<typeof lists.listCharges>['query']>

/** API filters of the orders to invoice. */
export function invoiceFiltersOf({ sort: _sort, ...filters }: InvoiceSearch): Partial<UnbilledQuery> {
  return setMembers(filters)
}

/** One page of the orders to invoice. */
export function loadOrdersToInvoice(search: InvoiceSearch) {
  const query = { ...invoiceFiltersOf(search), sort: search.sort ?? ('day' as const) }
  return async (offset: number, limit: number) => call(lists.listUnbilledOrders, { query: { ...query, offset, limit } })
}

/** Order counts of each tab and reason under the other filters. */
export function invoiceCountsQuery(search: InvoiceSearch) {
  const filters = invoiceFiltersOf(search)
  return queryOptions({
    queryKey: ['orders-to-invoice', 'counts', filters],
    queryFn: () => call(lists.countUnbilledOrders, { query: filters }),
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  })
}

/** API filters of the charges. */
export function chargeFiltersOf({
  sort: _sort,
  peek: _peek,
  outdated,
  ...filters
}: ChargesSearch): Partial<ChargesQuery> {
  return setMembers({ ...filters, outdated: outdated && ('true' as const) }) as Partial<ChargesQuery>
}

/** One page of the charges. */
export function loadCharges(search: ChargesSearch) {
  const query = { ...chargeFiltersOf(search), sort: search.sort ?? ('newest' as const) }
  return async (offset: number, limit: number) => call(lists.listCharges, { query: { ...query, offset, limit } })
}

/** Charge counts of each value under the other filters. */
export function chargeCountsQuery(search: ChargesSearch) {
  const filters = chargeFiltersOf(search)
  return queryOptions({
    queryKey: ['charges', 'counts', filters],
    queryFn: () => call(lists.countCharges, { query: filters }),
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  })
}

/** Completed unbilled work. */
export const moneyQuery = queryOptions({ queryKey: ['money', 'waiting'], queryFn: () => call(lists.getMoneyHome, {}) })

/** One charge. */
export function chargeQuery(chargeId: string) {
  const params = { charge_id: chargeId }
  return queryOptions({ queryKey: ['charges', 'record', chargeId], queryFn: () => call(getCharge, { params }) })
}

/** Evidence for the amount of a charge. */
export function chargeEvidenceQuery(chargeId: string) {
  const params = { charge_id: chargeId }
  return queryOptions({
    queryKey: ['charges', 'evidence', chargeId],
    queryFn: () => call(getChargeEvidence, { params }),
  })
}

/** Polling interval for an order without charges, in milliseconds. */
const lookMs = 5_000

/** Charges of one order. */
export function orderChargesQuery(orderId: string) {
  const params = { order_id: orderId }
  return queryOptions({
    queryKey: ['charges', 'order', orderId],
    queryFn: () => call(getOrderCharges, { params }),
    // Rating follows changes of an order or rate card within seconds.
    refetchInterval: ({ state: { data } }) => (data?.items.length === 0 ? lookMs : false),
  })
}

/** Costs and margin of one trip. */
export function tripCostsQuery(tripId: string) {
  const params = { trip_id: tripId }
  return queryOptions({ queryKey: ['charges', 'trip', tripId], queryFn: () => call(getTripCosts, { params }) })
}

/** Active charge types. */
export const chargeTypesQuery = queryOptions({
  queryKey: ['charges', 'types'],
  queryFn: () => call(listChargeTypes, {}),
  staleTime: 60_000,
})

/** Sales, costs and margin of a period. */
export function marginQuery(query: { by: MarginGroup; from: string; to: string }) {
  return queryOptions({
    queryKey: ['margin', query],
    queryFn: () => call(listMargin, { query }),
    placeholderData: keepPreviousData,
  })
}

/** Record that a charge is added to. */
export type ChargeSubject = { order_id: string } | { trip_id: string }

type AddedCharge = Omit<NonNullable<Request<typeof desk.createOrderCharge>['body']>, 'needs_approval'>

/** Adds a charge to an order, or a cost to a trip. */
export function addCharge(subject: ChargeSubject, body: AddedCharge) {
  return 'order_id' in subject
    ? call(desk.createOrderCharge, { params: subject, body })
    : call(desk.createTripCost, { params: subject, body })
}

type ChargeChange = NonNullable<Request<typeof desk.changeCharge>['body']>

/** Edits or overrides a charge. */
export function changeCharge(chargeId: string, body: ChargeChange) {
  return call(desk.changeCharge, { params: { charge_id: chargeId }, body })
}

/** Removes all overrides of a charge. */
export function removeOverrides(chargeId: string, version: number) {
  return call(desk.removeChargeOverride, { params: { charge_id: chargeId }, body: { version } })
}

/** Excludes, includes or decides on a charge. */
export function actOnCharge(chargeId: string, version: number, action: ChargeAction, reason?: string) {
  return call(desk.setChargeState, {
    params: { charge_id: chargeId },
    body: { version, action, ...(reason && { reason }) },
  })
}

/** Approves a charge, optionally with another amount. */
export function approveCharge(chargeId: string, version: number, agreed: { amount?: string; reason?: string }) {
  return call(desk.setChargeState, { params: { charge_id: chargeId }, body: { version, action: 'approve', ...agreed } })
}

/** Same for many charges. */
export function actOnCharges(action: ChargeAction, ids: readonly string[], reason?: string) {
  const charges = ids.map((charge_id) => ({ charge_id }))
  return call(desk.setChargeStates, { body: { action, charges, ...(reason && { reason }) } })
}

/** Same for the charges of many orders. */
export function actOnOrders(action: ChargeAction, ids: readonly string[], reason?: string) {
  return call(desk.setOrderChargeStates, { body: { action, order_ids: [...ids], ...(reason && { reason }) } })
}

/** Drafts all open charges of orders. */
export function putOnDraft(orderIds: readonly string[]) {
  return call(createDrafts, { body: { order_ids: [...orderIds] } })
}

/** Runs a command on charges, then reloads all shown charge data. */
export function useChargeChange() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (work: () => Promise<unknown>) => work(),
    onSettled: () => refresh(queryClient, 'charge'),
  })
}
