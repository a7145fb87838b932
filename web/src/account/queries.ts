import * as contract from '@cartage/contract/auth/app/account'
import * as passkeys from '@cartage/contract/auth/app/passkeys'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { refresh } from '../api/refresh.ts'
import { makePasskey } from '../session/passkeys.ts'

/** The own account. */
export const accountQuery = queryOptions({
  queryKey: ['users', 'account'],
  queryFn: () => call(contract.getAccount, {}),
})

/** The user's sessions. */
export const sessionsQuery = queryOptions({
  queryKey: ['users', 'sessions'],
  queryFn: () => call(contract.listSessions, {}),
})

/** Sets another password. */
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

/** The steps of the second factor. */
export function useSecondFactor() {
  const queryClient = useQueryClient()
  const onSuccess = () => refresh(queryClient, 'user')
  const begin = useMutation({
    mutationFn: (current_password: string) => call(contract.beginSecondFactor, { body: { current_password } }),
  })
  const confirm = useMutation({
    mutationFn: (code: string) => call(contract.confirmSecondFactor, { body: { code } }),
    onSuccess,
  })
  const remove = useMutation({
    mutationFn: (current_password: string) => call(contract.removeSecondFactor, { body: { current_password } }),
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
    mutationFn: async ({ current_password, name }: { current_password: string; name: string }) => {
      const passkey = await makePasskey(await call(passkeys.beginPasskey, { body: { current_password } }))
      return await call(passkeys.addPasskey, { body: { name, passkey } })
    },
    onSuccess,
  })
  const remove = useMutation({
    mutationFn: ({ id, current_password }: { id: string; current_password: string }) =>
      call(passkeys.removePasskey, { params: { passkey_id: id }, body: { current_password } }),
    onSuccess,
  })
  return { add, remove }
}

/** What confirms the user: the password or a code. */
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

/** What a link is for. */
export function linkQuery(token: string) {
  return queryOptions({
    queryKey: ['users', 'link', token],
    queryFn: () => call(contract.readLink, { body: { token } }),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** Sets the password by a link. */
export function useAcceptLink() {
  return useMutation({
    mutationFn: (body: { token: string; password: string }) => call(contract.acceptLink, { body }),
  })
}

/** Requests a link by e-mail. */
export function useForgot() {
  return useMutation({ mutationFn: (email: string) => call(contract.askForReset, { body: { email } }) })
}
