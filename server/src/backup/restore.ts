import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createGunzip } from 'node:zlib'
import pg from 'pg'
import type { Files } from '../context.ts'
import { DatabaseClient } from '../db/client.ts'
import { copyIn } from '../db/copy.ts'
import { migrate, migrationNames } from '../db/migrate.ts'
import type { Connection } from '../db/pool.ts'
import { ownerRole } from '../db/roles.ts'
import { listTables } from '../db/tables.ts'
import { listFiles, type Manifest, type SavedTable } from './backup.ts'
import { BackupError, findMissing, hashFile, loadFiles } from './files.ts'

/** What a restore did, and what became valid again with it. */
export interface Restored {
  made_at: string
  rows: number
  tenants: string[]
  api_clients: number
  webhook_credentials: number
  users: number
  /** Files of documents that were brought back. */
  documents: number
  /** Content that documents have and that neither the backup nor the store has: `tenant/aa/sha256`. */
  missing_documents: string[]
}

/**
 * Fills an empty database from a backup, in one transaction. Sequence numbers that were given after the backup will be
 * given again, so every tenant's epoch rises; sessions end and leases are free (OPS-1).
 * @throws BackupError when the backup is damaged, too new, or the database is not empty
 */
export async function restore(connection: Connection, files: Files, folder: string): Promise<Restored> {
  const manifest = await readManifest(folder)
  await checkFiles(manifest, folder)
  if (!(await migrationNames()).includes(manifest.schema)) {
    throw new BackupError(`The backup was made by a newer version (${manifest.cartage}). Restore it with that version.`)
  }
  await migrate(connection, manifest.schema)
  const client = new DatabaseClient({ ...connection, application_name: 'cartage restore' })
  await client.connect()
  try {
    await client.query('begin')
    await client.query(`set local role ${ownerRole}`)
    await refuseUnlessEmpty(client)
    await makeWeeks(client, manifest)
    const rows = await fill(client, manifest, folder)
    await startNewEpoch(client)
    const facts = await look(client)
    const found = manifest.documents ? await bringFiles(client, files, folder) : noFiles
    await client.query('commit')
    await migrate(connection)
    return { made_at: manifest.made_at, rows, ...facts, ...found }
  } finally {
    await client.end()
  }
}

const noFiles = { documents: 0, missing_documents: [] }

/** Before the commit: anyone who sees a restored row finds its bytes. */
async function bringFiles(client: pg.Client, files: Files, folder: string) {
  const documents = await loadFiles(files, folder)
  const { rows } = await client.query<{ tenant_id: string }>('select tenant_id from tenant order by 1')
  const referenced = await listFiles(
    client,
    rows.map((row) => row.tenant_id),
  )
  return { documents, missing_documents: await findMissing(files, referenced) }
}

async function readManifest(folder: string): Promise<Manifest> {
  let text: string
  try {
    text = await readFile(join(folder, 'manifest.json'), 'utf8')
  } catch {
    throw new BackupError(`${folder} has no manifest.json: it is not a backup, or an unfinished one.`)
  }
  const manifest = JSON.parse(text) as Manifest
  if (manifest.format !== 1)
    throw new BackupError(`The backup has format ${manifest.format}, and this version reads only format 1.`)
  return manifest
}

/** Everything is checked before anything is written. */
async function checkFiles(manifest: Manifest, folder: string): Promise<void> {
  for (const { file, sha256 } of manifest.tables) {
    const found = await hashFile(join(folder, file)).catch(() => 'missing')
    if (found !== sha256)
      throw new BackupError(`${file} is ${found === 'missing' ? found : 'damaged'}: use another backup.`)
  }
}

async function refuseUnlessEmpty(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ slug: string }>('select slug from tenant limit 1')
  if (rows.length === 0) return
  throw new BackupError(
    `The database already has the tenant "${rows[0]!.slug}". Restore into a new DATA_DIR or an empty DATABASE_URL.`,
  )
}

/** The weeks of the backup, next to those that the migration has made for today. */
async function makeWeeks(client: pg.Client, { position_weeks: weeks }: Manifest): Promise<void> {
  if (weeks) await client.query('select make_position_weeks($1, $2)', [weeks.first, weeks.last])
}

async function fill(client: pg.Client, manifest: Manifest, folder: string): Promise<number> {
  const saved = new Map(manifest.tables.map((table) => [table.name, table]))
  const tables = await listTables(client)
  // Migrations put a few rows in; the backup has them as they were.
  for (const { name } of [...tables].reverse()) await whileOpen(client, name, () => client.query(`delete from ${name}`))
  let rows = 0
  for (const { name } of tables) {
    const table = saved.get(name)
    if (table === undefined) throw new BackupError(`The backup lacks the table ${name}.`)
    rows += await whileOpen(client, name, () => load(client, table, folder))
  }
  return rows
}

async function load(client: pg.Client, table: SavedTable, folder: string): Promise<number> {
  const source = createReadStream(join(folder, table.file)).pipe(createGunzip())
  const columns = table.columns.map(pg.escapeIdentifier).join(', ')
  const rows = await copyIn(client, `copy ${pg.escapeIdentifier(table.name)} (${columns}) from stdin`, source)
  if (rows !== table.rows) throw new BackupError(`${table.file} holds ${rows} rows instead of ${table.rows}.`)
  return rows
}

/** COPY refuses to write through row security, so it is lifted for the owner, inside this transaction only. */
async function whileOpen<T>(client: pg.Client, table: string, work: () => Promise<T>): Promise<T> {
  const name = pg.escapeIdentifier(table)
  const { rows } = await client.query('select relforcerowsecurity as forced from pg_class where oid = $1::regclass', [
    table,
  ])
  if (!rows[0].forced) return work()
  await client.query(`alter table ${name} no force row level security`)
  const result = await work()
  await client.query(`alter table ${name} force row level security`)
  return result
}

async function startNewEpoch(client: pg.Client): Promise<void> {
  await client.query('update tenant set epoch = epoch + 1')
  await whileOpen(client, 'app_session', () => client.query('delete from app_session'))
  // One that was revoked after the backup must not open again.
  await whileOpen(client, 'door_link', () =>
    client.query('update door_link set revoked_at = now() where revoked_at is null'),
  )
  for (const { name, columns } of await listTables(client)) {
    const leases = columns.filter((column) => column === 'lease_token' || column === 'lease_until')
    if (leases.length === 0) continue
    const free = leases.map((column) => `${column} = null`).join(', ')
    await whileOpen(client, name, () => client.query(`update ${pg.escapeIdentifier(name)} set ${free}`))
  }
  await doubtMails(client)
}

/** BILL-32: an e-mail that waited or was begun in the backup may have been sent since, so no machine sends it. */
async function doubtMails(client: pg.Client): Promise<void> {
  const names = new Set((await listTables(client)).map(({ name }) => name))
  const reason =
    'The data was restored from a backup: it may have been sent since. Ask the customer, or look in the mail server.'
  const doubt = (table: string, where: string) =>
    whileOpen(client, table, () =>
      client.query(
        `update ${table} set status = 'UNKNOWN', failure = to_jsonb($1::text), finished_at = now()
          where ${where} and status in ('PENDING', 'STARTED')`,
        [reason],
      ),
    )
  if (names.has('invoice_sending')) await doubt('invoice_sending', "channel = 'MAIL'")
  if (names.has('mail')) await doubt('mail', 'true')
}

async function look(
  client: pg.Client,
): Promise<Pick<Restored, 'tenants' | 'api_clients' | 'webhook_credentials' | 'users'>> {
  const { rows: tenants } = await client.query<{ slug: string }>('select slug from tenant order by slug')
  const count = (table: string, where: string) =>
    whileOpen(client, table, async () => {
      const { rows } = await client.query<{ count: string }>(`select count(*) from ${table} where ${where}`)
      return Number(rows[0]!.count)
    })
  return {
    tenants: tenants.map((tenant) => tenant.slug),
    api_clients: await count('api_client', 'not is_removed'),
    webhook_credentials: await count('webhook_credential', 'not is_removed'),
    users: await count('app_user', 'not is_disabled'),
  }
}
