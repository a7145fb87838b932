import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import pg from 'pg'
import type { Files } from '../context.ts'
import { DatabaseClient } from '../db/client.ts'
import { copyOut } from '../db/copy.ts'
import type { Connection } from '../db/pool.ts'
import { workerRole } from '../db/roles.ts'
import { listTables, type TableFacts } from '../db/tables.ts'
import { version } from '../version.ts'
import { BackupError, type ReferencedFile, type SavedFiles, saveFiles } from './files.ts'

/** What manifest.json of a backup says. */
export interface Manifest {
  format: 1
  made_at: string
  cartage: string
  /** Name of the last migration of the database. */
  schema: string
  tables: SavedTable[]
  /** Absent in a backup of a version that had no documents. */
  documents?: SavedFiles
  /** First day of the first and of the last week there are samples of positions for; absent when there is none. */
  position_weeks?: { first: string; last: string }
}

/** One table of a backup: `file` holds its rows in the text format of COPY, compressed. */
export interface SavedTable {
  name: string
  columns: string[]
  file: string
  rows: number
  /** Of the compressed file, in hexadecimal. */
  sha256: string
}

/**
 * Writes every table into `folder`, all as of one moment, while the service runs on, and then the bytes of documents.
 * The same for the embedded and any other PostgreSQL. The manifest comes last: a folder without it is not a backup.
 * @throws BackupError when the folder is not empty, or when the database does not show every row
 */
export async function backUp(connection: Connection, files: Files, folder: string, now: Date): Promise<Manifest> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  if ((await readdir(folder)).length > 0) throw new BackupError(`${folder} is not empty. Choose a new folder.`)
  const client = new DatabaseClient({ ...connection, application_name: 'cartage backup' })
  await client.connect()
  try {
    await client.query('begin isolation level repeatable read read only')
    // Not the owner, which sees more through the directory it belongs to: rows would be saved twice.
    await client.query(`set local role ${workerRole}`)
    const schema = await readSchema(client)
    const { rows: tenants } = await client.query<{ tenant_id: string }>('select tenant_id from tenant order by 1')
    const ids = tenants.map((tenant) => tenant.tenant_id)
    const tables: SavedTable[] = []
    for (const facts of await listTables(client)) {
      const saved = await saveTable(client, facts, ids, folder)
      // Only row security hides rows.
      if (facts.is_tenant_table) await refuseUnlessAll(client, saved, ids.length)
      tables.push(saved)
    }
    const weeks = await readWeeks(client)
    const referenced = await listFiles(client, ids)
    await client.query('commit')
    const documents = await saveFiles(files, referenced, folder)
    const facts = { made_at: now.toISOString(), cartage: version, schema }
    const manifest: Manifest = { format: 1, ...facts, tables, documents, ...(weeks && { position_weeks: weeks }) }
    await writeFile(join(folder, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600 })
    return manifest
  } finally {
    await client.end()
  }
}

async function readSchema(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ name: string }>('select name from migration order by name desc limit 1')
  return rows[0]!.name
}

/** Rows of a partitioned table can only come back where their partition is. */
async function readWeeks(client: pg.Client): Promise<Manifest['position_weeks']> {
  const { rows } = await client.query<{ first: string | null; last: string | null }>(
    `select min(day)::text as first, max(day)::text as last
       from pg_inherits i join pg_class c on c.oid = i.inhrelid, to_date(right(c.relname, 8), 'YYYYMMDD') day
      where i.inhparent = 'position_sample'::regclass`,
  )
  const { first, last } = rows[0]!
  return first !== null && last !== null ? { first, last } : undefined
}

/** Row security holds here too, so a tenant table is read tenant by tenant, in the same snapshot. */
async function saveTable(
  client: pg.Client,
  { name, columns, is_tenant_table: isTenantTable }: TableFacts,
  tenants: readonly string[],
  folder: string,
): Promise<SavedTable> {
  const file = `${name}.copy.gz`
  const zip = createGzip()
  const hash = createHash('sha256')
  const hashing = new Transform({
    transform(chunk, _encoding, done) {
      hash.update(chunk)
      done(null, chunk)
    },
  })
  const written = pipeline(zip, hashing, createWriteStream(join(folder, file), { mode: 0o600 }))
  // Thrown when it is awaited below; a full disk must not end the process before.
  written.catch(() => {})
  const list = columns.map(pg.escapeIdentifier).join(', ')
  const text = `copy (select ${list} from ${pg.escapeIdentifier(name)}) to stdout`
  let rows = 0
  for (const tenant of isTenantTable ? tenants : [undefined]) {
    if (tenant !== undefined) await client.query(`select set_config('app.tenant', $1, true)`, [tenant])
    rows += await copyOut(client, text, zip)
  }
  zip.end()
  await written
  return { name, columns, file, rows, sha256: hash.digest('hex') }
}

/**
 * A backup that lacks rows looks like one that lacks nothing: the rows are counted past row security, in the same moment.
 * @throws BackupError when the backup would hold fewer rows than the table, or more
 */
async function refuseUnlessAll(client: pg.Client, { name, rows }: SavedTable, tenants: number): Promise<void> {
  const { rows: counts } = await client.query<{ count: string }>('select count_all_rows($1) as count', [name])
  const count = Number(counts[0]!.count)
  if (count !== rows) {
    throw new BackupError(
      `The backup would hold ${rows} of the ${count} rows of the table ${name}, so it was stopped. Either the database ` +
        'hides rows from this process (`cartage doctor` checks that), or rows belong to a tenant that the table tenant lacks.',
    )
  }
  // Each tenant has one row of settings: a database that counts none of them hides rows from the count as well.
  if (name === 'tenant_setting' && count !== tenants) {
    throw new BackupError(
      `The database shows the settings of ${count} tenants and has ${tenants} tenants, so the backup was stopped. ` +
        'Run `cartage doctor`.',
    )
  }
}

/** The content that the database speaks of, tenant by tenant, as of the same moment as the tables. */
export async function listFiles(client: pg.Client, tenants: readonly string[]): Promise<ReferencedFile[]> {
  const found: ReferencedFile[] = []
  for (const tenantId of tenants) {
    await client.query(`select set_config('app.tenant', $1, true)`, [tenantId])
    const { rows } = await client.query<{ sha256: string; is_used: boolean }>(
      `select encode(sha256, 'hex') as sha256, collect_after is null as is_used
         from document_content where tenant_id = $1 and is_stored order by sha256`,
      [tenantId],
    )
    found.push(...rows.map((row) => ({ tenantId, ...row })))
  }
  return found
}
