import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { uuidPattern } from '@cartage/contract/uuid'
import type { FileKey, Files } from '../context.ts'
import { placeOf } from '../documents/content/shelf.gateway.ts'

/** The folder cannot be used, or what is in it is not a whole backup. `message` says which. */
export class BackupError extends Error {
  override name = 'BackupError'
}

/** What a backup holds of the bytes of documents. */
export interface SavedFiles {
  count: number
  bytes: number
  /** `tenant/aa/sha256` of content that documents have and the store could not give, or gave damaged. */
  missing: string[]
}

/** Content that the database speaks of. */
export interface ReferencedFile extends FileKey {
  /** Whether a document has it; an upload that nothing refers to may go at any time. */
  readonly is_used: boolean
}

/**
 * Copies the bytes of documents into `folder/blobs`. The rows are saved first and the bytes after them, so that every
 * row has its bytes: content goes only when nothing has referred to it for 7 days.
 */
export async function saveFiles(
  files: Files,
  referenced: readonly ReferencedFile[],
  folder: string,
): Promise<SavedFiles> {
  const saved: SavedFiles = { count: 0, bytes: 0, missing: [] }
  for (const file of referenced) {
    const size = await saveFile(files, file, join(folder, 'blobs', placeOf(file)))
    if (size !== undefined) {
      saved.count += 1
      saved.bytes += size
    } else if (file.is_used) {
      saved.missing.push(placeOf(file))
    }
  }
  return saved
}

/** Undefined when the store does not have it, or has something else. A full disk of the backup is thrown. */
async function saveFile(files: Files, key: FileKey, target: string): Promise<number | undefined> {
  const opened = await files.open(key).catch(() => undefined)
  if (!opened) return undefined
  await mkdir(dirname(target), { recursive: true, mode: 0o700 })
  await pipeline(opened.bytes, createWriteStream(target, { mode: 0o600 }))
  return (await hashFile(target)) === key.sha256 ? opened.size : undefined
}

const tenantFolder = new RegExp(`^${uuidPattern}$`)
const contentFile = /^[0-9a-f]{64}$/

/**
 * Puts the bytes of a backup into the file store. Harmless when the restore fails afterwards: they have the names that
 * the same bytes would have anyway.
 * @param only the one tenant whose bytes are wanted
 * @throws BackupError for a file that is not what its name says
 */
export async function loadFiles(files: Files, folder: string, only?: string): Promise<number> {
  let count = 0
  const tenants = await namesIn(join(folder, 'blobs'), tenantFolder)
  for (const tenantId of tenants.filter((id) => only === undefined || id === only)) {
    for (const start of await namesIn(join(folder, 'blobs', tenantId), /^[0-9a-f]{2}$/)) {
      for (const sha256 of await namesIn(join(folder, 'blobs', tenantId, start), contentFile)) {
        await loadFile(files, { tenantId, sha256 }, join(folder, 'blobs', tenantId, start, sha256))
        count += 1
      }
    }
  }
  return count
}

async function namesIn(folder: string, pattern: RegExp): Promise<string[]> {
  const names = await readdir(folder).catch(() => [])
  return names.filter((name) => pattern.test(name)).sort()
}

async function loadFile(files: Files, { tenantId, sha256 }: FileKey, path: string): Promise<void> {
  const received = await files.receive(createReadStream(path))
  try {
    if (received.sha256 !== sha256) throw new BackupError(`${path} is damaged: use another backup.`)
    await received.keep(tenantId)
  } finally {
    await received.drop()
  }
}

/** Which of the content the store does not have. */
export async function findMissing(files: Files, referenced: readonly ReferencedFile[]): Promise<string[]> {
  const missing: string[] = []
  for (const file of referenced.filter((one) => one.is_used)) {
    const opened = await files.open(file).catch(() => undefined)
    if (opened) opened.bytes.destroy()
    else missing.push(placeOf(file))
  }
  return missing
}

/** SHA-256 of a file in hexadecimal. */
export async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer)
  return hash.digest('hex')
}

/** Says for people which documents lack their bytes: nothing when every one has them. */
export function missingLines(missing: readonly string[]): string[] {
  if (missing.length === 0) return []
  const some = missing.slice(0, 10).map((place) => `  ${place}`)
  return [`WARNING: the bytes of ${missing.length} documents are missing or damaged:`, ...some]
}
