import { statement } from '../db/statement.ts'
import type { Tx } from '../db/tenant.ts'
import type { ClientRow } from './clients.store.ts'

const list = statement(
  'auth.list_clients',
  `select c.client_id, c.api_client_id, c.integration_id, c.name, c.roles, c.company_id, c.is_removed,
          to_char(c.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as created_at,
          to_char(c.last_used_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as last_used_at
     from api_client c where c.tenant_id = $1 and not c.is_removed order by c.created_at, c.client_id`,
)

/** The tenant's API clients, oldest first, without removed ones and without secrets. */
export function listClients(tx: Tx): Promise<ClientRow[]> {
  return tx.query<ClientRow>(list)
}
