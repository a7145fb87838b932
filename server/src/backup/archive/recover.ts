import { existsSync } from 'node:fs'
import { open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Files } from '../../context.ts'
import { type CrashPoints, noCrashPoints } from '../../crash-points.ts'
import { DatabaseClient } from '../../db/client.ts'
import { changeOwner, chooseAccount, EmbeddedError } from '../../db/embedded/binaries.ts'
import { openDataDir, openEmbedded } from '../../db/embedded/database.ts'
import { stopLeftBehind } from '../../db/embedded/keeper.ts'
import { createOwnerLock } from '../../db/embedded/lock.ts'
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
import { momentFile, recoveryFolder } from './unfinished.ts'

/** Result of a restore to a moment. */
export interface Recovered {
  /** The moment requested, UTC, or `latest`. */
  to: string
  /** When the copy it started from was finished. */
  base: string
  /** The last restored commit; null when none came after the copy. */
  last_commit_at: string | null
  tenants: string[]
  /** New epoch of events, the highest of all tenants. */
  epoch: number
  missing_documents: string[]
}

interface Recovering {
  dataDir: string
  archive: string
  /** A moment, or `latest` for everything in the archive. */
  to: Date | 'latest'
  files: Files
  /** Secret keys that open an encrypted archive. */
  identities?: readonly Identity[]
  log: (message: string, facts?: object) => void
  crashPoints?: CrashPoints
}

/**
 * Restores the embedded database of an empty data folder to a moment (OPS-20): copies the newest copy from before it
 * and has PostgreSQL replay the archive up to it. Epochs rise above every one that a restore from this archive has
 * used, sessions and links end, leases are free. The work happens in a separate folder that becomes the database with
 * one rename at the end. If interrupted, the same command repeats it, and nothing else starts on it meanwhile (OPS-37).
 * @throws BackupError when the folder is in use, no copy is old enough, or no key opens the archive (OPS-36)
 * @throws EmbeddedError with the message of PostgreSQL when the archive does not reach the moment
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
  openDataDir(dataDir)
  const folders = { draft: recoveryFolder(dataDir), opened: join(recoveryFolder(dataDir), 'wal') }
  await beginAgain(given)
  const lock = createOwnerLock(folders.draft)
  lock.attach()
  const { crashPoints = noCrashPoints, identities = [] } = given
  try {
    const made = join(folders.draft, 'cluster')
    await copyOpened(join(folder, 'cluster'), made, identities)
    await openSegments({ archive, cluster: made }, folders.opened, identities)
    await writeFile(join(made, 'recovery.signal'), '')
    for (const each of [made, folders.opened]) changeOwner(chooseAccount(cluster), each, true)
    crashPoints.reach('recovery:copied')
    lock.detach()
    const recovered = await finish(given, base, folders)
    // Decrypted files are removed before the restore is complete.
    await rm(folders.opened, { recursive: true, force: true })
    crashPoints.reach('recovery:made')
    await rename(made, cluster)
    await syncFolder(dataDir)
    crashPoints.reach('recovery:renamed')
    return recovered
  } finally {
    lock.detach()
    await rm(folders.draft, { recursive: true, force: true })
  }
}

/**
 * Makes the folder of the restore and removes an interrupted one, whose PostgreSQL may still run.
 * @throws BackupError when another process is restoring into the data folder
 */
async function beginAgain({ dataDir, to, log }: Recovering): Promise<void> {
  const draft = recoveryFolder(dataDir)
  if (existsSync(draft)) {
    if (createOwnerLock(draft).hasOthers()) {
      throw new BackupError(`Another process restores into ${dataDir} at this moment. Wait for it, or stop it first.`)
    }
    await stopLeftBehind({ dataDir: draft, durable: true, settings: {}, log })
  }
  // Earlier versions made them here.
  const before = ['cluster.recovering', 'wal.recovering'].map((name) => join(dataDir, name))
  for (const each of [draft, ...before]) await rm(each, { recursive: true, force: true })
  openDataDir(draft)
  await writeFile(momentFile(dataDir), `${to === 'latest' ? to : to.toISOString()}\n`)
}

/** Makes a rename in the folder survive a power loss. Windows has no equivalent. */
async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

async function finish(
  { archive, to, files, log, crashPoints = noCrashPoints }: Recovering,
  base: Base,
  { draft, opened }: { draft: string; opened: string },
): Promise<Recovered> {
  const settings = recoverySettings(archive, opened, to)
  const embedded = await openEmbedded({ dataDir: draft, log, settings }).catch(explain)
  try {
    const client = new DatabaseClient({ ...embedded.connection, application_name: 'cartage restore' })
    await client.connect()
    try {
      const lastCommit = await untilPromoted(client)
      crashPoints.reach('recovery:replayed')
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

/** @throws BackupError for a moment that the archive does not reach, otherwise the original error of PostgreSQL */
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

/**
 * Connects when the recovery ends and PostgreSQL accepts writes.
 * @returns the last replayed commit
 */
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
 * A second restore from the same archive must not reuse the epochs of the first: the archive stores the highest one
 * used.
 */
async function raiseEpochs(client: DatabaseClient, archive: string): Promise<number> {
  const file = join(archive, 'restored-epoch')
  const known = Number(await readFile(file, 'utf8').catch(() => '0'))
  const { rows } = await client.query<{ epoch: number }>(
    'update tenant set epoch = 1 + greatest(epoch, $1::integer) returning epoch',
    [known],
  )
  const epoch = Math.max(known, ...rows.map((row) => row.epoch))
  // Written under another name first: a truncated number would reuse epochs.
  await writeFile(`${file}.part`, `${epoch}\n`, { mode: 0o600, flush: true })
  await rename(`${file}.part`, file)
  return epoch
}
