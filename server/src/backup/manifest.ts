import { existsSync } from 'node:fs'
import { mkdir, readdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Vault } from '../context.ts'
import { BackupError, type SavedFiles } from './files.ts'
import type { KeptFile } from './kept.ts'

/** Contents of manifest.json. Format 1, from before 2026-11-29, had no signature and no encryption. */
export interface Manifest {
  format: 1 | 2
  made_at: string
  cartage: string
  /** Name of the last migration of the database. */
  schema: string
  tables: SavedTable[]
  /** Absent in backups of versions without documents. */
  documents?: SavedFiles
  /** First day of the first and of the last week with position samples; absent when there are none. */
  position_weeks?: { first: string; last: string }
  /** The public keys that the files are encrypted to; empty when they are not encrypted. Absent in format 1. */
  encrypted_to?: string[]
  /** The public key that verifies manifest.sig. Absent in format 1. */
  signed_by?: string
  /** Where the audit trail of each tenant ended (AUDIT-9). Absent in format 1. */
  trails?: TrailEnd[]
  /** The master key, if the backup includes it. */
  master_key?: KeptFile
}

/** Where an audit trail ended when the backup was made. */
export interface TrailEnd {
  tenant_id: string
  sequence: number
  /** In hexadecimal. */
  hash: string
}

/** One table of a backup: `file` holds its rows in the text format of COPY, compressed. */
export interface SavedTable extends KeptFile {
  name: string
  columns: string[]
  rows: number
}

/** Additional fields of an export of one tenant. */
export interface TenantManifest extends Manifest {
  tenant: { tenant_id: string; slug: string; name: string; epoch: number }
  key: KeyFacts
}

/** Identifies the master key that sealed the secrets, without revealing anything of the key. */
export interface KeyFacts {
  /** A known text digested with the pepper, in hexadecimal: digests of secrets cannot be compared under another one. */
  digest: string
  /** A text sealed with each version of the key, in base64. */
  proofs: string[]
}

/** File names of a manifest and its signature. */
export const [manifestName, signatureName] = ['manifest.json', 'manifest.sig']

/** Becomes the manifest at the end: a folder with it holds a backup that is in progress or was interrupted (OPS-39). */
export const draftName = `${manifestName}.part`

/**
 * Makes the folder of a backup, readable by its owner only.
 * @throws BackupError when it exists and is not empty
 */
export async function makeFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const names = (await readdir(folder)).filter((name) => name !== draftName)
  if (names.length > 0 && !names.includes(manifestName) && existsSync(join(folder, draftName))) {
    throw new BackupError(
      `${folder} holds a backup that was cut off, unless it is still being written. Remove the folder, or choose a new one.`,
    )
  }
  if (names.length > 0) throw new BackupError(`${folder} is not empty. Choose a new folder.`)
  await writeFile(join(folder, draftName), '', { mode: 0o600 })
}

/**
 * Signs the manifest, which has the checksum of every file, and writes it (OPS-34). It comes last: a folder without manifest is
 * not a backup.
 */
export async function writeManifest<Kind extends Manifest>(
  folder: string,
  facts: Omit<Kind, 'format' | 'signed_by'>,
  vault: Pick<Vault, 'sign' | 'signers'>,
): Promise<Kind> {
  const manifest = { format: 2, ...facts, signed_by: vault.signers[0]! } as Kind
  const bytes = Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`)
  await writeFile(join(folder, signatureName), `${vault.sign(bytes).toString('base64url')}\n`, { mode: 0o600 })
  await writeFile(join(folder, draftName), bytes, { mode: 0o600, flush: true })
  await rename(join(folder, draftName), join(folder, manifestName))
  return manifest
}
