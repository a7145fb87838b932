import pg from 'pg'
import { byOperator } from '../../audit/rules.ts'
import { recordChanges } from '../../audit/store.ts'
import type { Context } from '../../context.ts'
import { isDistributed } from '../../db/citus/cluster.ts'
import { DatabaseClient } from '../../db/client.ts'
import { ownerRole } from '../../db/roles.ts'
import { inTransactionOf } from '../../db/tenant.ts'
import { readTenantExport, type Trust } from '../check.ts'
import { endWhatEnded } from '../ended.ts'
import { BackupError, findMissing, loadFiles } from '../files.ts'
import type { SavedTable, TenantManifest } from '../manifest.ts'
import { listFiles, loadTable, readSchema, type Source } from '../rows.ts'
import { refuseOtherKey } from './key.ts'
import { moveWhole, tablesOf } from './tables.ts'

/** Dependencies of an import. */
export type Importing = Pick<Context, 'db' | 'files' | 'vault'>

/** Result of an import. */
export interface ImportedTenant {
  tenant_id: string
  slug: string
  made_at: string
  rows: number
  /** New epoch of its events. */
  epoch: number
  documents: number
  /** Referenced content that neither the export nor the store has: `tenant/aa/sha256`. */
  missing_documents: string[]
}

/** Options of an operator for an import. */
export interface ImportChoice extends Partial<Omit<Trust, 'signers'>> {
  /** New slug; that of the export when absent. */
  slug?: string | undefined
}

/**
 * Restores one tenant among the others, with the same ids, in one transaction (OPS-16). Its epoch rises above every one
 * it had here, sessions and links end, leases are free. No table is locked, so other tenants are not affected.
 * @throws BackupError when the export is damaged, not signed under this master key, of another version or under another
 * key, or the tenant exists
 */
export async function importTenant(
  ctx: Importing,
  folder: string,
  { slug, identities = [], takesUnsigned = false }: ImportChoice = {},
): Promise<ImportedTenant> {
  const manifest = await readTenantExport(folder, { signers: ctx.vault.signers, identities, takesUnsigned })
  refuseOtherKey(manifest.key, ctx.vault)
  const client = new DatabaseClient({ ...ctx.db.connection, application_name: 'cartage tenant import' })
  await client.connect()
  try {
    await refuseOtherSchema(client, manifest)
    const named = { ...manifest.tenant, slug: slug ?? manifest.tenant.slug }
    await refuseIfThere(client, named)
    await makeWeeks(client, manifest)
    return await bring(ctx, client, { manifest, source: { folder, identities }, named })
  } finally {
    await client.end()
  }
}

interface Bringing {
  manifest: TenantManifest
  source: Source
  named: TenantManifest['tenant']
}

async function bring(ctx: Importing, client: DatabaseClient, { manifest, source, named }: Bringing) {
  const { tenant_id: tenantId, slug } = named
  const open = <T>(_client: pg.Client, _table: string, work: () => Promise<T>) => work()
  return await inTransactionOf(ctx.db.scope, client, tenantId, async (tx) => {
    await client.query(`set local role ${ownerRole}`)
    await moveWhole(client, tenantId)
    const rows = await fill(client, { manifest, source, named })
    const epoch = await startEpoch(client, named)
    await endWhatEnded(client, { where: `tenant_id = '${tenantId}'`, open })
    const change = {
      entity_type: 'tenant',
      entity_id: tenantId,
      action: 'restored',
      before: { epoch: named.epoch },
    } as const
    await recordChanges(tx, byOperator, [{ ...change, after: { epoch, exported_at: manifest.made_at } }])
    const documents = await loadFiles(ctx.files, { ...source, list: manifest.documents?.list, only: tenantId })
    const missing = await findMissing(ctx.files, await listFiles(client, [tenantId]))
    return { tenant_id: tenantId, slug, made_at: manifest.made_at, rows, epoch, documents, missing_documents: missing }
  })
}

async function refuseOtherSchema(client: pg.Client, { schema, cartage }: TenantManifest): Promise<void> {
  const own = await readSchema(client)
  if (own === schema) return
  throw new BackupError(
    `The export has the schema ${schema} of version ${cartage}, and this installation has ${own}. Import it with that ` +
      'version into a new DATA_DIR under the same master key, upgrade that one, and export the tenant from there.',
  )
}

async function refuseIfThere(client: pg.Client, { tenant_id, slug }: TenantManifest['tenant']): Promise<void> {
  const { rows } = await client.query<{ tenant_id: string; slug: string }>(
    'select tenant_id, slug from tenant where tenant_id = $1 or slug = $2 order by tenant_id <> $1',
    [tenant_id, slug],
  )
  const [found] = rows
  if (found?.tenant_id === tenant_id) {
    throw new BackupError(
      `The tenant is here already, as "${found.slug}". Remove it first, if the export is to take its place: ` +
        `cartage tenant delete ${found.slug}`,
    )
  }
  if (found) throw new BackupError(`Another tenant is called "${slug}". Choose another name: --slug NAME`)
}

/** In a separate transaction: creating a week locks the table of samples for a moment. */
async function makeWeeks(client: pg.Client, { position_weeks: weeks }: TenantManifest): Promise<void> {
  if (!weeks) return
  await client.query(`begin; set local role ${ownerRole}`)
  await client.query('select make_position_weeks($1, $2)', [weeks.first, weeks.last])
  await client.query('commit')
}

async function fill(client: pg.Client, { manifest, source, named }: Bringing): Promise<number> {
  const saved = new Map(manifest.tables.map((table) => [table.name, table]))
  const { own, shared } = await tablesOf(client, named.tenant_id)
  const take = (name: string) => {
    const table = saved.get(name)
    if (table === undefined) throw new BackupError(`The export lacks the table ${name}.`)
    return table
  }
  // Citus nodes accept rows selected elsewhere only in a statement with a result.
  const then = (await isDistributed(client)) ? 'returning 1' : ''
  let rows = 0
  for (const { facts } of shared.filter(({ facts }) => facts.name !== 'tenant')) {
    rows += await bringRows(client, take(facts.name), source, 'on conflict do nothing')
  }
  rows += await bringRows(client, take('tenant'), source, then, named)
  for (const { name } of own) rows += await bringRows(client, take(name), source, then)
  return rows
}

/**
 * COPY refuses to write through row security, and lifting it would lock the table for everyone. So the rows pass
 * through a temporary table and the row security of the tenant, which refuses an export with a row of another tenant.
 */
async function bringRows(
  client: pg.Client,
  table: SavedTable,
  source: Source,
  then = '',
  named?: TenantManifest['tenant'],
): Promise<number> {
  if (table.rows === 0) return 0
  const [name, columns] = [pg.escapeIdentifier(table.name), table.columns.map(pg.escapeIdentifier).join(', ')]
  await client.query(`create temporary table arriving on commit drop as select ${columns} from ${name} with no data`)
  const rows = await loadTable(client, 'arriving', table, source)
  if (named) await client.query('update arriving set slug = $1', [named.slug])
  await client.query(`insert into ${name} (${columns}) select ${columns} from arriving ${then}`)
  await client.query('drop table arriving')
  return rows
}

/** Positions assigned after the export, here or elsewhere, must not be reused for other events. */
async function startEpoch(client: pg.Client, { tenant_id, epoch }: TenantManifest['tenant']): Promise<number> {
  // Read first: this table exists only on the coordinator, and the tenant on every node.
  const { rows: removed } = await client.query<{ epoch: number }>(
    'select coalesce(max(epoch), 0) as epoch from removed_tenant where removed_tenant_id = $1',
    [tenant_id],
  )
  const { rows } = await client.query<{ epoch: number }>(
    'update tenant set epoch = 1 + greatest($2::integer, $3::integer) where tenant_id = $1 returning epoch',
    [tenant_id, epoch, removed[0]!.epoch],
  )
  return rows[0]!.epoch
}
