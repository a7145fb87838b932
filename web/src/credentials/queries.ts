import * as contract from '@cartage/contract/auth/app/clients'
import type { Request } from '@cartage/contract/endpoint'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../api/call.ts'

/** The API clients of the tenant. */
export const clientsQuery = queryOptions({
  queryKey: ['clients', 'api'],
  queryFn: () => call(contract.listApiClients, {}),
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
})

/** What every credential of a system has, whatever it opens. */
export type Credential = Pick<contract.ApiClient, 'client_id' | 'name' | 'created_at' | 'last_used_at' | 'secrets'>

/** What can be done to credentials. */
export type CredentialDeeds = ReturnType<typeof useCredentialDeeds>

export type NewClient = NonNullable<Request<typeof contract.createApiClient>['body']>

/** What can be done to the credentials of one kind. The lists are asked for again afterwards. */
export function useCredentialDeeds(kind: 'api' | 'webhook') {
  const queryClient = useQueryClient()
  const onSettled = () => queryClient.invalidateQueries({ queryKey: ['clients'] })
  const isApi = kind === 'api'
  const create = useMutation({
    mutationFn: ({ partner, ...body }: NewClient & { partner?: contract.Partner | null }) =>
      isApi
        ? call(contract.createApiClient, { body })
        : call(contract.createWebhookCredential, { body: { name: body.name, partner: partner ?? null } }),
    onSettled,
  })
  const rotate = useMutation({
    mutationFn: ({ id, overlap_seconds }: { id: string; overlap_seconds: number }) =>
      isApi
        ? call(contract.rotateApiClient, { params: { client_id: id }, body: { overlap_seconds } })
        : call(contract.rotateWebhookCredential, { params: { webhook_client_id: id }, body: { overlap_seconds } }),
    onSettled,
  })
  const remove = useMutation({
    mutationFn: async (id: string) => {
      if (isApi) await call(contract.removeApiClient, { params: { client_id: id } })
      else await call(contract.removeWebhookCredential, { params: { webhook_client_id: id } })
    },
    onSettled,
  })
  return { create, rotate, remove }
}
