import { statement } from '../db/statement.ts'
import type { Tx } from '../db/tenant.ts'
import type { WebhookCredentialRow } from './webhook-credentials.store.ts'

const list = statement(
  'auth.list_webhook_credentials',
  `select w.client_id, w.webhook_credential_id, w.name,
          to_char(w.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as created_at
     from webhook_credential w where w.tenant_id = $1 and not w.is_removed order by w.created_at, w.client_id`,
)

/** The tenant's webhook credentials, oldest first, without removed ones and without secrets. */
export function listWebhookCredentials(tx: Tx): Promise<WebhookCredentialRow[]> {
  return tx.query<WebhookCredentialRow>(list)
}
