import { statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'
import type { Partner } from '../../http/caller.ts'

export interface WebhookCredentialRow {
  client_id: string
  webhook_credential_id: string
  name: string
  partner: (Partner & { name: string | null }) | null
  created_at: string
}

const add = statement(
  'auth.insert_webhook_credential',
  `insert into webhook_credential (tenant_id, client_id, name, company_id, dispatch_destination_id, integration_code)
   values ($1, $2, $3, $4::uuid, $5::uuid, $6)`,
)

/** Credentials for inbound webhooks, bound to a partner or to no one. */
export async function insertWebhookCredential(
  tx: Tx,
  clientId: string,
  name: string,
  partner: Partner | null,
): Promise<void> {
  await tx.query(add, clientId, name, ...columnsOf(partner))
}

const bind = statement(
  'auth.bind_webhook_credential',
  `update webhook_credential set company_id = $3::uuid, dispatch_destination_id = $4::uuid, integration_code = $5,
          version = version + 1
    where tenant_id = $1 and client_id = $2 and not is_removed`,
)

/** Binds credentials to a partner, or to no one, from the next request on. */
export async function updateWebhookPartner(tx: Tx, clientId: string, partner: Partner | null): Promise<void> {
  await tx.query(bind, clientId, ...columnsOf(partner))
}

function columnsOf(partner: Partner | null) {
  const of = (kind: Partner['kind']) => (partner?.kind === kind ? partner.key : null)
  return [of('COMPANY'), of('DESTINATION'), of('TELEMATICS')]
}

const lock = statement(
  'auth.lock_webhook_credential',
  'select name from webhook_credential where tenant_id = $1 and client_id = $2 and not is_removed for update',
)

/** Locks live credentials. False when there are none. */
export async function lockWebhookCredential(tx: Tx, clientId: string): Promise<boolean> {
  return (await tx.query(lock, clientId)).length === 1
}

const addSecret = statement(
  'auth.insert_webhook_secret',
  'insert into webhook_secret (tenant_id, client_id, digest) values ($1, $2, $3)',
)

/** A further secret of webhook credentials; `digest` from the vault. */
export async function insertWebhookSecret(tx: Tx, clientId: string, digest: Buffer): Promise<void> {
  await tx.query(addSecret, clientId, digest)
}

const touch = statement(
  'auth.update_webhook_version',
  `update webhook_credential set version = version + 1
    where tenant_id = $1 and client_id = $2 and not is_removed returning client_id`,
)

/** Makes every process read the credentials again. False when there are no such live ones. */
export async function updateWebhookVersion(tx: Tx, clientId: string): Promise<boolean> {
  return (await tx.query(touch, clientId)).length === 1
}

const expire = statement(
  'auth.expire_webhook_secrets',
  `update webhook_secret set expires_at = least(expires_at, now() + make_interval(secs => $3))
    where tenant_id = $1 and client_id = $2`,
)

/** Ends the present secrets after so many seconds; secrets that end sooner stay as they are. */
export async function expireWebhookSecrets(tx: Tx, clientId: string, seconds: number): Promise<void> {
  await tx.query(expire, clientId, seconds)
}

const dropExpired = statement(
  'auth.delete_expired_webhook_secrets',
  'delete from webhook_secret where tenant_id = $1 and client_id = $2 and expires_at <= now()',
)

/** Forgets the secrets that have ended. */
export async function deleteExpiredWebhookSecrets(tx: Tx, clientId: string): Promise<void> {
  await tx.query(dropExpired, clientId)
}

const countLive = statement(
  'auth.count_webhook_secrets',
  `select count(*)::integer as count from webhook_secret
    where tenant_id = $1 and client_id = $2 and (expires_at is null or expires_at > now())`,
)

/** How many secrets work now. */
export async function countLiveWebhookSecrets(tx: Tx, clientId: string): Promise<number> {
  const [row] = await tx.query<{ count: number }>(countLive, clientId)
  return row!.count
}

const remove = statement(
  'auth.remove_webhook_credential',
  `update webhook_credential set is_removed = true, version = version + 1
    where tenant_id = $1 and client_id = $2 and not is_removed returning name`,
)

/** Refused from the next request on. What they were; undefined when there are no such live credentials. */
export async function removeWebhookCredentialRow(tx: Tx, clientId: string): Promise<{ name: string } | undefined> {
  const [removed] = await tx.query<{ name: string }>(remove, clientId)
  return removed
}
