import { statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'
import { Problem } from '../../http/problem.ts'
import { deleteIdentitiesOfUser } from '../oidc/providers.store.ts'
import { deleteSecondFactor } from '../second-factor/store.ts'
import { deleteSessionsOfUser } from '../sessions/store.ts'
import { deleteLinksOfUser } from './links.store.ts'

const lock = statement(
  'auth.lock_user_to_erase',
  'select email, is_disabled from app_user where tenant_id = $1 and user_id = $2 for update',
)
const erase = statement(
  'auth.erase_user',
  `update app_user set name = $3, email = $4, password_hash = '', is_invited = false, last_login_at = null
    where tenant_id = $1 and user_id = $2`,
)

/**
 * Replaces the name and address of a disabled user with a mark. The user can never log in again.
 * @returns the previous address
 * @throws Problem not_found; person_present for a user who may log in
 */
export async function eraseUser(tx: Tx, userId: string, mark: string): Promise<string> {
  const [user] = await tx.query<{ email: string; is_disabled: boolean }>(lock, userId)
  if (!user) throw new Problem('not_found')
  if (!user.is_disabled) throw new Problem('person_present')
  // RFC 2606: no address exists under .invalid.
  await tx.query(erase, userId, mark, `${userId}@erased.invalid`)
  await Promise.all([
    deleteSessionsOfUser(tx, userId),
    deleteLinksOfUser(tx, userId),
    deleteSecondFactor(tx, userId),
    deleteIdentitiesOfUser(tx, userId),
  ])
  return user.email
}
