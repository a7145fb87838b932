import type pg from 'pg'
import { byOperator } from '../../audit/rules.ts'
import { recordChanges } from '../../audit/store.ts'
import type { Context } from '../../context.ts'
import { DatabaseClient } from '../../db/client.ts'
import { workerRole } from '../../db/roles.ts'
import type { Tx } from '../../db/tenant.ts'
import { version } from '../../version.ts'
import { BackupError, saveFiles } from '../files.ts'
import { makeFolder, type SavedTable, type TenantManifest, writeManifest } from '../manifest.ts'
import { beginAtOneMoment } from '../moment.ts'
import { listFiles, listTrailEnds, readSchema, readWeeks, saveTable, type Target } from '../rows.ts'
import { keyFacts } from './key.ts'
import { countRows, tablesOf } from './tables.ts'

/** Dependencies of an export. */
export type Exporting = Pick<Context, 'config' | 'db' | 'files' | 'vault' | 'now'>

/**
 * Writes every row and every document of one tenant into `folder` as of one moment, while the service runs on (OPS-15).
 * It is encrypted and signed like a backup (OPS-34, OPS-35). The audit trail of the tenant records it, and the export
 * includes that entry. The manifest comes last.
 * @throws BackupError when the folder is not empty, or when the database does not show every row of the tenant
 */
export async function exportTenant(ctx: Exporting, tenantId: string, folder: string): Promise<TenantManifest> {
  await makeFolder(folder)
  const recipients = ctx.config.backup_recipients
  const target = { folder, recipients }
  const madeAt = ctx.now().toISOString()
  await ctx.db.asTenant(tenantId, (tx) => recordExport(tx, madeAt))
  const client = new DatabaseClient({ ...ctx.db.connection, application_name: 'cartage tenant export' })
  await client.connect()
  try {
    await client.query(`set role ${workerRole}`)
    await beginAtOneMoment(client, ctx.db.connection)
    const schema = await readSchema(client)
    const tenant = await readTenant(client, tenantId)
    const tables = await saveTables(client, tenantId, target)
    const weeks = await readWeeks(client)
    const referenced = await listFiles(client, [tenantId])
    const key = await keyFacts(client, ctx.vault)
    const trails = await listTrailEnds(client, [tenantId])
    await client.query('commit')
    const documents = await saveFiles(ctx.files, referenced, target)
    const facts = { made_at: madeAt, cartage: version, schema, tenant, key, tables, documents, trails }
    const encrypted_to = recipients.map(({ text }) => text)
    const all = { ...facts, ...(weeks && { position_weeks: weeks }), encrypted_to }
    return await writeManifest<TenantManifest>(folder, all, ctx.vault)
  } finally {
    await client.end()
  }
}

async function recordExport(tx: Tx, madeAt: string): Promise<void> {
  const change = { entity_type: 'tenant', entity_id: tx.tenantId, action: 'updated' } as const
  await recordChanges(tx, byOperator, [{ ...change, before: { exported_at: null }, after: { exported_at: madeAt } }])
}

async function readTenant(client: pg.Client, tenantId: string): Promise<TenantManifest['tenant']> {
  const { rows } = await client.query<TenantManifest['tenant']>(
    'select tenant_id, slug, name, epoch from tenant where tenant_id = $1',
    [tenantId],
  )
  return rows[0]!
}

async function saveTables(client: pg.Client, tenantId: string, target: Target): Promise<SavedTable[]> {
  const { own, shared } = await tablesOf(client, tenantId)
  const saved: SavedTable[] = []
  for (const facts of own) {
    const table = await saveTable(client, facts, [tenantId], target)
    const count = await countRows(client, facts.name, tenantId)
    if (count !== table.rows) {
      throw new BackupError(
        `The export would hold ${table.rows} of the ${count} rows of the table ${facts.name}, so it was stopped. The ` +
          'database hides rows from this process: `cartage doctor` checks that.',
      )
    }
    saved.push(table)
  }
  for (const { facts, where } of shared) saved.push(await saveTable(client, facts, { where }, target))
  return saved
}
