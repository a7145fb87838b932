import type { WebhookCredential } from '@cartage/contract/app/clients'
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

const listed = statement(
  'auth.list_webhook_credentials_for_screen',
  `select w.client_id, w.name,
          to_char(w.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as created_at,
          to_char(used.minute at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as last_used_at,
          (select coalesce(json_agg(json_build_object(
                    'created_at', to_char(s.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
                    'expires_at', to_char(s.expires_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'))
                    order by s.created_at), '[]')
             from webhook_secret s
            where s.tenant_id = $1 and s.client_id = w.client_id
              and (s.expires_at is null or s.expires_at > now())) as secrets
     from webhook_credential w
     left join (
       select u.client_id, max(u.minute) as minute from usage_minute u
        where u.tenant_id = $1 and u.category = 'webhook' group by u.client_id
     ) used on used.client_id = w.client_id
    where w.tenant_id = $1 and not w.is_removed order by w.created_at, w.client_id`,
)

/** The same as the settings show them: with their last use, and when each live secret was made and ends. */
export function listWebhookCredentialsWithSecrets(tx: Tx): Promise<WebhookCredential[]> {
  return tx.query<WebhookCredential>(listed)
}
