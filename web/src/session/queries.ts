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

/** The signed-in user, or null. Loaded once per page load; later requests show when the session has ended. */
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

/** Whether a request failed because the role does not allow it: what this page knows of the role may be old. */
export function isRoleMissing(error: unknown): boolean {
  return error instanceof CallError && error.status === 403 && error.body?.code === 'role_missing'
}

/** Whether a request failed because a second factor has to be set up first. */
export function isFactorRequired(error: unknown): boolean {
  return error instanceof CallError && error.status === 403 && error.body?.code === 'second_factor_required'
}

let whyOver: 'ended' | undefined

/** Why the session has ended: `ended` when the server or another tab said so, undefined otherwise. */
export function whySessionIsOver(): 'ended' | undefined {
  return whyOver
}

/** Forgets everything that belongs to the user who was signed in. */
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

/** The organisations this browser is signed in to. Requests from time to time keep idle sessions from ending. */
export const organisationsQuery = queryOptions({
  queryKey: ['organisations'],
  queryFn: () => call(listOrganisations, {}),
  refetchInterval: 10 * 60_000,
  refetchIntervalInBackground: true,
})

/** Changes to another of them. Every page starts again: no data of one organisation may stay on the screen of another. */
export function useSwitchOrganisation() {
  return useMutation({
    mutationFn: (session_id: string) => call(switchOrganisation, { body: { session_id } }),
    onSuccess: (session) => {
      notifyTabs(session)
      window.location.assign('/')
    },
  })
}
