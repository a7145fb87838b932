import * as contract from '@cartage/contract/deliveries/app/subscriptions'
import type { Request } from '@cartage/contract/endpoint'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { refresh } from '../api/refresh.ts'
import { useMutation } from '../api/use-mutation.ts'

/** All endpoints. */
export const subscriptionsQuery = queryOptions({
  queryKey: ['subscriptions', 'list'],
  queryFn: () => call(contract.listSubscriptions, {}),
  staleTime: 10_000,
  refetchInterval: 30_000,
})

/** Request to add an endpoint. */
export type NewEndpoint = NonNullable<Request<typeof contract.addSubscription>['body']>
/** Request to change an endpoint. */
export type EndpointChange = NonNullable<Request<typeof contract.changeSubscription>['body']>

/** Actions on one endpoint. */
export type EndpointAction =
  | { kind: 'change'; change: EndpointChange }
  | { kind: 'pause'; reason: string | undefined }
  | { kind: 'resume' }
  | { kind: 'pin'; keys: string[] }
  | { kind: 'remove' }

/** Runs an action on an endpoint and refreshes the endpoint queries. */
export function useEndpointAction(id: string) {
  const refresh = useRefresh()
  const params = { subscription_id: id }
  return useMutation({
    async mutationFn(action: EndpointAction): Promise<void> {
      if (action.kind === 'change') await call(contract.changeSubscription, { params, body: action.change })
      if (action.kind === 'pause') {
        await call(contract.pauseSubscription, { params, body: action.reason ? { reason: action.reason } : {} })
      }
      if (action.kind === 'resume') await call(contract.resumeSubscription, { params })
      if (action.kind === 'pin') await call(contract.pinHostKeys, { params, body: { host_keys: action.keys } })
      if (action.kind === 'remove') await call(contract.removeSubscription, { params })
    },
    onSettled: refresh,
  })
}

/** Adds an endpoint. Only this response contains its secret. */
export function useAddEndpoint() {
  return useMutation({
    mutationFn: (body: NewEndpoint) => call(contract.addSubscription, { body }),
    onSettled: useRefresh(),
  })
}

/** Replaces the signing secret of an endpoint. */
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
  // Not awaited: the result of a command is shown before its panel closes.
  return () => {
    void refresh(queryClient, 'subscription')
  }
}
