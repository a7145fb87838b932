import { beginPasskeySignIn, getSignInWays, signInWithPasskey } from '@cartage/contract/auth/app/passkeys'
import { login, type Session } from '@cartage/contract/auth/app/session'
import { type QueryClient, queryOptions, useQueryClient } from '@tanstack/react-query'
import { call, rememberCsrfToken } from '../api/call.ts'
import { useMutation } from '../api/use-mutation.ts'
import { setHomeZone } from '../ui/time/home-zone.ts'
import { notifyTabs } from './browser-tabs.ts'
import { showPasskey } from './passkeys.ts'
import { sessionQuery } from './queries.ts'

// Apart from the session itself, so that who is signed in does not load how to sign in.

interface LoginFields {
  email: string
  password: string
  tenantSlug?: string | undefined
  /** Of the second factor. */
  code?: string
  /** Asks the browser for a passkey in the place of a code. */
  hasPasskey?: boolean
  /** The existing session of this browser stays next to the new one. */
  keepsSession?: boolean
}

/** Signs in and makes the session known to the pages. */
export function useLogin() {
  const queryClient = useQueryClient()
  return useMutation({
    // Its 401 says that the password is wrong, not that a session is over.
    meta: { isLogin: true },
    mutationFn: async ({ email, password, tenantSlug, code, hasPasskey, keepsSession }: LoginFields) =>
      call(login, {
        body: {
          email,
          password,
          ...(tenantSlug && { tenant_slug: tenantSlug }),
          ...(code && !hasPasskey && { code }),
          ...(hasPasskey && { passkey: await requestPasskey() }),
          ...(keepsSession && { keeps_session: true }),
        },
      }),
    onSuccess: (session) => beginSession(queryClient, session),
  })
}

/** Makes a session that has begun known to the pages and to other tabs. */
export function beginSession(queryClient: QueryClient, session: Session): void {
  rememberCsrfToken(session.csrf_token)
  setHomeZone(session.tenant.time_zone)
  queryClient.setQueryData(sessionQuery.queryKey, session)
  notifyTabs(session)
}

/** Has the browser show a passkey of this server. @throws PasskeyCancelled */
export async function requestPasskey() {
  return await showPasskey(await call(beginPasskeySignIn, {}))
}

/** Which ways to sign in there are besides the password. */
export const signInWaysQuery = queryOptions({
  queryKey: ['session', 'ways'],
  queryFn: () => call(getSignInWays, {}),
  staleTime: Number.POSITIVE_INFINITY,
})

/** Signs in with a passkey alone. */
export function usePasskeySignIn() {
  const queryClient = useQueryClient()
  return useMutation({
    meta: { isLogin: true },
    mutationFn: async (keepsSession: boolean) =>
      call(signInWithPasskey, {
        body: { passkey: await requestPasskey(), ...(keepsSession && { keeps_session: true }) },
      }),
    onSuccess: (session) => beginSession(queryClient, session),
  })
}
