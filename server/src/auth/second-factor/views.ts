import { statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'

/** SQL condition: the user has an app or a passkey; `user` is the alias of app_user. */
export function hasSecondFactor(user: string): string {
  return `(${hasCodeApp(user)} or ${hasPasskey(user)})`
}

function hasCodeApp(user: string): string {
  return `exists (select from second_factor f
                   where f.tenant_id = $1 and f.user_id = ${user}.user_id and f.is_confirmed)`
}

/** SQL condition: the user has a passkey; `user` is the alias of app_user. */
export function hasPasskey(user: string): string {
  return `exists (select from passkey p where p.tenant_id = $1 and p.user_id = ${user}.user_id)`
}

/** The caller's account for the account page. */
export interface AccountRow {
  email: string
  has_second_factor: boolean
  has_code_app: boolean
  has_passkey: boolean
  recovery_codes_left: number
}

const find = statement(
  'auth.find_account',
  `select u.email,
          ${hasSecondFactor('u')} as has_second_factor, ${hasCodeApp('u')} as has_code_app, ${hasPasskey('u')} as has_passkey,
          (select count(*)::integer from recovery_code r
            where r.tenant_id = $1 and r.user_id = u.user_id) as recovery_codes_left
     from app_user u where u.tenant_id = $1 and u.user_id = $2`,
)

/** Address and second factor of a user; undefined if there is none. */
export async function findAccount(tx: Tx, userId: string): Promise<AccountRow | undefined> {
  const [row] = await tx.query<AccountRow>(find, userId)
  return row
}

/** Whether a user has a second factor. */
export async function hasFactor(tx: Tx, userId: string): Promise<boolean> {
  return (await findAccount(tx, userId))?.has_second_factor ?? false
}
