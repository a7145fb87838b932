import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { pipeline, type Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { uuidPattern } from '@cartage/contract/uuid'
import type { FileKey, Files } from '../context.ts'
import { placeOf } from '../documents/content/shelf.gateway.ts'
import type { Identity, Recipient } from './age/keys.ts'
import { hashing, type KeptFile, keep, openKept } from './kept.ts'

/** The folder is unusable, or does not hold a whole backup. `message` says which. */
export class BackupError extends Error {
  override name = 'BackupError'
}

/** Documents of a backup. */
export interface SavedFiles {
  count: number
  bytes: number
  /** `tenant/aa/sha256` of referenced content that the store lacks or returned damaged. */
  missing: string[]
  /** List of each file with its SHA-256, in the format of `sha256sum -c`; absent in format 1. */
  list?: KeptFile
}

/** Content that the database refers to. */
export interface ReferencedFile extends FileKey {
  /** Whether a document refers to it; an upload without a reference may be removed at any time. */
  readonly is_used: boolean
}

const listName = 'documents.sha256'
const listed = new RegExp(`^([0-9a-f]{64}) {2}(blobs/(${uuidPattern})/[0-9a-f/]+(?:\\.age)?)$`)

/**
 * Copies the bytes of documents into `folder/blobs`. The rows are saved first and the bytes after them, so that every
 * row has its bytes: content is removed only after 7 days without a reference. Encrypted files have numbers for names,
 * because a checksum would identify a document to someone who has the same one.
 */
export async function saveFiles(
  files: Files,
  referenced: readonly ReferencedFile[],
  { folder, recipients }: { folder: string; recipients: readonly Recipient[] },
): Promise<SavedFiles> {
  const saved: SavedFiles = { count: 0, bytes: 0, missing: [] }
  const list = createWriteStream(join(folder, listName), { mode: 0o600 })
  const { through, digest } = hashing()
  pipeline(through, list, () => {})
  for (const [index, file] of referenced.entries()) {
    const number = String(index + 1).padStart(9, '0')
    const name = recipients.length > 0 ? `${file.tenantId}/${number.slice(0, 6)}/${number}` : placeOf(file)
    const kept = await saveFile(files, file, { folder, name: `blobs/${name}`, recipients })
    if (kept !== undefined) {
      saved.count += 1
      saved.bytes += kept.size
      through.write(`${kept.sha256}  ${kept.file}\n`)
    } else if (file.is_used) {
      saved.missing.push(placeOf(file))
    }
  }
  through.end()
  await finished(list)
  return { ...saved, list: { file: listName, sha256: digest() } }
}

interface Place {
  folder: string
  name: string
  recipients: readonly Recipient[]
}

/** Undefined when the store lacks the content or has different bytes. A full disk of the backup is thrown. */
async function saveFile(files: Files, key: FileKey, { folder, name, recipients }: Place) {
  const opened = await files.open(key).catch(() => undefined)
  if (!opened) return undefined
  const { through, digest } = hashing()
  // A store that fails midway fails the copy.
  const source = pipeline(opened.bytes, through, () => {})
  const kept = await keep(source, folder, name, recipients)
  if (digest() === key.sha256) return { ...kept, size: opened.size }
  await rm(join(folder, kept.file))
  return undefined
}

/** One line of the list of documents. */
export interface ListedFile extends KeptFile {
  tenantId: string
}

/**
 * The documents of a backup, one by one.
 * @throws BackupError for an invalid line
 */
export async function* listedFiles(folder: string, list: KeptFile): AsyncGenerator<ListedFile> {
  const lines = createInterface({
    input: createReadStream(join(folder, list.file)),
    crlfDelay: Number.POSITIVE_INFINITY,
  })
  for await (const line of lines) {
    const [, sha256, file, tenantId] = listed.exec(line) ?? []
    if (sha256 === undefined) throw new BackupError(`${list.file} has a line that is none of a document.`)
    yield { sha256, file: file!, tenantId: tenantId! }
  }
}

const tenantFolder = new RegExp(`^${uuidPattern}$`)
const contentFile = /^[0-9a-f]{64}$/

/** Which documents of a backup to load, and how they are read. */
export interface Loading {
  folder: string
  /** Undefined in format 1, which lacks a list. */
  list: KeptFile | undefined
  identities: readonly Identity[]
  /** The only tenant whose bytes are loaded. */
  only?: string
}

/**
 * Puts the bytes of a backup into the file store. Harmless when the restore fails afterwards: the names follow from the
 * content.
 * @throws BackupError for a file whose content does not match its name
 */
export async function loadFiles(files: Files, { folder, list, identities, only }: Loading): Promise<number> {
  let count = 0
  for await (const { file, tenantId, sha256 } of list ? listedFiles(folder, list) : foundFiles(folder)) {
    if (only !== undefined && tenantId !== only) continue
    const expected = file.endsWith('.age') ? undefined : sha256
    await loadFile(files, openKept(folder, file, identities), { tenantId, file, sha256: expected })
    count += 1
  }
  return count
}

/** Documents of a backup without a list, found by file name. */
async function* foundFiles(folder: string): AsyncGenerator<ListedFile> {
  for (const tenantId of await namesIn(join(folder, 'blobs'), tenantFolder)) {
    for (const start of await namesIn(join(folder, 'blobs', tenantId), /^[0-9a-f]{2}$/)) {
      for (const sha256 of await namesIn(join(folder, 'blobs', tenantId, start), contentFile)) {
        yield { sha256, tenantId, file: `blobs/${placeOf({ tenantId, sha256 })}` }
      }
    }
  }
}

async function namesIn(folder: string, pattern: RegExp): Promise<string[]> {
  const names = await readdir(folder).catch(() => [])
  return names.filter((name) => pattern.test(name)).sort()
}

/** @param sha256 of the bytes; undefined if decryption already proves their integrity */
async function loadFile(
  files: Files,
  bytes: Readable,
  { tenantId, file, sha256 }: { tenantId: string; file: string; sha256: string | undefined },
): Promise<void> {
  const received = await files.receive(bytes)
  try {
    if (sha256 !== undefined && received.sha256 !== sha256)
      throw new BackupError(`${file} is damaged: use another backup.`)
    await received.keep(tenantId)
  } finally {
    await received.drop()
  }
}

/** Referenced content that the store lacks. */
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

/** Describes the documents that lack their bytes; empty when none do. */
export function missingLines(missing: readonly string[]): string[] {
  if (missing.length === 0) return []
  const some = missing.slice(0, 10).map((place) => `  ${place}`)
  return [`WARNING: the bytes of ${missing.length} documents are missing or damaged:`, ...some]
}
