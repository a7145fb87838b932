import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Files } from '../../context.ts'
import { DatabaseClient } from '../../db/client.ts'
import { changeOwner, chooseAccount, EmbeddedError } from '../../db/embedded/binaries.ts'
import { openEmbedded } from '../../db/embedded/database.ts'
import { migrate, migrationNames } from '../../db/migrate.ts'
import { ownerRole } from '../../db/roles.ts'
import type { Identity } from '../age/keys.ts'
import { endWhatEnded } from '../ended.ts'
import { BackupError, findMissing } from '../files.ts'
import { whileOpen } from '../restore.ts'
import { listFiles } from '../rows.ts'
import { type Base, basesFolder } from './base.ts'
import { copyOpened, openSegments } from './sealed.ts'
import { recoverySettings } from './settings.ts'

/** What a restore to a moment gave. */
export interface Recovered {
  /** The moment requested, UTC, or `latest`. */
  to: string
  /** When the copy it began with was finished. */
  base: string
  /** The last commit that is there; null when none came after the copy. */
  last_commit_at: string | null
  tenants: string[]
  /** Epoch of events from now on, the highest of all tenants. */
  epoch: number
  missing_documents: string[]
}

interface Recovering {
  dataDir: string
  archive: string
  /** A moment, or `latest` for all that the archive has. */
  to: Date | 'latest'
  files: Files
  /** Secret keys that open an encrypted archive. */
  identities?: readonly Identity[]
  log: (message: string, facts?: object) => void
}

/**
 * Makes the embedded database of an empty data folder as it was at a moment (OPS-20): copies the newest copy from before it,
 * and has PostgreSQL replay the archive up to it. Epochs rise above every one that a restore from this archive has given, sessions
 * and links end, leases are free.
 * @throws BackupError when the folder is in use, no copy is old enough, or no key opens the archive (OPS-36)
 * @throws EmbeddedError with the words of PostgreSQL when the archive does not reach the moment
 */
export async function recover(given: Recovering): Promise<Recovered> {
  const { dataDir, archive, to } = given
  const cluster = join(dataDir, 'cluster')
  if (existsSync(cluster)) {
    throw new BackupError(
      `${cluster} is there already. Restore into a new DATA_DIR, or move the old folder away first.`,
    )
  }
  const { folder, base } = await findBase(archive, to)
  if (!(await migrationNames()).includes(base.schema)) {
    throw new BackupError(`The copy was made by a newer version (${base.cartage}). Restore it with that version.`)
  }
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const draft = join(dataDir, 'cluster.recovering')
  const opened = join(dataDir, 'wal.recovering')
  try {
    await rm(draft, { recursive: true, force: true })
    await rm(opened, { recursive: true, force: true })
    const { identities = [] } = given
    await copyOpened(join(folder, 'cluster'), draft, identities)
    await openSegments({ archive, cluster: draft }, opened, identities)
    await writeFile(join(draft, 'recovery.signal'), '')
    for (const made of [draft, opened]) changeOwner(chooseAccount(cluster), made, true)
    await rename(draft, cluster)
    return await finish(given, base, opened)
  } catch (error) {
    // Half a recovery must not look like a data folder.
    for (const made of [cluster, draft]) await rm(made, { recursive: true, force: true })
    throw error
  } finally {
    await rm(opened, { recursive: true, force: true })
  }
}

async function finish(
  { dataDir, archive, to, files, log }: Recovering,
  base: Base,
  opened: string,
): Promise<Recovered> {
  const embedded = await openEmbedded({ dataDir, log, settings: recoverySettings(archive, opened, to) }).catch(explain)
  try {
    const client = new DatabaseClient({ ...embedded.connection, application_name: 'cartage restore' })
    await client.connect()
    try {
      const lastCommit = await untilPromoted(client)
      await client.query(`begin; set local role ${ownerRole}`)
      const epoch = await raiseEpochs(client, archive)
      await endWhatEnded(client, { where: 'true', open: whileOpen })
      await client.query('commit')
      await migrate(embedded.connection)
      const { rows } = await client.query<{ slug: string; tenant_id: string }>(
        'select slug, tenant_id from tenant order by slug',
      )
      const ids = rows.map(({ tenant_id }) => tenant_id)
      const missing = await findMissing(files, await listFiles(client, ids))
      const tenants = rows.map(({ slug }) => slug)
      const at = to === 'latest' ? to : to.toISOString()
      return { to: at, base: base.finished_at, last_commit_at: lastCommit, tenants, epoch, missing_documents: missing }
    } finally {
      await client.end()
    }
  } finally {
    await embedded.stop()
  }
}

/** @throws BackupError for a moment that the archive does not reach, else what PostgreSQL said */
function explain(error: unknown): never {
  if (error instanceof EmbeddedError && error.message.includes('before configured recovery target was reached')) {
    throw new BackupError(
      'The archive ends before that moment, or nothing was committed after it. Restore what there is: --to latest',
    )
  }
  throw error
}

/** The newest copy that was finished before the moment. */
async function findBase(archive: string, to: Date | 'latest'): Promise<{ folder: string; base: Base }> {
  const names = (await readdir(basesFolder(archive)).catch(() => [])).filter((name) => !name.endsWith('.draft'))
  for (const name of names.toSorted().toReversed()) {
    const folder = join(basesFolder(archive), name)
    const base = JSON.parse(await readFile(join(folder, 'base.json'), 'utf8')) as Base
    if (to === 'latest' || new Date(base.finished_at) <= to) return { folder, base }
  }
  throw new BackupError(
    names.length === 0
      ? `${basesFolder(archive)} holds no copy of the database. Make them with: cartage backup --base`
      : `Every copy in ${basesFolder(archive)} was finished after that moment. Choose a later one.`,
  )
}

/** Opens in the moment that the recovery ends and PostgreSQL takes writes. @returns the last commit that it replayed */
async function untilPromoted(client: DatabaseClient): Promise<string | null> {
  for (;;) {
    const { rows } = await client.query<{ is_over: boolean; at: string | null }>(
      `select not pg_is_in_recovery() as is_over,
              to_char(pg_last_xact_replay_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at`,
    )
    if (rows[0]!.is_over) return rows[0]!.at
    await sleep(100)
  }
}

/**
 * A second restore from one archive must not give the epochs of the first again: the archive keeps the highest that was
 * given.
 */
async function raiseEpochs(client: DatabaseClient, archive: string): Promise<number> {
  const file = join(archive, 'restored-epoch')
  const known = Number(await readFile(file, 'utf8').catch(() => '0'))
  const { rows } = await client.query<{ epoch: number }>(
    'update tenant set epoch = 1 + greatest(epoch, $1::integer) returning epoch',
    [known],
  )
  const epoch = Math.max(known, ...rows.map((row) => row.epoch))
  await writeFile(file, `${epoch}\n`, { mode: 0o600 })
  return epoch
}
