import type { Permission } from '@cartage/contract/endpoint'
import { useQuery } from '@tanstack/react-query'
import { sessionQuery } from './queries.ts'

/** Whether the person may do this. Screens hide what they may not; the server refuses it in any case. */
export function usePermission(permission: Permission): boolean {
  return useQuery(sessionQuery).data?.permissions.includes(permission) ?? false
}
