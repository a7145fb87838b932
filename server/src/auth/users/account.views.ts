import type { Account } from '@cartage/contract/auth/app/account'
import type { Tx } from '../../db/tenant.ts'
import { listOwnProviders } from '../oidc/providers.views.ts'
import { findAccount } from '../second-factor/views.ts'
import { isVouched } from '../sessions/views.ts'
import { hasPassword } from './rules.ts'
import { findUserById } from './views.ts'

/** The caller's account for the account page; undefined if there is none. */
export async function describeAccount(tx: Tx, userId: string, sessionHash: Buffer): Promise<Account | undefined> {
  const [account, user, providers, vouched] = await Promise.all([
    findAccount(tx, userId),
    findUserById(tx, userId),
    listOwnProviders(tx, userId),
    isVouched(tx, sessionHash),
  ])
  if (account === undefined || user === undefined) return undefined
  const { has_passkey: _, ...shown } = account
  return { ...shown, has_password: hasPassword(user), is_confirmed: vouched, providers }
}
