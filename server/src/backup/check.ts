import { createPublicKey, verify } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { AgeError } from './age/header.ts'
import type { Identity } from './age/keys.ts'
import { BackupError, hashFile, listedFiles } from './files.ts'
import { openKept } from './kept.ts'
import { draftName, type Manifest, manifestName, signatureName, type TenantManifest } from './manifest.ts'

/** Keys that a backup is checked and opened with. */
export interface Trust {
  /** Public keys whose signature is trusted. */
  readonly signers: readonly string[]
  /** Keys that decrypt. */
  readonly identities: readonly Identity[]
  /** Whether the operator accepts it without a signature: one of format 1, or one whose key is lost. */
  readonly takesUnsigned: boolean
}

/**
 * Reads and checks a whole backup before anything is taken from it (OPS-34, OPS-35): the signature, every file, and
 * that the given key decrypts it.
 * @throws BackupError when it is not a backup, the export of one tenant, changed, incomplete or encrypted to another
 * key
 */
export async function readBackup(folder: string, trust: Trust): Promise<Manifest> {
  return wholeBackup(folder, await readChecked(folder, trust))
}

/**
 * Checks the signature and every file, for a machine that stores backups without a key to decrypt them.
 * @throws BackupError when it is not a backup, the export of one tenant, changed or incomplete
 */
export async function checkBackup(folder: string, trust: Trust): Promise<Manifest> {
  if (trust.identities.length > 0) return await readBackup(folder, trust)
  const manifest = await readManifest(folder, trust)
  await checkFiles(manifest, folder)
  return wholeBackup(folder, manifest)
}

function wholeBackup(folder: string, manifest: Manifest | TenantManifest): Manifest {
  if (!('tenant' in manifest)) return manifest
  throw new BackupError(`${folder} is the export of one tenant. Bring it back with: cartage tenant import FOLDER`)
}

/**
 * Same as readBackup, for an export of one tenant.
 * @throws BackupError when it is not an export, a whole backup, changed, incomplete or encrypted to another key
 */
export async function readTenantExport(folder: string, trust: Trust): Promise<TenantManifest> {
  const manifest = await readChecked(folder, trust)
  if ('tenant' in manifest) return manifest
  throw new BackupError(`${folder} is a backup of all tenants. Restore it into a new DATA_DIR: cartage restore FOLDER`)
}

/**
 * Reads the manifest and checks its signature, but no file.
 * @throws BackupError when it is not a manifest, or was changed
 */
export async function readManifest(folder: string, trust: Trust): Promise<Manifest | TenantManifest> {
  const { bytes, manifest } = await readUnchecked(folder)
  if (!trust.takesUnsigned) await checkSignature(folder, bytes, manifest, trust.signers)
  return manifest
}

async function readChecked(folder: string, trust: Trust): Promise<Manifest | TenantManifest> {
  const { manifest: unverified } = await readUnchecked(folder)
  // Only for an early error: the content is trusted after the signature check.
  refuseOtherKey(unverified, trust.identities)
  const manifest = await readManifest(folder, trust)
  await checkFiles(manifest, folder)
  await tryKey(manifest, folder, trust.identities)
  return manifest
}

async function readUnchecked(folder: string): Promise<{ bytes: Buffer; manifest: Manifest | TenantManifest }> {
  let bytes: Buffer
  try {
    bytes = await readFile(join(folder, manifestName))
  } catch {
    if (existsSync(join(folder, draftName))) {
      throw new BackupError(`${folder} holds a backup that was cut off before its end: use another one.`)
    }
    throw new BackupError(`${folder} has no ${manifestName}: it is not a backup, or an unfinished one.`)
  }
  const manifest = parse(bytes)
  if (manifest.format !== 1 && manifest.format !== 2) {
    throw new BackupError(`The backup has format ${manifest.format}, and this version reads formats 1 and 2 only.`)
  }
  return { bytes, manifest }
}

function parse(bytes: Buffer): Manifest | TenantManifest {
  try {
    return JSON.parse(bytes.toString('utf8')) as Manifest | TenantManifest
  } catch {
    throw new BackupError(`${manifestName} is damaged: use another backup.`)
  }
}

async function checkSignature(
  folder: string,
  bytes: Buffer,
  { format, signed_by: signer }: Manifest,
  signers: readonly string[],
): Promise<void> {
  if (format === 1 || signer === undefined) {
    throw new BackupError(
      'The backup is not signed: it was made before 2026-11-29, or someone changed it. If you know where it comes from, take it ' +
        'with --unsigned.',
    )
  }
  if (signers.length === 0) {
    throw new BackupError(
      'There is nothing to check the signature of the backup with. Put the master key of that time where this installation has ' +
        'its own, or give the public key that the backup printed with --signed-by; --unsigned takes it without a check.',
    )
  }
  if (!signers.includes(signer)) {
    throw new BackupError(
      `The backup is signed by ${signer}, under another master key than this installation has or you named (${signers.join(', ')}).`,
    )
  }
  const signature = await readFile(join(folder, signatureName), 'utf8').catch(() => undefined)
  if (signature === undefined) throw new BackupError(`${signatureName} is missing: use another backup.`)
  if (isSigned(bytes, Buffer.from(signature.trim(), 'base64url'), signer)) return
  throw new BackupError(`${manifestName} was changed after it was signed: use another backup.`)
}

/** DER prefix before the 32 bytes of an Ed25519 public key (RFC 8410). */
const publicHead = Buffer.from('302a300506032b6570032100', 'hex')

function isSigned(bytes: Buffer, signature: Buffer, signer: string): boolean {
  try {
    const der = Buffer.concat([publicHead, Buffer.from(signer, 'base64url')])
    return verify(null, bytes, createPublicKey({ key: der, format: 'der', type: 'spki' }), signature)
  } catch {
    return false
  }
}

/**
 * Checks every file against its checksum.
 * @throws BackupError naming the file that is missing or damaged
 */
async function checkFiles(manifest: Manifest, folder: string): Promise<void> {
  const { tables, documents, master_key: key } = manifest
  for (const file of [...tables, ...(key ? [key] : []), ...(documents?.list ? [documents.list] : [])]) {
    await checkFile(folder, file)
  }
  if (documents?.list) for await (const file of listedFiles(folder, documents.list)) await checkFile(folder, file)
}

async function checkFile(folder: string, { file, sha256 }: { file: string; sha256: string }): Promise<void> {
  const found = await hashFile(join(folder, file)).catch(() => 'missing')
  if (found !== sha256)
    throw new BackupError(`${file} is ${found === 'missing' ? found : 'damaged'}: use another backup.`)
}

function refuseOtherKey({ encrypted_to: recipients = [] }: Manifest, identities: readonly Identity[]): void {
  if (recipients.length === 0) {
    if (identities.length === 0) return
    throw new BackupError(
      'The backup is not encrypted, although a key was given. Is it the one you mean? Leave the key out.',
    )
  }
  const given = identities.map(({ recipient }) => recipient.text)
  if (given.some((text) => recipients.includes(text))) return
  const names = recipients.join(', ')
  if (given.length === 0) {
    throw new BackupError(`The backup is encrypted to ${names}. Give the file with its secret key: --identity FILE`)
  }
  throw new BackupError(`The given key (${given.join(', ')}) does not open the backup: it is encrypted to ${names}.`)
}

/** @throws BackupError when the first file does not open. The manifest alone is not proof of the key. */
async function tryKey({ tables }: Manifest, folder: string, identities: readonly Identity[]): Promise<void> {
  const first = tables.find(({ file }) => file.endsWith('.age'))
  if (first === undefined) return
  try {
    for await (const _ of openKept(folder, first.file, identities)) break
  } catch (error) {
    if (!(error instanceof AgeError)) throw error
    throw new BackupError(`${first.file} cannot be decrypted. ${error.message}`)
  }
}
