import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { BackupError, hashFile, type SavedFiles } from './files.ts'

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

/** What an export of one tenant says besides. */
export interface TenantManifest extends Manifest {
  tenant: { tenant_id: string; slug: string; name: string; epoch: number }
  key: KeyFacts
}

/** By which a master key is known as the one that sealed the secrets; it reveals nothing of the key. */
export interface KeyFacts {
  /** A known text under the pepper, in hexadecimal: digests of secrets cannot be compared under another one. */
  digest: string
  /** A text sealed with each version of the key, in base64. */
  proofs: string[]
}

/**
 * Makes the folder of a backup, readable by its owner only.
 * @throws BackupError when it is there and not empty
 */
export async function makeFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  if ((await readdir(folder)).length > 0) throw new BackupError(`${folder} is not empty. Choose a new folder.`)
}

/** Comes last: a folder without manifest is not a backup. */
export async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  await writeFile(join(folder, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600 })
}

/**
 * Reads the manifest of a backup.
 * @throws BackupError when it is none, or the export of one tenant
 */
export async function readManifest(folder: string): Promise<Manifest> {
  const manifest = await readAny(folder)
  if (!('tenant' in manifest)) return manifest
  throw new BackupError(`${folder} is the export of one tenant. Bring it back with: cartage tenant import FOLDER`)
}

/**
 * Reads the manifest of an export of one tenant.
 * @throws BackupError when it is none, or a whole backup
 */
export async function readTenantManifest(folder: string): Promise<TenantManifest> {
  const manifest = await readAny(folder)
  if ('tenant' in manifest) return manifest
  throw new BackupError(`${folder} is a backup of all tenants. Restore it into a new DATA_DIR: cartage restore FOLDER`)
}

async function readAny(folder: string): Promise<Manifest | TenantManifest> {
  let text: string
  try {
    text = await readFile(join(folder, 'manifest.json'), 'utf8')
  } catch {
    throw new BackupError(`${folder} has no manifest.json: it is not a backup, or an unfinished one.`)
  }
  const manifest = JSON.parse(text) as Manifest | TenantManifest
  if (manifest.format !== 1)
    throw new BackupError(`The backup has format ${manifest.format}, and this version reads only format 1.`)
  return manifest
}

/**
 * Holds every file of rows against its checksum: everything is checked before anything is written.
 * @throws BackupError naming the file that is missing or damaged
 */
export async function checkFiles(manifest: Manifest, folder: string): Promise<void> {
  for (const { file, sha256 } of manifest.tables) {
    const found = await hashFile(join(folder, file)).catch(() => 'missing')
    if (found !== sha256)
      throw new BackupError(`${file} is ${found === 'missing' ? found : 'damaged'}: use another backup.`)
  }
}
