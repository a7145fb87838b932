import * as contract from '@cartage/contract/auth/app/users'
import type { Request } from '@cartage/contract/endpoint'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { refresh } from '../api/refresh.ts'
import { useMutation } from '../api/use-mutation.ts'

/** Users of the tenant. */
export const usersQuery = queryOptions({ queryKey: ['users', 'list'], queryFn: () => call(contract.listUsers, {}) })

export type NewUser = NonNullable<Request<typeof contract.inviteUser>['body']>
export type UserChange = NonNullable<Request<typeof contract.changeUser>['body']>

interface Connection {
  user_id: string
  provider_id: string
}

/** Actions on users. The list is refreshed afterwards. */
export function useUserActions() {
  const queryClient = useQueryClient()
  const onSettled = () => refresh(queryClient, 'user')
  const invite = useMutation({ mutationFn: (body: NewUser) => call(contract.inviteUser, { body }), onSettled })
  const change = useMutation({
    mutationFn: ({ id, ...body }: UserChange & { id: string }) =>
      call(contract.changeUser, { params: { user_id: id }, body }),
    onSettled,
  })
  const link = useMutation({
    mutationFn: (id: string) => call(contract.createUserLink, { params: { user_id: id } }),
    onSettled,
  })
  const removeFactor = useMutation({
    mutationFn: (id: string) => call(contract.removeUserSecondFactor, { params: { user_id: id } }),
    onSettled,
  })
  const endConnection = useMutation({
    mutationFn: (params: Connection) => call(contract.endUserConnection, { params }),
    onSettled,
  })
  const reopenConnection = useMutation({
    mutationFn: (params: Connection) => call(contract.reopenUserConnection, { params }),
    onSettled,
  })
  return { invite, change, link, removeFactor, endConnection, reopenConnection }
}
