import { statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'
import { instant } from '../../db/texts.ts'

/** Seconds a person has to return from the provider (SSO-1). */
export const attemptSeconds = 600

/** A sign-in in progress. */
export interface SignInAttempt {
  provider_id: string
  state: string
  nonce: string
  verifier: string
  return_to: string | null
  keeps_session: boolean
  /** The user, once only the second-factor code is missing. */
  user_id: string | null
  proof: object | null
  /** The signed-in user who signs in again (SSO-11). */
  asked_by: string | null
  /** When the provider authenticated the person; null if it did not report it. */
  vouched_at: string | null
}

const forget = statement(
  'auth.delete_old_sign_in_attempts',
  'delete from sign_in_attempt where tenant_id = $1 and expires_at <= now()',
)
const add = statement(
  'auth.insert_sign_in_attempt',
  `insert into sign_in_attempt (tenant_id, cookie_hash, provider_id, state, nonce, verifier, return_to, keeps_session, user_id, proof,
     asked_by, vouched_at, expires_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10::jsonb, $11, $12, now() + make_interval(secs => $13))`,
)

/** Stores a sign-in for ten minutes and deletes expired ones of the tenant. */
export async function insertAttempt(tx: Tx, cookieHash: Buffer, attempt: SignInAttempt): Promise<void> {
  const { provider_id, state, nonce, verifier, return_to, keeps_session, user_id, proof, asked_by, vouched_at } =
    attempt
  await tx.query(forget)
  const values = [cookieHash, provider_id, state, nonce, verifier, return_to, keeps_session, user_id]
  const rest = [proof === null ? null : JSON.stringify(proof), asked_by, vouched_at]
  await tx.query(add, ...values, ...rest, attemptSeconds)
}

const columns = `provider_id, state, nonce, verifier, return_to, keeps_session, user_id, proof, asked_by,
  ${instant('vouched_at')} as vouched_at`

const take = statement(
  'auth.delete_sign_in_attempt',
  `with taken as (
     delete from sign_in_attempt where tenant_id = $1 and cookie_hash = $2 and expires_at > now() and user_id is null
     returning provider_id, state, nonce, verifier, return_to, keeps_session, user_id, proof, asked_by, vouched_at
   ) select ${columns} from taken`,
)

/**
 * Consumes a sign-in before its answer is examined, so of two concurrent answers only one counts. Undefined if there is
 * none.
 */
export async function takeAttempt(tx: Tx, cookieHash: Buffer): Promise<SignInAttempt | undefined> {
  const [row] = await tx.query<SignInAttempt>(take, cookieHash)
  return row
}

const lockWaiting = statement(
  'auth.lock_sign_in_attempt',
  `select ${columns}
     from sign_in_attempt
    where tenant_id = $1 and cookie_hash = $2 and expires_at > now() and user_id is not null for update`,
)

/** A sign-in waiting for a code, locked until the transaction ends. */
export async function waitingAttemptForUpdate(tx: Tx, cookieHash: Buffer): Promise<SignInAttempt | undefined> {
  const [row] = await tx.query<SignInAttempt>(lockWaiting, cookieHash)
  return row
}

const end = statement(
  'auth.end_sign_in_attempt',
  'delete from sign_in_attempt where tenant_id = $1 and cookie_hash = $2',
)

/** Deletes a completed sign-in. */
export async function deleteAttempt(tx: Tx, cookieHash: Buffer): Promise<void> {
  await tx.query(end, cookieHash)
}
