import type pg from 'pg'
import { listTables, type TableFacts } from '../../db/tables.ts'
import { setTenant } from '../../db/tenant.ts'
import { BackupError } from '../files.ts'

/** Conditions on the rows of installation tables that an export of one tenant includes. */
const shared: Readonly<Record<string, (tenantId: string) => string>> = {
  tenant: (tenantId) => `tenant_id = '${tenantId}'`,
  // The programs of its API clients, since other tenants may have clients of the same program.
  integration: (tenantId) =>
    `integration_id in (select integration_id from api_client where tenant_id = '${tenantId}')`,
}

/** Tables that belong to the installation only. */
const installation: readonly string[] = [
  'operator_setting',
  'signing_key',
  'removed_tenant',
  'key_set_aside',
  'failed_attempt',
  'passkey_challenge',
  // Running processes: none of them has permits of a restored tenant.
  'rate_holder',
]

/** The tables of an export, each after the ones its foreign keys refer to. */
export interface TenantTables {
  /** Under row security: every row belongs to the tenant. */
  own: TableFacts[]
  /** Tables of the installation, with the rows that the tenant needs. */
  shared: { facts: TableFacts; where: string }[]
}

/**
 * Classifies the tables of the catalogue by what a tenant has in them. A new tenant table is included automatically.
 * @throws BackupError for an unclassified table without a tenant
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

/** Restricts the transaction to one tenant. */
export async function enterTenant(client: pg.Client, tenantId: string): Promise<void> {
  await client.query(setTenant(tenantId))
}

/** Lets the owner of the tables insert or remove finalised rows, in this transaction and for this tenant only. */
export async function moveWhole(client: pg.Client, tenantId: string): Promise<void> {
  await enterTenant(client, tenantId)
  await client.query(setTenant(tenantId, 'app.whole_tenant'))
}

/** Number of rows of the tenant in a table, past row security. */
export async function countRows(client: pg.Client, table: string, tenantId: string): Promise<number> {
  const { rows } = await client.query<{ count: string }>('select count_rows_of_tenant($1, $2) as count', [
    table,
    tenantId,
  ])
  return Number(rows[0]!.count)
}
