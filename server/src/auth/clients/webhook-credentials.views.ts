import type { WebhookCredential } from '@cartage/contract/auth/app/clients'
import { statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'
import { instant } from '../../db/texts.ts'
import type { Partner } from '../../http/caller.ts'
import type { WebhookCredentialRow } from './webhook-credentials.store.ts'

/** SQL: partner that the credentials `w` are bound to, as JSON; null for none. */
export const partnerOf = (w: string) => `
  case when ${w}.company_id is not null then json_build_object('kind', 'COMPANY', 'key', ${w}.company_id)
       when ${w}.dispatch_destination_id is not null
       then json_build_object('kind', 'DESTINATION', 'key', ${w}.dispatch_destination_id)
       when ${w}.integration_code is not null
       then json_build_object('kind', 'TELEMATICS', 'key', ${w}.integration_code) end`

/** SQL: the same partner with the name of the company or destination. */
const namedPartnerOf = (w: string) => `
  case when ${w}.company_id is not null
       then json_build_object('kind', 'COMPANY', 'key', ${w}.company_id, 'name',
              (select c.name from company c where c.tenant_id = $1 and c.company_id = ${w}.company_id))
       when ${w}.dispatch_destination_id is not null
       then json_build_object('kind', 'DESTINATION', 'key', ${w}.dispatch_destination_id, 'name',
              (select d.name from dispatch_destination d
                where d.tenant_id = $1 and d.dispatch_destination_id = ${w}.dispatch_destination_id))
       when ${w}.integration_code is not null
       then json_build_object('kind', 'TELEMATICS', 'key', ${w}.integration_code, 'name', ${w}.integration_code) end`

const selectPartner = statement(
  'auth.select_partner',
  `select ${partnerOf('w')} as partner from webhook_credential w where w.tenant_id = $1 and w.client_id = $2`,
)

/** Partner that webhook credentials are bound to, including removed credentials; undefined for none. */
export async function findPartner(tx: Tx, clientId: string): Promise<Partner | undefined> {
  const [row] = await tx.query<{ partner: Partner | null }>(selectPartner, clientId)
  return row?.partner ?? undefined
}

const isKnown = {
  COMPANY: statement(
    'auth.is_company_to_bind',
    'select 1 from company where tenant_id = $1 and company_id = $2::uuid and not is_archived',
  ),
  DESTINATION: statement(
    'auth.is_destination_to_bind',
    `select 1 from dispatch_destination
      where tenant_id = $1 and dispatch_destination_id = $2::uuid and not is_archived`,
  ),
}

/** Whether credentials may be bound to a partner: one in use, or any code of a source. */
export async function isPartner(tx: Tx, { kind, key }: Partner): Promise<boolean> {
  return kind === 'TELEMATICS' || (await tx.query(isKnown[kind], key)).length === 1
}

const list = statement(
  'auth.list_webhook_credentials',
  `select w.client_id, w.webhook_credential_id, w.name, ${namedPartnerOf('w')} as partner,
          ${instant('w.created_at')} as created_at
     from webhook_credential w where w.tenant_id = $1 and not w.is_removed order by w.created_at, w.client_id`,
)

/** The tenant's webhook credentials, oldest first, without secrets. Removed ones are left out. */
export function listWebhookCredentials(tx: Tx): Promise<WebhookCredentialRow[]> {
  return tx.query<WebhookCredentialRow>(list)
}

const listed = statement(
  'auth.list_webhook_credentials_for_screen',
  `select w.client_id, w.name, ${namedPartnerOf('w')} as partner,
          ${instant('w.created_at')} as created_at,
          ${instant('used.minute')} as last_used_at,
          (select coalesce(json_agg(json_build_object(
                    'created_at', ${instant('s.created_at')},
                    'expires_at', ${instant('s.expires_at')})
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

/** Webhook credentials for the settings, with their last use and the start and end of each live secret. */
export function listWebhookCredentialsWithSecrets(tx: Tx): Promise<WebhookCredential[]> {
  return tx.query<WebhookCredential>(listed)
}
