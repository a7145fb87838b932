import type { UserRole } from '@cartage/contract/endpoint'
import { statement } from '../db/statement.ts'
import type { Tx } from '../db/tenant.ts'

export interface NewUser {
  user_id: string
  email: string
  name: string
  role: UserRole
  company_id: string | null
  password_hash: string
}

const add = statement(
  'auth.insert_user',
  `insert into app_user (tenant_id, user_id, email, name, role, company_id, password_hash)
   values ($1, $2, $3, $4, $5, $6, $7) on conflict (tenant_id, email) do nothing returning user_id`,
)

/** A new person. False when the tenant has a user with this address. */
export async function insertUser(tx: Tx, user: NewUser): Promise<boolean> {
  const { user_id, email, name, role, company_id, password_hash } = user
  return (await tx.query(add, user_id, email, name, role, company_id, password_hash)).length === 1
}

const setPassword = statement(
  'auth.update_user_password',
  'update app_user set password_hash = $3 where tenant_id = $1 and email = $2 returning user_id',
)

/** The user's id, or undefined when there is nobody with this address. */
export async function updateUserPassword(tx: Tx, email: string, hash: string): Promise<string | undefined> {
  const [row] = await tx.query<{ user_id: string }>(setPassword, email, hash)
  return row?.user_id
}

const setDisabled = statement(
  'auth.update_user_disabled',
  `update app_user u set is_disabled = $3
     from (select user_id, is_disabled from app_user where tenant_id = $1 and email = $2 for update) as old
    where u.tenant_id = $1 and u.user_id = old.user_id returning u.user_id, old.is_disabled as was_disabled`,
)

/** The user's id and what held before; undefined when there is nobody with this address. */
export async function updateUserDisabled(
  tx: Tx,
  email: string,
  isDisabled: boolean,
): Promise<{ user_id: string; was_disabled: boolean } | undefined> {
  const [row] = await tx.query<{ user_id: string; was_disabled: boolean }>(setDisabled, email, isDisabled)
  return row
}
