import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, readdir, readlink, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { DatabaseClient } from '../../db/client.ts'
import { sqlState } from '../../db/failure.ts'
import { version } from '../../version.ts'
import type { Recipient } from '../age/keys.ts'
import { encryptTo } from '../age/stream.ts'
import { BackupError } from '../files.ts'
import { readSchema } from '../rows.ts'

/** Contents of base.json in a copy; it is written last. */
export interface Base {
  format: 1
  started_at: string
  /** From this moment on, the copy and the archive can restore any moment. */
  finished_at: string
  cartage: string
  schema: string
  bytes: number
  /** Public keys that its files and the log are encrypted to; absent in copies made before encryption existed. */
  encrypted_to?: string[]
}

/** Parts of a cluster that a copy must not contain: they belong to a running PostgreSQL, or come from the archive. */
const leftOut: readonly string[] = ['pg_wal', 'pg_replslot', 'pg_dynshmem', 'pg_notify', 'pg_serial', 'pg_snapshots']
const emptied: readonly string[] = [...leftOut, 'pg_stat_tmp', 'pg_subtrans']
const leftOutFiles =
  /^(postmaster\.(pid|opts)|pg_internal\.init.*|backup_label.*|tablespace_map|current_logfiles|standby\.signal|recovery\.signal)$/

/** Folder of the copies under the archive. */
export function basesFolder(archive: string): string {
  return join(archive, 'base')
}

/** Folder of the segments of the write-ahead log under the archive. */
export function segmentsFolder(archive: string): string {
  return join(archive, 'wal')
}

/**
 * Copies the files of the embedded cluster while it runs, as the starting point for replaying the archive (OPS-20).
 * Files that change meanwhile are inconsistent in the copy and repaired by the log.
 * @param cluster PostgreSQL's own data folder
 * @param recipients who can decrypt the copy (OPS-36); none: it is plain
 * @throws BackupError when archiving is off, so that a copy would be useless
 */
export async function copyBase(
  connection: pg.ClientConfig,
  cluster: string,
  archive: string,
  recipients: readonly Recipient[] = [],
): Promise<Base & { folder: string }> {
  const client = new DatabaseClient({ ...connection, application_name: 'cartage backup' })
  await client.connect()
  try {
    const { rows } = await client.query<{ mode: string }>(`select current_setting('archive_mode') as mode`)
    if (rows[0]!.mode !== 'on') {
      throw new BackupError(
        'The database archives nothing. Set BACKUP_WAL_DIR for every process, then start them again.',
      )
    }
    const startedAt = new Date().toISOString()
    const folder = join(basesFolder(archive), startedAt.replaceAll(':', '-'))
    await removeCutOff(client, archive)
    const draft = `${folder}.draft`
    await mkdir(join(draft, 'cluster'), { recursive: true, mode: 0o700 })
    await client.query(`select pg_backup_start('cartage', true)`)
    const bytes = await copyFolder(cluster, join(draft, 'cluster'), recipients, true)
    const ended = await stopBackup(client)
    await writeOne(Readable.from([Buffer.from(ended.labelfile)]), join(draft, 'cluster', 'backup_label'), recipients)
    const facts = {
      started_at: startedAt,
      finished_at: ended.at,
      cartage: version,
      schema: await readSchema(client),
    }
    const base: Base = { format: 1, ...facts, bytes, encrypted_to: recipients.map(({ text }) => text) }
    await writeFile(join(draft, 'base.json'), `${JSON.stringify(base, null, 2)}\n`, { mode: 0o600 })
    await rename(draft, folder)
    return { ...base, folder }
  } finally {
    await client.end()
  }
}

/** Arbitrary lock number that no other program uses; held while a copy is made. */
const copyLock = 7_240_110_042

/**
 * Removes interrupted copies, which are useless and as large as the database (OPS-39). Does nothing while another copy
 * is being made.
 */
async function removeCutOff(client: pg.Client, archive: string): Promise<void> {
  const { rows } = await client.query<{ alone: boolean }>('select pg_try_advisory_lock($1) as alone', [copyLock])
  if (!rows[0]!.alone) return
  for (const name of await readdir(basesFolder(archive)).catch(() => [])) {
    if (name.endsWith('.draft')) await rm(join(basesFolder(archive), name), { recursive: true, force: true })
  }
}

/**
 * Waits until the archive has the segments that the copy needs.
 * @throws BackupError when archiving fails
 */
async function stopBackup(client: pg.Client): Promise<{ labelfile: string; at: string }> {
  try {
    await client.query(`set statement_timeout = '120s'`)
    const { rows } = await client.query<{ labelfile: string; at: string }>(
      `select labelfile, to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at
         from pg_backup_stop(true)`,
    )
    return rows[0]!
  } catch (error) {
    if (sqlState(error) !== '57014') throw error
    throw new BackupError(
      'The archive did not take the log within two minutes, so the copy is of no use. postgres.log in DATA_DIR says why.',
    )
  }
}

/** @returns bytes copied. A file that disappears meanwhile no longer belongs to the cluster. */
async function copyFolder(from: string, to: string, recipients: readonly Recipient[], isTop = false): Promise<number> {
  let bytes = 0
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isDirectory()) {
      await mkdir(target, { recursive: true, mode: 0o700 })
      if (!isTop || !emptied.includes(entry.name)) bytes += await copyFolder(source, target, recipients)
    } else if (entry.isSymbolicLink()) {
      await symlink(await readlink(source), target)
    } else if (!leftOutFiles.test(entry.name)) {
      bytes += await copyOne(source, target, recipients)
    }
  }
  return bytes
}

async function copyOne(source: string, target: string, recipients: readonly Recipient[]): Promise<number> {
  try {
    return await writeOne(createReadStream(source), target, recipients)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    await rm(nameOf(target, recipients), { force: true })
    return 0
  }
}

/** @returns bytes written and synced to disk */
async function writeOne(source: Readable, target: string, recipients: readonly Recipient[]): Promise<number> {
  const sealing = recipients.length > 0 ? encryptTo(recipients) : new PassThrough()
  const name = nameOf(target, recipients)
  await pipeline(source, sealing, createWriteStream(name, { mode: 0o600 }))
  const file = await open(name, 'r')
  try {
    await file.sync()
    return (await file.stat()).size
  } finally {
    await file.close()
  }
}

function nameOf(target: string, recipients: readonly Recipient[]): string {
  return recipients.length > 0 ? `${target}.age` : target
}
