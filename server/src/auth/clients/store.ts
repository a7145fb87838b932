import type { ClientAccess } from '@cartage/contract/auth/app/clients'
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
  allowed_networks: string[]
  last_day: string | null
  is_removed: boolean
  created_at: string
  last_used_at: string | null
}

const add = statement(
  'auth.insert_client',
  `insert into api_client (tenant_id, client_id, integration_id, name, roles, company_id)
   values ($1, $2, $3, $4, $5, $6)`,
)

/** @throws a foreign key error (23503) for an unknown integration, which the caller has checked */
export async function insertClient(tx: Tx, client: NewClient): Promise<void> {
  const { client_id, integration_id, name, roles, company_id } = client
  await tx.query(add, client_id, integration_id, name, roles, company_id)
}

const remove = statement(
  'auth.remove_client',
  `update api_client set is_removed = true, version = version + 1
    where tenant_id = $1 and client_id = $2 and not is_removed returning name, roles, integration_id, company_id`,
)

/**
 * Removes a client. It and its tokens are refused from the next request on. Returns the old row, or undefined if there
 * is none.
 */
export async function removeClientRow(tx: Tx, clientId: string): Promise<Omit<NewClient, 'client_id'> | undefined> {
  const [removed] = await tx.query<Omit<NewClient, 'client_id'>>(remove, clientId)
  return removed
}

const markUsed = statement(
  'auth.update_client_last_used',
  'update api_client set last_used_at = now() where tenant_id = $1 and client_id = $2',
)

/** Records that a token was issued. */
export async function updateClientLastUsed(tx: Tx, clientId: string): Promise<void> {
  await tx.query(markUsed, clientId)
}

const access = statement(
  'auth.update_client_access',
  `update api_client c set allowed_networks = $3, last_day = $4::date, version = c.version + 1
     from (select client_id, allowed_networks, to_char(last_day, 'YYYY-MM-DD') as last_day from api_client
            where tenant_id = $1 and client_id = $2 and not is_removed for update) as old
    where c.tenant_id = $1 and c.client_id = old.client_id
    returning old.allowed_networks, old.last_day`,
)

/**
 * Sets the networks and end time of a client, from the next request on. Returns the old values, or undefined if there
 * is none.
 */
export async function updateClientAccess(
  tx: Tx,
  clientId: string,
  { allowed_networks, last_day }: ClientAccess,
): Promise<ClientAccess | undefined> {
  const [before] = await tx.query<ClientAccess>(access, clientId, allowed_networks, last_day)
  return before
}
