import { pipeline } from 'node:stream'
import { createGunzip, createGzip } from 'node:zlib'
import pg from 'pg'
import { copyIn, copyOut } from '../db/copy.ts'
import type { TableFacts } from '../db/tables.ts'
import { setTenant } from '../db/tenant.ts'
import type { Identity, Recipient } from './age/keys.ts'
import { BackupError, type ReferencedFile } from './files.ts'
import { keep, openKept } from './kept.ts'
import type { Manifest, SavedTable, TrailEnd } from './manifest.ts'

/** Name of the last migration of the database. */
export async function readSchema(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ name: string }>('select name from migration order by name desc limit 1')
  return rows[0]!.name
}

/** Rows of a partitioned table can only be restored if their partition exists. */
export async function readWeeks(client: pg.Client): Promise<Manifest['position_weeks']> {
  const { rows } = await client.query<{ first: string | null; last: string | null }>(
    `select min(day)::text as first, max(day)::text as last
       from pg_inherits i join pg_class c on c.oid = i.inhrelid, to_date(right(c.relname, 8), 'YYYYMMDD') day
      where i.inhparent = 'position_sample'::regclass`,
  )
  const { first, last } = rows[0]!
  return first !== null && last !== null ? { first, last } : undefined
}

/** Which rows of a table are saved: all, those of some tenants through row security, or those matching `where`. */
export type Chosen = 'all' | readonly string[] | { readonly where: string }

/** Folder of a backup to write, and the keys it is encrypted to: none for a plain backup. */
export interface Target {
  readonly folder: string
  readonly recipients: readonly Recipient[]
}

/** Folder of a backup to read, and the keys that decrypt it. */
export interface Source {
  readonly folder: string
  readonly identities: readonly Identity[]
}

/**
 * Writes rows of one table into a file. A tenant table is read tenant by tenant in the same snapshot, still under row
 * security.
 */
export async function saveTable(
  client: pg.Client,
  { name, columns }: Pick<TableFacts, 'name' | 'columns'>,
  chosen: Chosen,
  { folder, recipients }: Target,
): Promise<SavedTable> {
  const zip = createGzip()
  const written = keep(zip, folder, `${name}.copy.gz`, recipients)
  // Thrown when awaited below; a full disk must not end the process before.
  written.catch(() => {})
  const list = columns.map(pg.escapeIdentifier).join(', ')
  const where = typeof chosen === 'object' && 'where' in chosen ? ` where ${chosen.where}` : ''
  const text = `copy (select ${list} from ${pg.escapeIdentifier(name)}${where}) to stdout`
  let rows = 0
  for (const tenant of Array.isArray(chosen) ? chosen : [undefined]) {
    if (tenant !== undefined) await client.query(setTenant(tenant))
    rows += await copyOut(client, text, zip)
  }
  zip.end()
  return { name, columns, rows, ...(await written) }
}

/**
 * Loads the file of a table into `table`, which may differ from its origin.
 * @throws BackupError when the number of rows differs from the manifest
 */
export async function loadTable(
  client: pg.Client,
  table: string,
  saved: SavedTable,
  { folder, identities }: Source,
): Promise<number> {
  // An error reaches the reader of the rows.
  const source = pipeline(openKept(folder, saved.file, identities), createGunzip(), () => {})
  const columns = saved.columns.map(pg.escapeIdentifier).join(', ')
  const rows = await copyIn(client, `copy ${pg.escapeIdentifier(table)} (${columns}) from stdin`, source)
  if (rows !== saved.rows) throw new BackupError(`${saved.file} holds ${rows} rows instead of ${saved.rows}.`)
  return rows
}

/** Content that the database refers to, tenant by tenant, in the same snapshot as the tables. */
export async function listFiles(client: pg.Client, tenants: readonly string[]): Promise<ReferencedFile[]> {
  const found: ReferencedFile[] = []
  for (const tenantId of tenants) {
    await client.query(setTenant(tenantId))
    const { rows } = await client.query<{ sha256: string; is_used: boolean }>(
      `select encode(sha256, 'hex') as sha256, collect_after is null as is_used
         from document_content where tenant_id = $1 and is_stored order by sha256`,
      [tenantId],
    )
    found.push(...rows.map((row) => ({ tenantId, ...row })))
  }
  return found
}

/** End of the audit trail of each tenant, in the same snapshot as the tables (AUDIT-9). */
export async function listTrailEnds(client: pg.Client, tenants: readonly string[]): Promise<TrailEnd[]> {
  const found: TrailEnd[] = []
  for (const tenantId of tenants) {
    await client.query(setTenant(tenantId))
    const { rows } = await client.query<{ sequence: string; hash: string }>(
      `select sequence, encode(hash, 'hex') as hash from audit_head where tenant_id = $1`,
      [tenantId],
    )
    found.push(...rows.map(({ sequence, hash }) => ({ tenant_id: tenantId, sequence: Number(sequence), hash })))
  }
  return found
}
