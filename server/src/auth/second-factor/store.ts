import { statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'
import { deletePasskeysOfUser } from '../passkeys/store.ts'
import { updateSessionsUnproven } from '../sessions/store.ts'
import { hasFactor } from './views.ts'

/** The second factor of a user. */
export interface SecondFactor {
  secret_sealed: Buffer
  is_confirmed: boolean
  used_step: number
}

const lock = statement(
  'auth.lock_second_factor',
  `select secret_sealed, is_confirmed, used_step::float8 as used_step
     from second_factor where tenant_id = $1 and user_id = $2 for update`,
)

/** A user's second factor, locked until the transaction ends so that no code works twice; undefined for none. */
export async function secondFactorForUpdate(tx: Tx, userId: string): Promise<SecondFactor | undefined> {
  const [row] = await tx.query<SecondFactor>(lock, userId)
  return row
}

const begin = statement(
  'auth.insert_second_factor',
  `insert into second_factor (tenant_id, user_id, secret_sealed) values ($1, $2, $3)
   on conflict (tenant_id, user_id) do update set secret_sealed = excluded.secret_sealed, used_step = 0
    where not second_factor.is_confirmed
   returning user_id`,
)

/** Stores a secret that is not active yet. False if one is already active. */
export async function insertSecondFactor(tx: Tx, userId: string, sealed: Buffer): Promise<boolean> {
  return (await tx.query(begin, userId, sealed)).length === 1
}

const use = statement(
  'auth.update_second_factor',
  'update second_factor set used_step = $3, is_confirmed = true where tenant_id = $1 and user_id = $2',
)

/** Records the step of a correct code. The first one turns the factor on. */
export async function updateSecondFactorStep(tx: Tx, userId: string, step: number): Promise<void> {
  await tx.query(use, userId, step)
}

const dropCodes = statement(
  'auth.delete_recovery_codes',
  'delete from recovery_code where tenant_id = $1 and user_id = $2',
)
const addCodes = statement(
  'auth.insert_recovery_codes',
  'insert into recovery_code (tenant_id, user_id, digest) select $1, $2, unnest($3::bytea[])',
)

/** Replaces the recovery codes; `digests` from the vault. */
export async function replaceRecoveryCodes(tx: Tx, userId: string, digests: readonly Buffer[]): Promise<void> {
  await tx.query(dropCodes, userId)
  await tx.query(addCodes, userId, digests)
}

const useCode = statement(
  'auth.delete_recovery_code',
  'delete from recovery_code where tenant_id = $1 and user_id = $2 and digest = any($3::bytea[]) returning user_id',
)

/** Consumes a recovery code, matched by all digests it may be stored under. False if the user has no such code. */
export async function takeRecoveryCode(tx: Tx, userId: string, digests: readonly Buffer[]): Promise<boolean> {
  return (await tx.query(useCode, userId, digests)).length === 1
}

const drop = statement(
  'auth.delete_second_factor',
  'delete from second_factor where tenant_id = $1 and user_id = $2 returning is_confirmed',
)

/** Turns off the code app. True if it was on. */
export async function deleteCodeApp(tx: Tx, userId: string): Promise<boolean> {
  const [row] = await tx.query<{ is_confirmed: boolean }>(drop, userId)
  await settleSecondFactor(tx, userId)
  return row?.is_confirmed ?? false
}

/** Once neither app nor passkey is left, removes the recovery codes and the second-factor mark of sessions. */
export async function settleSecondFactor(tx: Tx, userId: string): Promise<void> {
  if (await hasFactor(tx, userId)) return
  await tx.query(dropCodes, userId)
  await updateSessionsUnproven(tx, userId)
}

/** Turns off the second factor: app, passkeys and recovery codes (PASSKEY-5). True if there was one. */
export async function deleteSecondFactor(tx: Tx, userId: string): Promise<boolean> {
  const hadPasskeys = await deletePasskeysOfUser(tx, userId)
  const hadApp = await deleteCodeApp(tx, userId)
  return hadPasskeys || hadApp
}

/** Removes the passkeys of a locked-out person (PASSKEY-5). */
export async function dropPasskeys(tx: Tx, userId: string): Promise<void> {
  if (await deletePasskeysOfUser(tx, userId)) await settleSecondFactor(tx, userId)
}
