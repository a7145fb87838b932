import {
  getSession,
  listOrganisations,
  logout,
  type Session,
  switchOrganisation,
} from '@cartage/contract/auth/app/session'
import { CallError } from '@cartage/contract/client'
import { type QueryClient, queryOptions, useQueryClient } from '@tanstack/react-query'
import { call, rememberCsrfToken } from '../api/call.ts'
import { useMutation } from '../api/use-mutation.ts'
import { setHomeZone } from '../ui/time/home-zone.ts'
import { notifyTabs } from './browser-tabs.ts'

/** The signed-in user, or null. Loaded once per page load. Later requests show when the session has ended. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: fetchSession,
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
})

async function fetchSession(): Promise<Session | null> {
  try {
    const session = await call(getSession, {})
    rememberCsrfToken(session.csrf_token)
    setHomeZone(session.tenant.time_zone)
    return session
  } catch (error) {
    if (isSessionOver(error)) return null
    throw error
  }
}

/** Whether a request failed because the session has ended. */
export function isSessionOver(error: unknown): boolean {
  return error instanceof CallError && error.status === 401
}

/** Whether a request failed for lack of permission: this page's copy of the role may be outdated. */
export function isRoleMissing(error: unknown): boolean {
  return error instanceof CallError && error.status === 403 && error.body?.code === 'role_missing'
}

/** Whether a request failed because a second factor must be set up first. */
export function isFactorRequired(error: unknown): boolean {
  return error instanceof CallError && error.status === 403 && error.body?.code === 'second_factor_required'
}

let whyOver: 'ended' | undefined

/** Why the session ended: `ended` if the server or another tab ended it, otherwise undefined. */
export function whySessionIsOver(): 'ended' | undefined {
  return whyOver
}

/** Clears all data of the signed-in user. */
export function endSession(queryClient: QueryClient, why?: 'ended'): void {
  whyOver = queryClient.getQueryData(sessionQuery.queryKey) ? why : whyOver
  rememberCsrfToken(undefined)
  queryClient.removeQueries({ predicate: (query) => query.queryKey[0] !== 'session' })
  queryClient.setQueryData(sessionQuery.queryKey, null)
}

/** Signs out. A session that has ended on the server already counts as signed out. */
export function useLogout() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async () => {
      try {
        await call(logout, {})
      } catch (error) {
        if (!isSessionOver(error)) throw error
      }
    },
    onSuccess: () => {
      endSession(queryClient)
      notifyTabs(null)
    },
  })
}

/** Organisations this browser is signed in to. Regular requests keep idle sessions alive. */
export const organisationsQuery = queryOptions({
  queryKey: ['organisations'],
  queryFn: () => call(listOrganisations, {}),
  refetchInterval: 10 * 60_000,
  refetchIntervalInBackground: true,
})

/** Switches to another organisation. Reloads the page, so that no data of one organisation stays visible in another. */
export function useSwitchOrganisation() {
  return useMutation({
    mutationFn: (session_id: string) => call(switchOrganisation, { body: { session_id } }),
    onSuccess: (session) => {
      notifyTabs(session)
      window.location.assign('/')
    },
  })
}
