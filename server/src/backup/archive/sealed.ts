import { createReadStream, createWriteStream, readdirSync } from 'node:fs'
import { mkdir, readdir, readFile, readlink, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { AgeError } from '../age/header.ts'
import type { Identity } from '../age/keys.ts'
import { decryptWith } from '../age/stream.ts'
import { BackupError } from '../files.ts'
import { basesFolder, segmentsFolder } from './base.ts'

const ending = '.age'
const segment = /^[0-9A-F]{24}/

/**
 * Copies a folder of the archive and decrypts encrypted files.
 * @throws BackupError when none of the keys opens a file, or it was changed
 */
export async function copyOpened(from: string, to: string, identities: readonly Identity[]): Promise<void> {
  await mkdir(to, { recursive: true, mode: 0o700 })
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isDirectory()) await copyOpened(source, target, identities)
    else if (entry.isSymbolicLink()) await symlink(await readlink(source), target)
    else await openFile(source, target, identities)
  }
}

/**
 * Decrypts the segments that a copy needs into a folder: PostgreSQL replays them under another account, which never
 * sees the secret key.
 * @param cluster the copy, whose label names its first segment
 * @throws BackupError see copyOpened
 */
export async function openSegments(
  { archive, cluster }: { archive: string; cluster: string },
  to: string,
  identities: readonly Identity[],
): Promise<void> {
  const label = await readFile(join(cluster, 'backup_label'), 'utf8')
  const first = /\(file [0-9A-F]{8}([0-9A-F]{16})\)/.exec(label)?.[1] ?? ''
  await mkdir(to, { recursive: true, mode: 0o700 })
  const names = (await readdir(segmentsFolder(archive)).catch(() => [])).filter((name) => name.endsWith(ending))
  for (const name of names) {
    // The first eight digits are the timeline. Timeline history files are always needed.
    const isNeeded = !segment.test(name) || name.slice(8, 24) >= first
    if (isNeeded) await openFile(join(segmentsFolder(archive), name), join(to, name), identities)
  }
}

async function openFile(source: string, target: string, identities: readonly Identity[]): Promise<void> {
  const isSealed = source.endsWith(ending)
  const name = isSealed ? target.slice(0, -ending.length) : target
  if (isSealed && identities.length === 0) {
    throw new BackupError('The archive is encrypted: name the file with the secret key of backups with --identity.')
  }
  try {
    const opening = isSealed ? decryptWith(identities) : new PassThrough()
    await pipeline(createReadStream(source), opening, createWriteStream(name, { mode: 0o600 }))
  } catch (error) {
    if (error instanceof AgeError) throw new BackupError(`${source} cannot be read. ${error.message}`)
    throw error
  }
}

/** Counts the plain-text segments and copies in the archive, from before backups were encrypted. */
export function unsealedIn(archive: string): { segments: number; bases: number } {
  const segments = namesIn(segmentsFolder(archive)).filter((name) => name.endsWith('.gz')).length
  const bases = namesIn(basesFolder(archive)).filter((name) => {
    const files = namesIn(join(basesFolder(archive), name, 'cluster'))
    return files.includes('PG_VERSION')
  }).length
  return { segments, bases }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
