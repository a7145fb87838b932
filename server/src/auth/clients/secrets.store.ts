import { statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'

/** Secrets of one kind of credentials. There are two during a rotation. */
export interface Secrets {
  /** Adds a secret; `digest` from the vault. */
  add(tx: Tx, clientId: string, digest: Buffer): Promise<void>
  /** Replaces the digest of a secret with one under a newer pepper. */
  replace(tx: Tx, clientId: string, digests: { old: Buffer; new: Buffer }): Promise<void>
  /** Makes every process reload the credentials. False if there are no live ones. */
  renew(tx: Tx, clientId: string): Promise<boolean>
  /** Ends the current secrets after this many seconds, unless they end sooner. */
  expire(tx: Tx, clientId: string, seconds: number): Promise<void>
  /** Deletes expired secrets. */
  removeExpired(tx: Tx, clientId: string): Promise<void>
  /** Number of secrets that work now. */
  countLive(tx: Tx, clientId: string): Promise<number>
}

/** @param name prefix of the statement names; `owner` and `table` hold the credentials and their secrets */
function secretsOf(name: 'client' | 'webhook', owner: string, table: string): Secrets {
  const add = statement(
    `auth.insert_${name}_secret`,
    `insert into ${table} (tenant_id, client_id, digest) values ($1, $2, $3)`,
  )
  const replace = statement(
    `auth.update_${name}_digest`,
    `update ${table} set digest = $4 where tenant_id = $1 and client_id = $2 and digest = $3`,
  )
  const renew = statement(
    `auth.update_${name}_version`,
    `update ${owner} set version = version + 1
      where tenant_id = $1 and client_id = $2 and not is_removed returning client_id`,
  )
  const expire = statement(
    `auth.expire_${name}_secrets`,
    `update ${table} set expires_at = least(expires_at, now() + make_interval(secs => $3))
      where tenant_id = $1 and client_id = $2`,
  )
  const removeExpired = statement(
    `auth.delete_expired_${name}_secrets`,
    `delete from ${table} where tenant_id = $1 and client_id = $2 and expires_at <= now()`,
  )
  const countLive = statement(
    `auth.count_${name}_secrets`,
    `select count(*)::integer as count from ${table}
      where tenant_id = $1 and client_id = $2 and (expires_at is null or expires_at > now())`,
  )
  return {
    async add(tx, clientId, digest) {
      await tx.query(add, clientId, digest)
    },
    async replace(tx, clientId, digests) {
      await tx.query(replace, clientId, digests.old, digests.new)
    },
    renew: async (tx, clientId) => (await tx.query(renew, clientId)).length === 1,
    async expire(tx, clientId, seconds) {
      await tx.query(expire, clientId, seconds)
    },
    async removeExpired(tx, clientId) {
      await tx.query(removeExpired, clientId)
    },
    countLive: async (tx, clientId) => (await tx.query<{ count: number }>(countLive, clientId))[0]!.count,
  }
}

/** Secrets of API clients. */
export const clientSecrets = secretsOf('client', 'api_client', 'api_client_secret')

/** Secrets of webhook credentials. */
export const webhookSecrets = secretsOf('webhook', 'webhook_credential', 'webhook_secret')
