import {
  confirmProviderSignIn,
  findProviders,
  openProvider,
  takeProviderAnswer,
} from '@cartage/contract/auth/app/provider-sign-in'
import type { Session } from '@cartage/contract/auth/app/session'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { useMutation } from '../api/use-mutation.ts'
import { beginSession, requestPasskey } from './sign-in.queries.ts'

/** Identity providers for the domain of an e-mail address, or the one with an id. */
export function providersQuery(wanted: { domain: string } | { providerId: string }) {
  return queryOptions({
    queryKey: ['session', 'providers', wanted],
    queryFn: () =>
      call(findProviders, {
        body: 'domain' in wanted ? { email: `@${wanted.domain}` } : { provider_id: wanted.providerId },
      }),
    staleTime: 300_000,
    retry: false,
  })
}

/** Request parameters for a provider. */
export interface Departure {
  provider_id: string
  email?: string
  return_to?: string
  keeps_session?: boolean
}

/** Requests the URL of a provider and redirects the browser to it. */
export function useOpenProvider(leave: (url: string) => void = (url) => window.location.assign(url)) {
  return useMutation({
    meta: { isLogin: true },
    mutationFn: (body: Departure) => call(openProvider, { body }),
    onSuccess: ({ url }) => leave(url),
  })
}

/** Submits the provider's response, with the second-factor code if still missing. */
export function useProviderAnswer() {
  const queryClient = useQueryClient()
  const onSuccess = ({ session }: { session: Session }) => beginSession(queryClient, session)
  // A 401 means that a code is missing, not that a session has ended.
  const meta = { isLogin: true }
  const take = useMutation({
    meta,
    mutationFn: (answer: string) => call(takeProviderAnswer, { body: { answer } }),
    onSuccess,
  })
  const confirm = useMutation({
    meta,
    mutationFn: async (code: string | 'passkey') =>
      call(confirmProviderSignIn, { body: code === 'passkey' ? { passkey: await requestPasskey() } : { code } }),
    onSuccess,
  })
  return { take, confirm }
}
