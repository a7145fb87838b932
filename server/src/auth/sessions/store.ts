import { statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'

/** Maximum idle time and lifetime of a session, in seconds (SESSION-1). */
export const idleSeconds = 1_800
export const absoluteSeconds = 43_200

const add = statement(
  'auth.insert_session',
  `insert into app_session (tenant_id, token_hash, user_id, csrf_token, address, user_agent, has_second_factor, provider_id,
     is_by_passkey, vouched_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, least($10::timestamptz, now()))`,
)

export interface NewSession {
  token_hash: Buffer
  user_id: string
  csrf_token: string
  /** Address and user agent of the login. */
  address: string
  user_agent: string
  /** Whether it was opened with a second factor, or by a provider that counts as one (FACTOR-2). */
  has_second_factor: boolean
  /** The authenticating provider; absent for a password sign-in. */
  provider_id?: string
  /** When the provider authenticated the person. */
  vouched_at?: string | null
  /** Whether it was opened with a passkey only. */
  is_by_passkey?: boolean
}

/** Inserts a session, which is live at once. */
export async function insertSession(tx: Tx, session: NewSession): Promise<void> {
  const { token_hash, user_id, csrf_token, address, user_agent, has_second_factor } = session
  const { provider_id = null, is_by_passkey = false, vouched_at = null } = session
  const facts = [token_hash, user_id, csrf_token, address, user_agent, has_second_factor]
  await tx.query(add, ...facts, provider_id, is_by_passkey, vouched_at)
}

const endOfProvider = statement(
  'auth.delete_sessions_of_connection',
  'delete from app_session where tenant_id = $1 and user_id = $2 and provider_id = $3',
)

/** Ends a user's sessions opened by a provider (SSO-12). */
export async function deleteSessionsByProvider(tx: Tx, userId: string, providerId: string): Promise<void> {
  await tx.query(endOfProvider, userId, providerId)
}

const touch = statement(
  'auth.update_session_used',
  `update app_session set used_at = now()
    where tenant_id = $1 and token_hash = $2 and used_at < now() - interval '1 minute'`,
)

/** Records that the session is in use, at most once a minute. */
export async function updateSessionUsed(tx: Tx, tokenHash: Buffer): Promise<void> {
  await tx.query(touch, tokenHash)
}

const end = statement('auth.delete_session', 'delete from app_session where tenant_id = $1 and token_hash = $2')

/** Ends one session. */
export async function deleteSession(tx: Tx, tokenHash: Buffer): Promise<void> {
  await tx.query(end, tokenHash)
}

const endAll = statement(
  'auth.delete_sessions_of_user',
  'delete from app_session where tenant_id = $1 and user_id = $2',
)

/** Ends every session of a user (SESSION-2). */
export async function deleteSessionsOfUser(tx: Tx, userId: string): Promise<void> {
  await tx.query(endAll, userId)
}

const endOne = statement(
  'auth.delete_session_by_id',
  'delete from app_session where tenant_id = $1 and user_id = $2 and session_id = $3 returning session_id',
)

/** Ends one session of a user. False when the user has no such session. */
export async function deleteSessionOfUser(tx: Tx, userId: string, sessionId: string): Promise<boolean> {
  return (await tx.query(endOne, userId, sessionId)).length === 1
}

const endOthers = statement(
  'auth.delete_other_sessions',
  'delete from app_session where tenant_id = $1 and user_id = $2 and token_hash <> $3',
)

/** Ends every session of a user but one. */
export async function deleteOtherSessions(tx: Tx, userId: string, tokenHash: Buffer): Promise<void> {
  await tx.query(endOthers, userId, tokenHash)
}

const prove = statement(
  'auth.update_session_proven',
  'update app_session set has_second_factor = true where tenant_id = $1 and token_hash = $2',
)

/** Records that the session has shown the second factor. */
export async function updateSessionProven(tx: Tx, tokenHash: Buffer): Promise<void> {
  await tx.query(prove, tokenHash)
}

const unprove = statement(
  'auth.update_sessions_unproven',
  'update app_session set has_second_factor = false where tenant_id = $1 and user_id = $2 and has_second_factor',
)

/** Clears the second-factor mark of all sessions of a user without a second factor (FACTOR-2). */
export async function updateSessionsUnproven(tx: Tx, userId: string): Promise<void> {
  await tx.query(unprove, userId)
}

const endOld = statement(
  'auth.delete_old_sessions',
  `delete from app_session
    where tenant_id = $1
      and (used_at < now() - make_interval(secs => $2) or started_at < now() - make_interval(secs => $3))`,
)

/** Deletes expired sessions of the tenant. */
export async function deleteOldSessions(tx: Tx): Promise<void> {
  await tx.query(endOld, idleSeconds, absoluteSeconds)
}
