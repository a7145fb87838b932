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

/** Creates a tracking link; its address is in the answer and nowhere else. */
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

/** The links of a trip for its carrier, the newest first. */
export function carrierLinksQuery(tripId: string) {
  return queryOptions({
    queryKey: keyOfTrip(tripId),
    queryFn: () => call(links.listCarrierLinks, { params: { trip_id: tripId } }),
    refetchInterval: lastUseMs,
  })
}

/** What a new carrier link is created with. */
export interface NewCarrierLink {
  days: number
  language: DoorLanguage | null
  label: string | null
  answer_by: string | null
  /** Whether its page says what the trip pays. */
  shows_price: boolean
  /** Why it is created although the carrier is refused (FIT-6). */
  override?: { reason: string } | undefined
}

/** Creates a link for the carrier of a trip; its address is in the answer and nowhere else. */
export function useCreateCarrierLink(tripId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: NewCarrierLink) => call(links.createCarrierLink, { params: { trip_id: tripId }, body }),
    onSettled: () => refresh(queryClient, 'door_link'),
  })
}

/** Revokes a link of a trip at once. */
export function useRevokeCarrierLink(tripId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (door_link_id: string) =>
      call(links.revokeCarrierLink, { params: { trip_id: tripId, door_link_id }, body: undefined }),
    onSettled: () => refresh(queryClient, 'door_link'),
  })
}
