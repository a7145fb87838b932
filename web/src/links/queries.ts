import * as links from '@cartage/contract/doors/app/links'
import type { DoorLanguage } from '@cartage/contract/reading/languages'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { lastUseMs } from '../api/last-use.ts'
import { refresh } from '../api/refresh.ts'
import { useMutation } from '../api/use-mutation.ts'

const keyOf = (orderId: string) => ['orders', 'links', orderId]

/** The tracking links of an order, the newest first. */
export function trackingLinksQuery(orderId: string) {
  return queryOptions({
    queryKey: keyOf(orderId),
    queryFn: () => call(links.listTrackingLinks, { params: { order_id: orderId } }),
    refetchInterval: lastUseMs,
  })
}

/** Creates a tracking link; only the response contains its URL. */
export function useCreateLink(orderId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: { days: number; language: DoorLanguage | null }) =>
      call(links.createTrackingLink, { params: { order_id: orderId }, body }),
    onSettled: () => refresh(queryClient, 'door_link'),
  })
}

/** Revokes a tracking link at once. */
export function useRevokeLink(orderId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (door_link_id: string) =>
      call(links.revokeTrackingLink, { params: { order_id: orderId, door_link_id }, body: undefined }),
    onSettled: () => refresh(queryClient, 'door_link'),
  })
}

const keyOfTrip = (tripId: string) => ['trips', 'links', tripId]

/** Carrier links of a trip, newest first. */
export function carrierLinksQuery(tripId: string) {
  return queryOptions({
    queryKey: keyOfTrip(tripId),
    queryFn: () => call(links.listCarrierLinks, { params: { trip_id: tripId } }),
    refetchInterval: lastUseMs,
  })
}

/** Input of a new carrier link. */
export interface NewCarrierLink {
  days: number
  language: DoorLanguage | null
  label: string | null
  answer_by: string | null
  /** Whether the page shows the price of the trip. */
  shows_price: boolean
  /** Reason to create it even though the carrier is refused (FIT-6). */
  override?: { reason: string } | undefined
}

/** Creates a carrier link of a trip; only the response contains its URL. */
export function useCreateCarrierLink(tripId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: NewCarrierLink) => call(links.createCarrierLink, { params: { trip_id: tripId }, body }),
    onSettled: () => refresh(queryClient, 'door_link'),
  })
}

/** Revokes a carrier link at once. */
export function useRevokeCarrierLink(tripId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (door_link_id: string) =>
      call(links.revokeCarrierLink, { params: { trip_id: tripId, door_link_id }, body: undefined }),
    onSettled: () => refresh(queryClient, 'door_link'),
  })
}
