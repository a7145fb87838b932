import type { Context } from '../../context.ts'
import { statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'
import { challengeSeconds } from './rules.ts'

/** Stores a challenge until it is answered, with `asker` if it adds a passkey. Expired challenges are deleted. */
export async function insertChallenge(ctx: Context, digest: Buffer, asker: Buffer | null): Promise<void> {
  await ctx.db.shared.query({
    name: 'auth.delete_old_challenges',
    text: `delete from passkey_challenge where challenge_hash in (
             select challenge_hash from passkey_challenge where ends_at < now() order by ends_at limit 20 for update skip locked)`,
    values: [],
  })
  await ctx.db.shared.query({
    name: 'auth.insert_challenge',
    text: 'insert into passkey_challenge (challenge_hash, asker_hash, ends_at) values ($1, $2, now() + make_interval(secs => $3))',
    values: [digest, asker, challengeSeconds],
  })
}

/** Consumes a challenge. True if it existed for this asker and had not expired (PASSKEY-2). */
export async function takeChallenge(ctx: Context, digest: Buffer, asker: Buffer | null): Promise<boolean> {
  const { rows } = await ctx.db.shared.query<{ fits: boolean }>({
    name: 'auth.take_challenge',
    text: `delete from passkey_challenge where challenge_hash = $1
           returning ends_at > now() and asker_hash is not distinct from $2 as fits`,
    values: [digest, asker],
  })
  return rows[0]?.fits === true
}

/** Data for checking a signature. */
export interface StoredPasskey {
  passkey_id: string
  public_key: Buffer
  counter: number
}

const lock = statement(
  'auth.lock_passkey',
  `select passkey_id, public_key, counter::float8 as counter
     from passkey where tenant_id = $1 and credential_id = $2 and user_id = $3 for update`,
)

/** A person's passkey, locked until the transaction ends; undefined if there is none. */
export async function passkeyForUpdate(tx: Tx, userId: string, id: Buffer): Promise<StoredPasskey | undefined> {
  const [row] = await tx.query<StoredPasskey>(lock, id, userId)
  return row
}

const use = statement(
  'auth.update_passkey_used',
  'update passkey set counter = $4, last_used_at = now() where tenant_id = $1 and user_id = $2 and passkey_id = $3',
)

/** Records the use of a passkey and its device counter. */
export async function updatePasskeyUsed(tx: Tx, userId: string, passkeyId: string, counter: number): Promise<void> {
  await tx.query(use, userId, passkeyId, counter)
}

export interface NewPasskeyRow {
  passkey_id: string
  user_id: string
  credential_id: Buffer
  public_key: Buffer
  counter: number
  transports: readonly string[]
  name: string
}

const add = statement(
  'auth.insert_passkey',
  `insert into passkey (tenant_id, user_id, passkey_id, credential_id, public_key, counter, transports, name)
   values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict (tenant_id, credential_id) do nothing returning passkey_id`,
)

/** Inserts a passkey. False if the tenant already has this credential. */
export async function insertPasskey(tx: Tx, row: NewPasskeyRow): Promise<boolean> {
  const { user_id, passkey_id, credential_id, public_key, counter, transports, name } = row
  return (await tx.query(add, user_id, passkey_id, credential_id, public_key, counter, transports, name)).length === 1
}

const drop = statement(
  'auth.delete_passkey',
  'delete from passkey where tenant_id = $1 and user_id = $2 and passkey_id = $3 returning name',
)

/** Removes a passkey. Returns its name, or undefined if the person has no such passkey. */
export async function deletePasskey(tx: Tx, userId: string, passkeyId: string): Promise<string | undefined> {
  const [row] = await tx.query<{ name: string }>(drop, userId, passkeyId)
  return row?.name
}

const dropAll = statement(
  'auth.delete_passkeys_of_user',
  'delete from passkey where tenant_id = $1 and user_id = $2 returning passkey_id',
)

/** Removes all passkeys of a person (PASSKEY-5). True if there were any. */
export async function deletePasskeysOfUser(tx: Tx, userId: string): Promise<boolean> {
  return (await tx.query(dropAll, userId)).length > 0
}
