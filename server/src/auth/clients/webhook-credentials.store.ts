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

/** Inserts webhook credentials, optionally bound to a partner. */
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

/** Binds credentials to a partner, or to none, from the next request on. */
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

/** Locks live credentials. False if there are none. */
export async function lockWebhookCredential(tx: Tx, clientId: string): Promise<boolean> {
  return (await tx.query(lock, clientId)).length === 1
}

const remove = statement(
  'auth.remove_webhook_credential',
  `update webhook_credential set is_removed = true, version = version + 1
    where tenant_id = $1 and client_id = $2 and not is_removed returning name`,
)

/**
 * Removes credentials, which are refused from the next request on. Returns their old name, or undefined if there are no
 * live ones.
 */
export async function removeWebhookCredentialRow(tx: Tx, clientId: string): Promise<{ name: string } | undefined> {
  const [removed] = await tx.query<{ name: string }>(remove, clientId)
  return removed
}
