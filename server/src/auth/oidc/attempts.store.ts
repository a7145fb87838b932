import { statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'
import { instant } from '../../db/texts.ts'

/** Seconds a person has to come back from the provider (SSO-1). */
export const attemptSeconds = 600

/** A sign-in that is on its way. */
export interface SignInAttempt {
  provider_id: string
  state: string
  nonce: string
  verifier: string
  return_to: string | null
  keeps_session: boolean
  /** Who it is, once only a code of the second factor is lacking. */
  user_id: string | null
  proof: object | null
  /** Who is signed in already and signs in again (SSO-11). */
  asked_by: string | null
  /** When the provider had the person prove who it is; null when it did not say. */
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

/** Remembers a sign-in for ten minutes, and forgets those of the tenant whose time is over. */
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

/** Uses a sign-in up, before its answer is looked at: of two answers at once one counts. Undefined when there is none. */
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

/** A sign-in that waits for a code, held until the transaction ends. */
export async function waitingAttemptForUpdate(tx: Tx, cookieHash: Buffer): Promise<SignInAttempt | undefined> {
  const [row] = await tx.query<SignInAttempt>(lockWaiting, cookieHash)
  return row
}

const end = statement(
  'auth.end_sign_in_attempt',
  'delete from sign_in_attempt where tenant_id = $1 and cookie_hash = $2',
)

/** Ends a sign-in that has succeeded. */
export async function deleteAttempt(tx: Tx, cookieHash: Buffer): Promise<void> {
  await tx.query(end, cookieHash)
}
