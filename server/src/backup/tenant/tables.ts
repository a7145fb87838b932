import type pg from 'pg'
import { listTables, type TableFacts } from '../../db/tables.ts'
import { setTenant } from '../../db/tenant.ts'
import { BackupError } from '../files.ts'

/** What an export of one tenant holds of tables that belong to the installation, as conditions on their rows. */
const shared: Readonly<Record<string, (tenantId: string) => string>> = {
  tenant: (tenantId) => `tenant_id = '${tenantId}'`,
  // The programs of its API clients: other tenants may have clients of the same program.
  integration: (tenantId) =>
    `integration_id in (select integration_id from api_client where tenant_id = '${tenantId}')`,
}

/** What belongs to the installation alone. */
const installation: readonly string[] = [
  'operator_setting',
  'signing_key',
  'removed_tenant',
  'key_set_aside',
  'failed_attempt',
  'passkey_challenge',
  // Processes that run: none of them has permits of a tenant that is brought back.
  'rate_holder',
]

/** The tables of an export, each after those its foreign keys point at. */
export interface TenantTables {
  /** Behind row security: every row of the tenant belongs to it. */
  own: TableFacts[]
  /** Of the installation, with the rows that the tenant needs. */
  shared: { facts: TableFacts; where: string }[]
}

/**
 * Sorts the tables of the catalogue by what one tenant has of them. A new tenant table is among them by itself.
 * @throws BackupError for a table that belongs to no tenant and that no one has sorted
 */
export async function tablesOf(client: pg.Client, tenantId: string): Promise<TenantTables> {
  const found: TenantTables = { own: [], shared: [] }
  for (const facts of await listTables(client)) {
    const where = shared[facts.name]
    if (facts.is_tenant_table) found.own.push(facts)
    else if (where) found.shared.push({ facts, where: where(tenantId) })
    else if (!installation.includes(facts.name)) {
      throw new BackupError(`No one has said what one tenant has of the table ${facts.name}: it is a fault of Cartage.`)
    }
  }
  return found
}

/** Puts the transaction behind the wall of one tenant. */
export async function enterTenant(client: pg.Client, tenantId: string): Promise<void> {
  await client.query(setTenant(tenantId))
}

/** Lets the owner of the tables bring or remove what is finalised, in this transaction and of this tenant only. */
export async function moveWhole(client: pg.Client, tenantId: string): Promise<void> {
  await enterTenant(client, tenantId)
  await client.query(setTenant(tenantId, 'app.whole_tenant'))
}

/** How many rows of the tenant a table has, past row security. */
export async function countRows(client: pg.Client, table: string, tenantId: string): Promise<number> {
  const { rows } = await client.query<{ count: string }>('select count_rows_of_tenant($1, $2) as count', [
    table,
    tenantId,
  ])
  return Number(rows[0]!.count)
}
