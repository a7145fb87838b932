import { createReadStream } from 'node:fs'
import type pg from 'pg'
import type { Files, Vault } from '../context.ts'
import { DatabaseClient } from '../db/client.ts'
import type { Connection } from '../db/pool.ts'
import { workerRole } from '../db/roles.ts'
import { listTables } from '../db/tables.ts'
import { version } from '../version.ts'
import { BackupError, saveFiles } from './files.ts'
import { keep } from './kept.ts'
import { type Manifest, makeFolder, type SavedTable, writeManifest } from './manifest.ts'
import { beginAtOneMoment } from './moment.ts'
import { listFiles, listTrailEnds, readSchema, readWeeks, saveTable, type Target } from './rows.ts'
import { refuseKeyOfOther } from './tenant/key.ts'

/** Input of a backup. */
export interface BackingUp {
  readonly connection: Connection
  readonly files: Files
  /** Reads the vault that signs the backup; called once there is something to sign. */
  readVault(): Promise<Vault>
  readonly now: Date
  /** The file of the master key, if the backup is to include it. */
  readonly keyFile?: string | undefined
}

/**
 * Writes every table into a folder as of one moment, while the service runs on, and then the bytes of documents. Works
 * the same for the embedded and any other PostgreSQL. The manifest comes last: a folder without it is not a backup.
 * @throws BackupError when the folder is not empty, when the database does not show every row, when there is no
 * organisation (OPS-33), or when the master key is that of another installation
 */
export async function backUp(from: BackingUp, target: Target): Promise<Manifest> {
  const { connection, files, now, keyFile } = from
  const { folder, recipients } = target
  await makeFolder(folder)
  const client = new DatabaseClient({ ...connection, application_name: 'cartage backup' })
  await client.connect()
  try {
    // Not the owner, which sees more through its membership in the directory role: rows would be saved more than once.
    await client.query(`set role ${workerRole}`)
    await beginAtOneMoment(client, connection)
    const schema = await readSchema(client)
    const { rows: tenants } = await client.query<{ tenant_id: string }>('select tenant_id from tenant order by 1')
    const ids = tenants.map((tenant) => tenant.tenant_id)
    if (ids.length === 0) {
      throw new BackupError(
        'This installation has no organisation, so there is nothing to back up. Is it the one you mean? Set the DATABASE_URL or ' +
          'DATA_DIR of the service, or run packaging/cartage, which reads its settings.',
      )
    }
    const vault = await from.readVault()
    await refuseKeyOfOther(client, vault)
    const tables: SavedTable[] = []
    for (const facts of await listTables(client)) {
      const saved = await saveTable(client, facts, facts.is_tenant_table ? ids : 'all', target)
      // Only row security can hide rows.
      if (facts.is_tenant_table) await refuseUnlessAll(client, saved, ids.length)
      tables.push(saved)
    }
    const weeks = await readWeeks(client)
    const referenced = await listFiles(client, ids)
    const trails = await listTrailEnds(client, ids)
    await client.query('commit')
    const documents = await saveFiles(files, referenced, target)
    const key = keyFile === undefined ? undefined : await keep(createReadStream(keyFile), folder, keyName, recipients)
    const facts = { made_at: now.toISOString(), cartage: version, schema, tables, documents, trails }
    const optional = { ...(weeks && { position_weeks: weeks }), ...(key && { master_key: key }) }
    const encrypted_to = recipients.map(({ text }) => text)
    return await writeManifest<Manifest>(folder, { ...facts, ...optional, encrypted_to }, vault)
  } finally {
    await client.end()
  }
}

/** File name of the master key in a backup. */
export const keyName = 'master.key'

/**
 * An incomplete backup looks like a complete one, so the rows are counted past row security in the same snapshot.
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
