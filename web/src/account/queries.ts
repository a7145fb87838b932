import * as contract from '@cartage/contract/auth/app/account'
import * as passkeys from '@cartage/contract/auth/app/passkeys'
import { openProviderAgain } from '@cartage/contract/auth/app/provider-sign-in'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { refresh } from '../api/refresh.ts'
import { useMutation } from '../api/use-mutation.ts'
import { makePasskey } from '../session/passkeys.ts'

/** The signed-in user's account. */
export const accountQuery = queryOptions({
  queryKey: ['users', 'account'],
  queryFn: () => call(contract.getAccount, {}),
})

/** The user's sessions. */
export const sessionsQuery = queryOptions({
  queryKey: ['users', 'sessions'],
  queryFn: () => call(contract.listSessions, {}),
})

/** Changes the password. */
export function useChangePassword() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: { current_password: string; new_password: string }) => call(contract.changePassword, { body }),
    onSuccess: () => refresh(queryClient, 'user'),
  })
}

/** Ends sessions: one by its id, or all but this one. */
export function useEndSession() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (sessionId: string | 'others') => {
      if (sessionId === 'others') await call(contract.endOtherSessions, {})
      else await call(contract.endSession, { params: { session_id: sessionId } })
    },
    onSettled: () => refresh(queryClient, 'user'),
  })
}

/** Current password; undefined for users without one (SSO-11). */
type Current = string | undefined

function bodyOf(current: Current): { current_password?: string } {
  return current === undefined ? {} : { current_password: current }
}

/** Redirects to a provider to authenticate again, then returns to the given path. */
export function useOpenProviderAgain(leave: (url: string) => void = (url) => window.location.assign(url)) {
  return useMutation({
    mutationFn: (body: { provider_id: string; return_to: string }) => call(openProviderAgain, { body }),
    onSuccess: ({ url }) => leave(url),
  })
}

/** Steps to set up the second factor. */
export function useSecondFactor() {
  const queryClient = useQueryClient()
  const onSuccess = () => refresh(queryClient, 'user')
  const begin = useMutation({
    mutationFn: (current: Current) => call(contract.beginSecondFactor, { body: bodyOf(current) }),
  })
  const confirm = useMutation({
    mutationFn: (code: string) => call(contract.confirmSecondFactor, { body: { code } }),
    onSuccess,
  })
  const remove = useMutation({
    mutationFn: (current: Current) => call(contract.removeSecondFactor, { body: bodyOf(current) }),
    onSuccess,
  })
  return { begin, confirm, remove }
}

/** The user's passkeys. */
export const passkeysQuery = queryOptions({
  queryKey: ['users', 'passkeys'],
  queryFn: () => call(passkeys.listPasskeys, {}),
})

/** Adds and removes passkeys. */
export function usePasskeys() {
  const queryClient = useQueryClient()
  const onSuccess = () => refresh(queryClient, 'user')
  const add = useMutation({
    mutationFn: async ({ current, name }: { current: Current; name: string }) => {
      const passkey = await makePasskey(await call(passkeys.beginPasskey, { body: bodyOf(current) }))
      return await call(passkeys.addPasskey, { body: { name, passkey } })
    },
    onSuccess,
  })
  const remove = useMutation({
    mutationFn: ({ id, current }: { id: string; current: Current }) =>
      call(passkeys.removePasskey, { params: { passkey_id: id }, body: bodyOf(current) }),
    onSuccess,
  })
  return { add, remove }
}

/** Proof of identity: the password or a code. */
export interface Proof {
  kind: 'current_password' | 'code'
  text: string
}

/** Creates new recovery codes. */
export function useRenewCodes() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ kind, text }: Proof) => call(contract.renewRecoveryCodes, { body: { [kind]: text } }),
    onSuccess: () => refresh(queryClient, 'user'),
  })
}

/** Purpose of an emailed link. */
export function linkQuery(token: string) {
  return queryOptions({
    queryKey: ['users', 'link', token],
    queryFn: () => call(contract.readLink, { body: { token } }),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** Sets the password through an emailed link. */
export function useAcceptLink() {
  return useMutation({
    mutationFn: (body: { token: string; password: string }) => call(contract.acceptLink, { body }),
  })
}

/** Requests a password link by e-mail. */
export function useForgot() {
  return useMutation({ mutationFn: (email: string) => call(contract.askForReset, { body: { email } }) })
}
