import type { ApiClient } from '@cartage/contract/auth/app/clients'
import { statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'
import { instant } from '../../db/texts.ts'
import type { ClientRow } from './store.ts'

const list = statement(
  'auth.list_clients',
  `select c.client_id, c.api_client_id, c.integration_id, c.name, c.roles, c.company_id, c.is_removed,
          c.allowed_networks, to_char(c.last_day, 'YYYY-MM-DD') as last_day,
          ${instant('c.created_at')} as created_at,
          ${instant('c.last_used_at')} as last_used_at
     from api_client c where c.tenant_id = $1 and not c.is_removed order by c.created_at, c.client_id`,
)

/** The tenant's API clients, oldest first, without secrets. Removed clients are left out. */
export function listClients(tx: Tx): Promise<ClientRow[]> {
  return tx.query<ClientRow>(list)
}

const listed = statement(
  'auth.list_clients_for_screen',
  `select c.client_id, c.name, c.integration_id, i.name as integration_name, c.roles, c.company_id,
          (select m.name from company m where m.tenant_id = $1 and m.company_id = c.company_id) as company_name,
          c.allowed_networks, to_char(c.last_day, 'YYYY-MM-DD') as last_day,
          ${instant('c.created_at')} as created_at,
          ${instant('c.last_used_at')} as last_used_at,
          (select coalesce(json_agg(json_build_object(
                    'created_at', ${instant('s.created_at')},
                    'expires_at', ${instant('s.expires_at')})
                    order by s.created_at), '[]')
             from api_client_secret s
            where s.tenant_id = $1 and s.client_id = c.client_id
              and (s.expires_at is null or s.expires_at > now())) as secrets
     from api_client c join integration i on i.integration_id = c.integration_id
    where c.tenant_id = $1 and not c.is_removed order by c.created_at, c.client_id`,
)

/** API clients for the settings, with names and the start and end of each live secret. */
export function listClientsWithSecrets(tx: Tx): Promise<ApiClient[]> {
  return tx.query<ApiClient>(listed)
}
