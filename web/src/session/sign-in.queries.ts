import { beginPasskeySignIn, getSignInWays, signInWithPasskey } from '@cartage/contract/auth/app/passkeys'
import { login, type Session } from '@cartage/contract/auth/app/session'
import { type QueryClient, queryOptions, useQueryClient } from '@tanstack/react-query'
import { call, rememberCsrfToken } from '../api/call.ts'
import { useMutation } from '../api/use-mutation.ts'
import { setHomeZone } from '../ui/time/home-zone.ts'
import { notifyTabs } from './browser-tabs.ts'
import { showPasskey } from './passkeys.ts'
import { sessionQuery } from './queries.ts'

// Separate from the session, so that signed-in users do not load the sign-in code.

interface LoginFields {
  email: string
  password: string
  tenantSlug?: string | undefined
  /** Code of the second factor. */
  code?: string
  /** Requests a passkey instead of a code. */
  hasPasskey?: boolean
  /** Keeps the existing session of this browser in addition to the new one. */
  keepsSession?: boolean
}

/** Signs in and publishes the session to the pages. */
export function useLogin() {
  const queryClient = useQueryClient()
  return useMutation({
    // A 401 here means a wrong password, not an ended session.
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

/** Publishes a new session to the pages and to other tabs. */
export function beginSession(queryClient: QueryClient, session: Session): void {
  rememberCsrfToken(session.csrf_token)
  setHomeZone(session.tenant.time_zone)
  queryClient.setQueryData(sessionQuery.queryKey, session)
  notifyTabs(session)
}

/**
 * Requests a passkey of this server from the browser.
 * @throws PasskeyCancelled if the user cancels
 */
export async function requestPasskey() {
  return await showPasskey(await call(beginPasskeySignIn, {}))
}

/** Available ways to sign in besides the password. */
export const signInWaysQuery = queryOptions({
  queryKey: ['session', 'ways'],
  queryFn: () => call(getSignInWays, {}),
  staleTime: Number.POSITIVE_INFINITY,
})

/** Signs in with only a passkey. */
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
