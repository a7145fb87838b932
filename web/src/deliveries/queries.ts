import {
  countDeliveries,
  dismissDeliveries,
  getDelivery,
  listDeliveries,
  resendDeliveries,
  resendFailed,
} from '@cartage/contract/deliveries/app/record'
import type { Request } from '@cartage/contract/endpoint'
import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { refresh } from '../api/refresh.ts'
import { useMutation } from '../api/use-mutation.ts'
import { logMs } from '../ui/table/pages.ts'
import { type DeliveriesSearch, periods } from './address.ts'

type Query = NonNullable<Request<typeof listDeliveries>['query']>

/** API filters of the list. A period always ends now. */
export function filtersOf({ peek: _peek, within, ...texts }: DeliveriesSearch, now = Date.now()): Partial<Query> {
  const from = within && new Date(now - periods[within] * 3_600_000).toISOString()
  const filters = { ...texts, from }
  return Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined && value !== ''))
}

/** One page of the list. */
export function loadDeliveries(search: DeliveriesSearch) {
  return (offset: number, limit: number) => call(listDeliveries, { query: { ...filtersOf(search), offset, limit } })
}

/** Delivery counts of each state, endpoint and event type under the other filters. */
export function deliveryCountsQuery({ peek: _peek, ...search }: DeliveriesSearch) {
  return queryOptions({
    queryKey: ['deliveries', 'counts', search],
    queryFn: () => call(countDeliveries, { query: filtersOf(search) }),
    refetchInterval: logMs,
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  })
}

/** One delivery with requests and responses of all attempts. */
export function deliveryQuery(eventId: string, subscriptionId: string) {
  return queryOptions({
    queryKey: ['deliveries', 'record', eventId, subscriptionId],
    queryFn: () => call(getDelivery, { params: { event_id: eventId, subscription_id: subscriptionId } }),
    // After a resend, the user waits for its outcome.
    refetchInterval: ({ state }) => (state.data?.state === 'PENDING' ? 2_000 : false),
  })
}

/** Identity of a delivery. */
export interface DeliveryKey {
  event_id: string
  subscription_id: string
}

/** Sends some deliveries again. */
export function resend(deliveries: DeliveryKey[]) {
  return call(resendDeliveries, { body: { deliveries } })
}

/** Dismisses failed deliveries, so that they no longer need attention. */
export function dismiss(deliveries: DeliveryKey[]) {
  return call(dismissDeliveries, { body: { deliveries } })
}

/** Resends deliveries, then reloads all shown delivery data. */
export function useResend() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: resend,
    onSettled: () => {
      void refresh(queryClient, 'delivery')
    },
  })
}

/** Resends deliveries that failed since an instant. */
export function useResendFailed() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: { since: string; subscription_id?: string }) => call(resendFailed, { body }),
    onSettled: () => {
      void refresh(queryClient, 'delivery')
    },
  })
}
