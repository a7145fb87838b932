import type { Request } from '@cartage/contract/endpoint'
import type { BulkAnswer } from '@cartage/contract/listing'
import { changeOrders, countOrders, listOrders } from '@cartage/contract/orders/app/list'
import { getOrderRecord } from '@cartage/contract/orders/app/record'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { dateText, midnightOf } from '../ui/time/zone.ts'
import { type OrdersSearch, type PickupPeriod, pickupPeriods } from './address.ts'

type Query = NonNullable<Request<typeof listOrders>['query']>

/** Filters of the list as query parameters. */
export function filtersOf({ peek: _peek, sort: _sort, when, is_adr, is_tempered, ...texts }: OrdersSearch) {
  const filters = {
    ...texts,
    ...(when && daysOf(when, Date.now())),
    is_adr: is_adr === undefined ? undefined : (String(is_adr) as 'true' | 'false'),
    is_tempered: is_tempered === undefined ? undefined : (String(is_tempered) as 'true' | 'false'),
  }
  return Object.fromEntries(
    Object.entries(filters).filter(([, value]) => value !== undefined && value !== ''),
  ) as Partial<Query>
}

/** First and last day of a period, in the tenant's time zone. */
function daysOf(period: PickupPeriod, now: number) {
  const [first, last] = pickupPeriods[period]
  const day = (later: number) => dateText(midnightOf(now, later))
  return { pickup_from: day(first), pickup_to: day(last) }
}

/** A window of the list. */
export function loadOrders(search: OrdersSearch) {
  return async (offset: number, limit: number) =>
    call(listOrders, { query: { ...filtersOf(search), sort: search.sort ?? '-created', offset, limit } })
}

/** Number of orders in each state under the other filters. */
export function orderCountsQuery(search: OrdersSearch) {
  const { status: _status, ...filters } = filtersOf(search)
  return queryOptions({
    queryKey: ['orders', 'counts', filters],
    queryFn: () => call(countOrders, { query: filters }),
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  })
}

/** One order with its related records. */
export function orderRecordQuery(orderId: string) {
  return queryOptions({
    queryKey: ['orders', 'record', orderId],
    queryFn: () => call(getOrderRecord, { params: { order_id: orderId } }),
  })
}

/** Applies one command to many orders. Returns the result of each. */
export async function changeOrdersAtOnce(body: NonNullable<Request<typeof changeOrders>['body']>): Promise<BulkAnswer> {
  const { items } = await call(changeOrders, { body })
  return { items: items.map(({ order_id, ...result }) => ({ id: order_id, ...result })) }
}
