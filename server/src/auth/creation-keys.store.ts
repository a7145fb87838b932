import { statement } from '../db/statement.ts'
import type { Tx } from '../db/tenant.ts'

/** A creating request under its caller's key. */
export interface CreationKey {
  /** Id of the user or API client; stored as `user_id`. */
  caller_id: string
  idempotency_key: string
  operation: string
  request_digest: Buffer
}

/** State of the first request under a key. */
export interface FirstRequest {
  operation: string
  request_digest: Buffer
  /** Sealed; null while it runs, or if it ended without an answer. */
  answer_sealed: Buffer | null
  /** False once it has exceeded the time limit of a request, or ended with an unknown outcome. */
  may_still_run: boolean
}

/** Upper limit for the duration of a request. */
const longestSeconds = 310

const claim = statement(
  'auth.insert_creation_key',
  `insert into creation_key (tenant_id, user_id, idempotency_key, operation, request_digest)
   values ($1, $2, $3, $4, $5) on conflict do nothing returning true as is_first`,
)

/** Claims a key for a request that is about to run. False if already taken. */
export async function insertCreationKey(tx: Tx, key: CreationKey): Promise<boolean> {
  const { caller_id, idempotency_key, operation, request_digest } = key
  return (await tx.query(claim, caller_id, idempotency_key, operation, request_digest)).length === 1
}

const find = statement(
  'auth.find_creation_key',
  `select operation, request_digest, answer_sealed,
          not is_outcome_unknown and created_at > now() - make_interval(secs => ${longestSeconds}) as may_still_run
     from creation_key where tenant_id = $1 and user_id = $2 and idempotency_key = $3`,
)

/** The first request under a key; undefined if it was refused meanwhile and changed nothing. */
export async function findFirstRequest(tx: Tx, callerId: string, key: string): Promise<FirstRequest | undefined> {
  const [row] = await tx.query<FirstRequest>(find, callerId, key)
  return row
}

const keep = statement(
  'auth.update_creation_answer',
  `update creation_key set answer_sealed = $4
    where tenant_id = $1 and user_id = $2 and idempotency_key = $3`,
)

/** Stores the answer for repeats. */
export async function keepAnswer(tx: Tx, callerId: string, key: string, sealed: Buffer): Promise<void> {
  await tx.query(keep, callerId, key, sealed)
}

const release = statement(
  'auth.delete_creation_key',
  `delete from creation_key
    where tenant_id = $1 and user_id = $2 and idempotency_key = $3 and answer_sealed is null`,
)

/** Releases the key of a request that changed nothing. */
export async function releaseKey(tx: Tx, callerId: string, key: string): Promise<void> {
  await tx.query(release, callerId, key)
}

const markUnknown = statement(
  'auth.update_creation_outcome',
  `update creation_key set is_outcome_unknown = true
    where tenant_id = $1 and user_id = $2 and idempotency_key = $3`,
)

/** Marks a request that may have created something without an answer, so it never runs again. */
export async function keepUnknown(tx: Tx, callerId: string, key: string): Promise<void> {
  await tx.query(markUnknown, callerId, key)
}

const forget = statement(
  'auth.delete_old_creation_keys',
  `delete from creation_key k using (
     select user_id, idempotency_key from creation_key
      where tenant_id = $1 and created_at < now() - interval '1 day' order by created_at limit 100
   ) old
    where k.tenant_id = $1 and k.user_id = old.user_id and k.idempotency_key = old.idempotency_key`,
)

/** Deletes answers older than a day. Their keys can then be used again. */
export async function forgetOldKeys(tx: Tx): Promise<void> {
  await tx.query(forget)
}
