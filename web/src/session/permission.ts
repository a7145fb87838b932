import type { Permission } from '@cartage/contract/endpoint'
import { useQuery } from '@tanstack/react-query'
import { sessionQuery } from './queries.ts'

/** Whether the user has a permission. Screens hide what is not permitted, and the server refuses it in any case. */
export function usePermission(permission: Permission): boolean {
  return useQuery(sessionQuery).data?.permissions.includes(permission) ?? false
}
