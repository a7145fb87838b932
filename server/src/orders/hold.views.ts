import type { UserRole } from '@cartage/contract/endpoint'
import { statement } from '../db/statement.ts'
import type { Tx } from '../db/tenant.ts'

const selectRole = statement(
  'orders.find_role_of_user',
  'select u.role from app_user u where u.tenant_id = $1 and u.user_id = $2::uuid',
)

/** The role of a user of the tenant; undefined if unknown. */
export async function findRole(tx: Tx, userId: string | null): Promise<UserRole | undefined> {
  return (await tx.query<{ role: UserRole }>(selectRole, userId))[0]?.role
}
