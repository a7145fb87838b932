import pg from 'pg'
import type { Files } from '../context.ts'
import { type CrashPoints, noCrashPoints } from '../crash-points.ts'
import { isDistributed } from '../db/citus/cluster.ts'
import { DatabaseClient } from '../db/client.ts'
import { markUnfinished, migrate, migrationNames } from '../db/migrate.ts'
import type { Connection } from '../db/pool.ts'
import { ownerRole } from '../db/roles.ts'
import { listTables } from '../db/tables.ts'
import { readBackup, type Trust } from './check.ts'
import { endWhatEnded } from './ended.ts'
import { BackupError, findMissing, loadFiles } from './files.ts'
import type { Manifest } from './manifest.ts'
import { listFiles, loadTable, type Source } from './rows.ts'

/** Result of a restore, and what became valid again with it. */
export interface Restored {
  made_at: string
  rows: number
  tenants: string[]
  api_clients: number
  webhook_credentials: number
  users: number
  /** Number of restored document files. */
  documents: number
  /** Referenced content that neither the backup nor the store has: `tenant/aa/sha256`. */
  missing_documents: string[]
}

/** Options of a restore. */
export interface Restoring {
  /** Restores what lies outside the database and the store; before the commit, and again on a repeat. */
  bringKey?: () => Promise<unknown>
  crashPoints?: CrashPoints
}

/**
 * Fills an empty database from a backup, in one transaction. Sequence numbers assigned after the backup will be
 * assigned again, so every tenant's epoch rises; sessions end and leases are free (OPS-1). The signature, every file
 * and the key are checked first (OPS-34, OPS-35). If interrupted, it leaves a database without a row, which nothing
 * else starts on, and the same command repeats it (OPS-38).
 * @throws BackupError when the backup is damaged, not signed by the expected key, too new, or the database is not empty
 */
export async function restore(
  connection: Connection,
  files: Files,
  folder: string,
  trust: Trust,
  { bringKey, crashPoints = noCrashPoints }: Restoring = {},
): Promise<Restored> {
  const manifest = await readBackup(folder, trust)
  const source = { folder, identities: trust.identities }
  if (!(await migrationNames()).includes(manifest.schema)) {
    throw new BackupError(`The backup was made by a newer version (${manifest.cartage}). Restore it with that version.`)
  }
  const isRestoring = true
  await migrate(connection, '', { isRestoring })
  const client = new DatabaseClient({ ...connection, application_name: 'cartage restore' })
  await client.connect()
  try {
    await refuseNodes(client)
    await begin(client, folder)
    crashPoints.reach('restore:begun')
    await migrate(connection, manifest.schema, { isRestoring })
    await client.query('begin')
    await client.query(`set local role ${ownerRole}`)
    await refuseUnlessEmpty(client)
    await makeWeeks(client, manifest)
    const rows = await fill(client, manifest, source)
    await client.query('update tenant set epoch = epoch + 1')
    await endWhatEnded(client, { where: 'true', open: whileOpen })
    const facts = await look(client)
    const found = manifest.documents ? await bringFiles(client, files, manifest, source) : noFiles
    await bringKey?.()
    await markUnfinished(client, null)
    crashPoints.reach('restore:filled')
    await client.query('commit')
    crashPoints.reach('restore:restored')
    await migrate(connection)
    return { made_at: manifest.made_at, rows, ...facts, ...found }
  } finally {
    await client.end()
  }
}

/** @throws BackupError for a database that is not empty; it stays unchanged */
async function begin(client: pg.Client, folder: string): Promise<void> {
  const { rows } = await client.query<{ is_made: boolean }>(
    `select to_regclass('public.tenant') is not null as is_made`,
  )
  await client.query('begin')
  await client.query(`set local role ${ownerRole}`)
  if (rows[0]!.is_made) await refuseUnlessEmpty(client)
  await markUnfinished(
    client,
    `A restore of ${folder} into this database was begun and has not come to its end: there is nothing of it here. Unless it still ` +
      `runs, do it again: cartage restore ${folder}. To begin without it, use a new DATA_DIR or another empty database.`,
  )
  await client.query('commit')
}

const noFiles = { documents: 0, missing_documents: [] }

/** Before the commit, so that a visible restored row always has its bytes. */
async function bringFiles(client: pg.Client, files: Files, { documents: saved }: Manifest, source: Source) {
  const documents = await loadFiles(files, { ...source, list: saved?.list })
  const { rows } = await client.query<{ tenant_id: string }>('select tenant_id from tenant order by 1')
  const referenced = await listFiles(
    client,
    rows.map((row) => row.tenant_id),
  )
  return { documents, missing_documents: await findMissing(files, referenced) }
}

/** @throws BackupError if tables are distributed: they are filled on one node, and distributed afterwards */
async function refuseNodes(client: pg.Client): Promise<void> {
  if (!(await isDistributed(client))) return
  throw new BackupError(
    'The tables of this database are spread over nodes. Restore into a new database on the coordinator, and run ' +
      '`cartage distribute --yes` afterwards.',
  )
}

async function refuseUnlessEmpty(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ slug: string }>('select slug from tenant limit 1')
  if (rows.length === 0) return
  throw new BackupError(
    `The database already has the tenant "${rows[0]!.slug}". Restore into a new DATA_DIR or an empty DATABASE_URL.`,
  )
}

/** Adds the weeks of the backup to those that the migration created for today. */
async function makeWeeks(client: pg.Client, { position_weeks: weeks }: Manifest): Promise<void> {
  if (weeks) await client.query('select make_position_weeks($1, $2)', [weeks.first, weeks.last])
}

async function fill(client: pg.Client, manifest: Manifest, source: Source): Promise<number> {
  const saved = new Map(manifest.tables.map((table) => [table.name, table]))
  const tables = await listTables(client)
  // Migrations insert a few rows; the backup has them in their saved state.
  for (const { name } of [...tables].reverse()) await whileOpen(client, name, () => client.query(`delete from ${name}`))
  let rows = 0
  for (const { name } of tables) {
    const table = saved.get(name)
    if (table === undefined) throw new BackupError(`The backup lacks the table ${name}.`)
    rows += await whileOpen(client, name, () => loadTable(client, name, table, source))
  }
  return rows
}

/** COPY refuses to write through row security, so it is lifted for the owner inside this transaction only. */
export async function whileOpen<T>(client: pg.Client, table: string, work: () => Promise<T>): Promise<T> {
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
