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

/** The filters of the list, as the server wants them. A period ends now, whenever that is. */
export function filtersOf({ peek: _peek, within, ...texts }: DeliveriesSearch, now = Date.now()): Partial<Query> {
  const from = within && new Date(now - periods[within] * 3_600_000).toISOString()
  const filters = { ...texts, from }
  return Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined && value !== ''))
}

/** A window of the list. */
export function loadDeliveries(search: DeliveriesSearch) {
  return (offset: number, limit: number) => call(listDeliveries, { query: { ...filtersOf(search), offset, limit } })
}

/** How many deliveries each state, endpoint and type of event has under the other filters. */
export function deliveryCountsQuery({ peek: _peek, ...search }: DeliveriesSearch) {
  return queryOptions({
    queryKey: ['deliveries', 'counts', search],
    queryFn: () => call(countDeliveries, { query: filtersOf(search) }),
    refetchInterval: logMs,
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  })
}

/** One delivery with both sides of every try. */
export function deliveryQuery(eventId: string, subscriptionId: string) {
  return queryOptions({
    queryKey: ['deliveries', 'record', eventId, subscriptionId],
    queryFn: () => call(getDelivery, { params: { event_id: eventId, subscription_id: subscriptionId } }),
    // Who has just sent it again watches what comes of it.
    refetchInterval: ({ state }) => (state.data?.state === 'PENDING' ? 2_000 : false),
  })
}

/** What identifies a delivery. */
export interface DeliveryKey {
  event_id: string
  subscription_id: string
}

/** Sends some deliveries again. */
export function resend(deliveries: DeliveryKey[]) {
  return call(resendDeliveries, { body: { deliveries } })
}

/** Takes failed deliveries off the list of those that need attention. */
export function dismiss(deliveries: DeliveryKey[]) {
  return call(dismissDeliveries, { body: { deliveries } })
}

/** Sends some deliveries again; everything shown of them is loaded again. */
export function useResend() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: resend,
    onSettled: () => {
      void refresh(queryClient, 'delivery')
    },
  })
}

/** Sends again what failed since an instant. */
export function useResendFailed() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: { since: string; subscription_id?: string }) => call(resendFailed, { body }),
    onSettled: () => {
      void refresh(queryClient, 'delivery')
    },
  })
}
