import * as contract from '@cartage/contract/deliveries/app/subscriptions'
import type { Request } from '@cartage/contract/endpoint'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../api/call.ts'

/** All receivers. */
export const subscriptionsQuery = queryOptions({
  queryKey: ['subscriptions', 'list'],
  queryFn: () => call(contract.listSubscriptions, {}),
  staleTime: 10_000,
  refetchInterval: 30_000,
})

/** What is asked for when a receiver is added. */
export type ReceiverWish = NonNullable<Request<typeof contract.addSubscription>['body']>
/** What is asked for when it is changed. */
export type ReceiverChange = NonNullable<Request<typeof contract.changeSubscription>['body']>

/** What can be done to one receiver. */
export type ReceiverDeed =
  | { kind: 'change'; change: ReceiverChange }
  | { kind: 'pause'; reason: string | undefined }
  | { kind: 'resume' }
  | { kind: 'pin'; keys: string[] }
  | { kind: 'remove' }

/** Does something to a receiver; what is shown of receivers is asked for again. */
export function useReceiverDeed(id: string) {
  const refresh = useRefresh()
  const params = { subscription_id: id }
  return useMutation({
    async mutationFn(deed: ReceiverDeed): Promise<void> {
      if (deed.kind === 'change') await call(contract.changeSubscription, { params, body: deed.change })
      if (deed.kind === 'pause') {
        await call(contract.pauseSubscription, { params, body: deed.reason ? { reason: deed.reason } : {} })
      }
      if (deed.kind === 'resume') await call(contract.resumeSubscription, { params })
      if (deed.kind === 'pin') await call(contract.pinHostKeys, { params, body: { host_keys: deed.keys } })
      if (deed.kind === 'remove') await call(contract.removeSubscription, { params })
    },
    onSettled: refresh,
  })
}

/** Adds a receiver; the answer has its secret, this once. */
export function useAddReceiver() {
  return useMutation({
    mutationFn: (body: ReceiverWish) => call(contract.addSubscription, { body }),
    onSettled: useRefresh(),
  })
}

/** Gives a receiver a new signing secret. */
export function useRotate(id: string) {
  return useMutation({
    mutationFn: (overlap_hours: number) =>
      call(contract.rotateSubscription, { params: { subscription_id: id }, body: { overlap_hours } }),
    onSettled: useRefresh(),
  })
}

/** Sends a test event. */
export function useTest(id: string) {
  return useMutation({
    mutationFn: () => call(contract.testSubscription, { params: { subscription_id: id } }),
  })
}

function useRefresh() {
  const queryClient = useQueryClient()
  // Not waited for: what is told of a deed comes before the panel it was done in closes.
  return () => {
    void queryClient.invalidateQueries({
      predicate: ({ queryKey }) => queryKey[0] === 'subscriptions' || queryKey[0] === 'deliveries',
    })
  }
}
