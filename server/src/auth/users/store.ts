import type { UserRole } from '@cartage/contract/endpoint'
import { statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'

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

/** Inserts a user. False if the tenant already has this address. */
export async function insertUser(tx: Tx, user: NewUser): Promise<boolean> {
  const { user_id, email, name, role, company_id, password_hash } = user
  return (await tx.query(add, user_id, email, name, role, company_id, password_hash)).length === 1
}

const setPassword = statement(
  'auth.update_user_password',
  'update app_user set password_hash = $3, is_invited = false where tenant_id = $1 and email = $2 returning user_id',
)

/** Returns the user's id, or undefined if there is no user with this address. */
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

/** Returns the user's id and previous state; undefined if there is no user with this address. */
export async function updateUserDisabled(
  tx: Tx,
  email: string,
  isDisabled: boolean,
): Promise<{ user_id: string; was_disabled: boolean } | undefined> {
  const [row] = await tx.query<{ user_id: string; was_disabled: boolean }>(setDisabled, email, isDisabled)
  return row
}

const invite = statement(
  'auth.insert_invited_user',
  `insert into app_user (tenant_id, user_id, email, name, role, company_id, password_hash, is_invited)
   values ($1, $2, $3, $4, $5, $6, '', true) on conflict (tenant_id, email) do nothing returning user_id`,
)

/** Inserts a user without a password. False if the tenant already has this address. */
export async function insertInvitedUser(tx: Tx, user: Omit<NewUser, 'password_hash'>): Promise<boolean> {
  const { user_id, email, name, role, company_id } = user
  return (await tx.query(invite, user_id, email, name, role, company_id)).length === 1
}

const setOwnPassword = statement(
  'auth.update_password_of_user',
  `update app_user set password_hash = $3, is_invited = false
    where tenant_id = $1 and user_id = $2 and not is_disabled returning email`,
)

/** Sets the password of an enabled user, which completes an invitation. False if there is none. */
export async function updatePasswordOfUser(tx: Tx, userId: string, hash: string): Promise<boolean> {
  return (await tx.query(setOwnPassword, userId, hash)).length === 1
}

/** Fields of a user that a Super admin may change. */
export interface UserFacts {
  name: string
  role: UserRole
  company_id: string | null
  is_disabled: boolean
}

const lock = statement(
  'auth.lock_user',
  'select name, role, company_id, is_disabled from app_user where tenant_id = $1 and user_id = $2 for update',
)

/** Current fields of a user, locked until the transaction ends; undefined if there is none. */
export async function userForUpdate(tx: Tx, userId: string): Promise<UserFacts | undefined> {
  const [row] = await tx.query<UserFacts>(lock, userId)
  return row
}

const lockAdmins = statement(
  'auth.lock_super_admins',
  `select user_id from app_user
    where tenant_id = $1 and role = 'SUPER_ADMIN' and not is_disabled and not is_invited order by user_id for update`,
)

/**
 * Ids of the Super admins who can log in, locked until the transaction ends, so two cannot revoke each other's role.
 */
export async function superAdminsForUpdate(tx: Tx): Promise<string[]> {
  return (await tx.query<{ user_id: string }>(lockAdmins)).map(({ user_id }) => user_id)
}

const change = statement(
  'auth.update_user',
  'update app_user set name = $3, role = $4, company_id = $5, is_disabled = $6 where tenant_id = $1 and user_id = $2',
)

/** Updates the fields of a user. */
export async function updateUser(tx: Tx, userId: string, facts: UserFacts): Promise<void> {
  await tx.query(change, userId, facts.name, facts.role, facts.company_id, facts.is_disabled)
}

const noteLogin = statement(
  'auth.update_last_login',
  'update app_user set last_login_at = now() where tenant_id = $1 and user_id = $2',
)

/** Records a login of a user. */
export async function updateLastLogin(tx: Tx, userId: string): Promise<void> {
  await tx.query(noteLogin, userId)
}
