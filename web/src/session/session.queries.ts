import { getSession, login, logout, type Session } from '@cartage/contract/app/session'
import { CallError } from '@cartage/contract/client'
import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call, rememberCsrfToken } from '../shell/call.ts'

/** Who is logged in, or null. Asked once per page load; later requests tell when the session has ended. */
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
    return session
  } catch (error) {
    if (isSessionOver(error)) return null
    throw error
  }
}

/** Whether a request failed because nobody is logged in any more. */
export function isSessionOver(error: unknown): boolean {
  return error instanceof CallError && error.status === 401
}

/** Forgets everything that belongs to the user who was logged in. */
export function endSession(queryClient: QueryClient): void {
  rememberCsrfToken(undefined)
  queryClient.removeQueries({ predicate: (query) => query.queryKey[0] !== 'session' })
  queryClient.setQueryData(sessionQuery.queryKey, null)
}

interface LoginFields {
  email: string
  password: string
  tenantSlug?: string
}

/** Logs in and makes the session known to the pages. */
export function useLogin() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (fields: LoginFields) =>
      call(login, {
        body: {
          email: fields.email,
          password: fields.password,
          ...(fields.tenantSlug && { tenant_slug: fields.tenantSlug }),
        },
      }),
    onSuccess: (session) => {
      rememberCsrfToken(session.csrf_token)
      queryClient.setQueryData(sessionQuery.queryKey, session)
    },
  })
}

/** Logs out. A session that has ended on the server already counts as logged out. */
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
    onSuccess: () => endSession(queryClient),
  })
}
