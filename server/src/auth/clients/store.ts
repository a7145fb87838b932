import type { ApiRole } from '@cartage/contract/endpoint'
import { statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'

export interface NewClient {
  client_id: string
  integration_id: string
  name: string
  roles: readonly ApiRole[]
  company_id: string | null
}

export interface ClientRow {
  client_id: string
  api_client_id: string
  integration_id: string
  name: string
  roles: ApiRole[]
  company_id: string | null
  is_removed: boolean
  created_at: string
  last_used_at: string | null
}

const add = statement(
  'auth.insert_client',
  `insert into api_client (tenant_id, client_id, integration_id, name, roles, company_id)
   values ($1, $2, $3, $4, $5, $6)`,
)

/** @throws a foreign key error (23503) when the integration is unknown; the caller has checked it */
export async function insertClient(tx: Tx, client: NewClient): Promise<void> {
  const { client_id, integration_id, name, roles, company_id } = client
  await tx.query(add, client_id, integration_id, name, roles, company_id)
}

const addSecret = statement(
  'auth.insert_client_secret',
  'insert into api_client_secret (tenant_id, client_id, digest) values ($1, $2, $3)',
)

/** A further secret of a client; `digest` from the vault. */
export async function insertClientSecret(tx: Tx, clientId: string, digest: Buffer): Promise<void> {
  await tx.query(addSecret, clientId, digest)
}

const touch = statement(
  'auth.update_client_version',
  `update api_client set version = version + 1
    where tenant_id = $1 and client_id = $2 and not is_removed returning client_id`,
)

/** Makes every process read the client again. False when there is no such live client. */
export async function updateClientVersion(tx: Tx, clientId: string): Promise<boolean> {
  return (await tx.query(touch, clientId)).length === 1
}

const expire = statement(
  'auth.expire_client_secrets',
  `update api_client_secret set expires_at = least(expires_at, now() + make_interval(secs => $3))
    where tenant_id = $1 and client_id = $2`,
)

/** Ends the present secrets of a client after so many seconds; secrets that end sooner stay as they are. */
export async function expireClientSecrets(tx: Tx, clientId: string, seconds: number): Promise<void> {
  await tx.query(expire, clientId, seconds)
}

const dropExpired = statement(
  'auth.delete_expired_client_secrets',
  'delete from api_client_secret where tenant_id = $1 and client_id = $2 and expires_at <= now()',
)

/** Forgets the secrets that have ended. */
export async function deleteExpiredClientSecrets(tx: Tx, clientId: string): Promise<void> {
  await tx.query(dropExpired, clientId)
}

const countLive = statement(
  'auth.count_client_secrets',
  `select count(*)::integer as count from api_client_secret
    where tenant_id = $1 and client_id = $2 and (expires_at is null or expires_at > now())`,
)

/** How many secrets of a client work now. */
export async function countLiveClientSecrets(tx: Tx, clientId: string): Promise<number> {
  const [row] = await tx.query<{ count: number }>(countLive, clientId)
  return row!.count
}

const remove = statement(
  'auth.remove_client',
  `update api_client set is_removed = true, version = version + 1
    where tenant_id = $1 and client_id = $2 and not is_removed returning name, roles, integration_id, company_id`,
)

/** The client and its tokens are refused from the next request on. What it was; undefined when there is no such one. */
export async function removeClientRow(tx: Tx, clientId: string): Promise<Omit<NewClient, 'client_id'> | undefined> {
  const [removed] = await tx.query<Omit<NewClient, 'client_id'>>(remove, clientId)
  return removed
}

const markUsed = statement(
  'auth.update_client_last_used',
  'update api_client set last_used_at = now() where tenant_id = $1 and client_id = $2',
)

/** Notes that a token was issued. */
export async function updateClientLastUsed(tx: Tx, clientId: string): Promise<void> {
  await tx.query(markUsed, clientId)
}
