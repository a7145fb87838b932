import { listRoles } from '@cartage/contract/auth/app/roles'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../api/call.ts'

/** Permissions of each role. */
export const rolesQuery = queryOptions({
  queryKey: ['users', 'roles'],
  queryFn: () => call(listRoles, {}),
  staleTime: Number.POSITIVE_INFINITY,
})
