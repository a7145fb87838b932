import * as contract from '@cartage/contract/auth/app/providers'
import type { Request } from '@cartage/contract/endpoint'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { refresh } from '../../api/refresh.ts'
import { useMutation } from '../../api/use-mutation.ts'

/** Identity providers of the tenant, and the URL that each must allow. */
export const signInProvidersQuery = queryOptions({
  queryKey: ['sign-in-providers', 'list'],
  queryFn: () => call(contract.listSignInProviders, {}),
})

/** Login URL that opens this provider at once, for a bookmark. */
export function bookmarkOf(provider_id: string): string {
  const address = new URL('/login', window.location.origin)
  address.searchParams.set('provider', provider_id)
  return address.href
}

export type NewProvider = NonNullable<Request<typeof contract.addSignInProvider>['body']>
export type ProviderChange = NonNullable<Request<typeof contract.changeSignInProvider>['body']>
export type ProviderTrialBody = NonNullable<Request<typeof contract.trySignInProvider>['body']>

/** Actions on providers. The list is refreshed afterwards. */
export function useProviderActions() {
  const queryClient = useQueryClient()
  const onSettled = () => refresh(queryClient, 'sign_in_provider')
  const add = useMutation({ mutationFn: (body: NewProvider) => call(contract.addSignInProvider, { body }), onSettled })
  const change = useMutation({
    mutationFn: ({ id, body }: { id: string; body: ProviderChange }) =>
      call(contract.changeSignInProvider, { params: { provider_id: id }, body }),
    onSettled,
  })
  const remove = useMutation({
    mutationFn: async (id: string) => void (await call(contract.removeSignInProvider, { params: { provider_id: id } })),
    onSettled,
  })
  const trial = useMutation({ mutationFn: (body: ProviderTrialBody) => call(contract.trySignInProvider, { body }) })
  return { add, change, remove, trial }
}
