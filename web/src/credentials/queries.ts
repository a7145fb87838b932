import * as contract from '@cartage/contract/auth/app/clients'
import { listDispatchDestinations } from '@cartage/contract/dispatch/app'
import type { Request } from '@cartage/contract/endpoint'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { lastUseMs } from '../api/last-use.ts'
import { refresh } from '../api/refresh.ts'
import { useMutation } from '../api/use-mutation.ts'

/** The API clients of the tenant. */
export const clientsQuery = queryOptions({
  queryKey: ['clients', 'api'],
  queryFn: () => call(contract.listApiClients, {}),
  refetchInterval: lastUseMs,
})

/** The integrations a client may belong to. */
export const integrationsQuery = queryOptions({
  queryKey: ['clients', 'integrations'],
  queryFn: () => call(contract.listIntegrations, {}),
  staleTime: 300_000,
})

/** The webhook credentials of the tenant. */
export const webhookCredentialsQuery = queryOptions({
  queryKey: ['clients', 'webhooks'],
  queryFn: () => call(contract.listWebhookCredentials, {}),
  refetchInterval: lastUseMs,
})

/** The carriers that credentials may be limited to. */
export const destinationsQuery = queryOptions({
  queryKey: ['dispatch', 'destinations'],
  queryFn: () => call(listDispatchDestinations, {}),
})

/** Members common to all credentials of other systems. */
export type Credential = Pick<contract.ApiClient, 'client_id' | 'name' | 'created_at' | 'last_used_at' | 'secrets'>

type NewClient = NonNullable<Request<typeof contract.createApiClient>['body']>
type NewWebhookCredential = NonNullable<Request<typeof contract.createWebhookCredential>['body']>

/** API calls of each credential kind. */
const callsOf = {
  api: {
    create: (body: NewClient) => call(contract.createApiClient, { body }),
    rotate: (id: string, overlap_seconds: number) =>
      call(contract.rotateApiClient, { params: { client_id: id }, body: { overlap_seconds } }),
    remove: (id: string) => call(contract.removeApiClient, { params: { client_id: id } }),
  },
  webhook: {
    create: (body: NewWebhookCredential) => call(contract.createWebhookCredential, { body }),
    rotate: (id: string, overlap_seconds: number) =>
      call(contract.rotateWebhookCredential, { params: { webhook_client_id: id }, body: { overlap_seconds } }),
    remove: (id: string) => call(contract.removeWebhookCredential, { params: { webhook_client_id: id } }),
  },
} as const

/** Credential kinds: API clients and inbound webhook credentials. */
export type CredentialKind = keyof typeof callsOf

/** Creates an API client. */
export function useCreateClient() {
  return useMutation({ mutationFn: callsOf.api.create, onSettled: useRefresh() })
}

/** Creates webhook credentials. */
export function useCreateWebhookCredential() {
  return useMutation({ mutationFn: callsOf.webhook.create, onSettled: useRefresh() })
}

/** Adds a second secret; the first one expires after the overlap. */
export function useRotate(kind: CredentialKind) {
  return useMutation({
    mutationFn: ({ id, overlap_seconds }: { id: string; overlap_seconds: number }) =>
      callsOf[kind].rotate(id, overlap_seconds),
    onSettled: useRefresh(),
  })
}

/** Removes credentials. */
export function useRemove(kind: CredentialKind) {
  return useMutation({
    mutationFn: async (id: string) => void (await callsOf[kind].remove(id)),
    onSettled: useRefresh(),
  })
}

/** Changes the IP addresses and expiry of an API client. */
export function useChangeAccess(id: string) {
  return useMutation({
    mutationFn: (body: contract.ClientAccess) => call(contract.changeClientAccess, { params: { client_id: id }, body }),
    onSettled: useRefresh(),
  })
}

/** Changes the partner that webhook credentials are limited to. */
export function useChangeScope(id: string) {
  return useMutation({
    mutationFn: (partner: contract.Partner | null) =>
      call(contract.bindWebhookCredential, { params: { webhook_client_id: id }, body: { partner } }),
    onSettled: useRefresh(),
  })
}

function useRefresh() {
  const queryClient = useQueryClient()
  return () => refresh(queryClient, 'api_client')
}
