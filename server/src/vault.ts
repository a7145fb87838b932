import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createPrivateKey,
  createPublicKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
  sign,
  timingSafeEqual,
} from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Config } from './config.ts'
import type { Vault } from './context.ts'
import type { Database } from './db/open.ts'
import { proofPrefix } from './db/session.ts'

/** The master key is missing, unusable or does not match this database. `message` has instructions. */
export class VaultError extends Error {
  override name = 'VaultError'
}

/** Master keys by version, 1 to 255. The highest seals; each one opens what it sealed. */
export type MasterKeys = ReadonlyMap<number, Buffer>

const nonceLength = 12
const tagLength = 16
const headLength = 1 + nonceLength + tagLength

const hashLength = 32

/**
 * Derives the working keys (HKDF-SHA-256) from the master keys. Sealed bytes are `version (1) | nonce (12) | tag (16) |
 * text`, digests `version (1) | hash (32)`. The newest version seals and digests. Every version of the file opens and
 * recognises its own data (SECRET-4). Digests of 32 bytes predate versions and belong to the lowest one.
 */
export function createVault(masters: MasterKeys): Vault {
  const versions = [...masters.keys()].sort((a, b) => a - b)
  const [lowest, newest] = [versions[0]!, versions.at(-1)!]
  const peppers = new Map(versions.map((version) => [version, derive(masters.get(version)!, 'cartage pepper')]))
  const sealing = new Map(versions.map((version) => [version, derive(masters.get(version)!, 'cartage seal')]))
  const signing = new Map(versions.map((version) => [version, signingKey(masters.get(version)!)]))
  const hash = (version: number, secret: string) => createHmac('sha256', peppers.get(version)!).update(secret).digest()
  const digestBy = (version: number, secret: string) => Buffer.concat([Buffer.of(version), hash(version, secret)])
  return {
    digest: (secret) => digestBy(newest, secret),
    digests: (secret) => [...versions.toReversed().map((version) => digestBy(version, secret)), hash(lowest, secret)],
    isDigest(secret, digest) {
      const version = digest.length === hashLength ? lowest : digest[0]
      const isKnown = version !== undefined && peppers.has(version)
      // An unknown version costs the same comparison as a known one.
      const right = hash(isKnown ? version : newest, secret)
      const given = digest.subarray(digest.length - hashLength)
      // No extra bytes between version and hash, or a signed link would have many valid spellings.
      const isWhole = digest.length === hashLength || digest.length === hashLength + 1
      return isWhole && timingSafeEqual(right, given) && isKnown
    },
    isOld: (digest) => digest.length === hashLength || digest[0] !== newest,
    deriveWith(sealed, text) {
      const version = sealed[0]
      if (version === undefined || !peppers.has(version)) throw unknownVersion()
      return hash(version, text)
    },
    seal(plain, about) {
      const nonce = randomBytes(nonceLength)
      const cipher = createCipheriv('aes-256-gcm', sealing.get(newest)!, nonce)
      cipher.setAAD(Buffer.from(`${newest}|${about}`))
      const text = Buffer.concat([cipher.update(plain), cipher.final()])
      return Buffer.concat([Buffer.of(newest), nonce, cipher.getAuthTag(), text])
    },
    open(sealed, about) {
      const version = sealed[0]
      const key = version === undefined ? undefined : sealing.get(version)
      if (key === undefined || sealed.length < headLength) throw unknownVersion()
      const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(1, 1 + nonceLength))
      decipher.setAAD(Buffer.from(`${version}|${about}`))
      decipher.setAuthTag(sealed.subarray(1 + nonceLength, headLength))
      return Buffer.concat([decipher.update(sealed.subarray(headLength)), decipher.final()])
    },
    sign: (bytes) => sign(null, bytes, signing.get(newest)!),
    signers: versions.toReversed().map((version) => signerOf(signing.get(version)!)),
  }
}

/** DER prefix of a 32-byte private Ed25519 key (RFC 8410). */
const signingHead = Buffer.from('302e020100300506032b657004220420', 'hex')

function signingKey(master: Buffer): KeyObject {
  const der = Buffer.concat([signingHead, derive(master, 'cartage backup signature')])
  return createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
}

function signerOf(key: KeyObject): string {
  return createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(-32).toString('base64url')
}

function unknownVersion(): VaultError {
  return new VaultError('A sealed value was made with a master key that is not in the key file.')
}

function derive(master: Buffer, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', master, Buffer.alloc(0), purpose, 32))
}

/**
 * Opens the vault of this installation. A missing key file is created, readable by its owner only, if DATA_DIR is ours
 * and the database holds nothing sealed yet. Later connections must belong to the same installation.
 * @throws VaultError if the key is missing, short, all zero or does not match this database
 */
export async function openVault(config: Config, db: Database): Promise<Vault> {
  const file = config.master_key_file ?? (config.data_dir && join(config.data_dir, 'master.key'))
  if (!file) throw new VaultError('Set MASTER_KEY_FILE or DATA_DIR: the server needs a place for its master key.')
  const known = await findProofs(db)
  const masters = parseKeyFile(await readOrCreate(file, config, known.length > 0), file)
  rejectOlder(masters, known, file)
  const vault = createVault(masters)
  const check = (proofs: readonly string[]) => findWrongKey(proofs, masters, vault, file)
  // Checked before this process adds its own version: a wrong file must leave nothing behind.
  if (known.length > 0) rejectWrong(check(known))
  await storeProofs(db, masters, known)
  rejectWrong(check(await findProofs(db)))
  db.expectInstallation(check)
  return vault
}

function rejectWrong(fault: string | undefined): void {
  if (fault !== undefined) throw new VaultError(fault)
}

async function readOrCreate(file: string, config: Config, isInUse: boolean): Promise<string> {
  const existing = await readIfThere(file)
  if (existing !== undefined) return existing
  if (isInUse) {
    throw new VaultError(`The master key ${file} is missing, but the database was made with one. Put the file back.`)
  }
  if (config.master_key_file !== undefined) {
    throw new VaultError(
      `MASTER_KEY_FILE names ${file}, which does not exist. Put 32 random bytes there as "1 base64".`,
    )
  }
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  const text = `1 ${randomBytes(32).toString('base64url')}\n`
  try {
    await writeFile(file, text, { mode: 0o600, flag: 'wx' })
    return text
  } catch (error) {
    // Another process created it at the same moment, so its key is used.
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return await readFile(file, 'utf8')
    throw error
  }
}

async function readIfThere(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw new VaultError(`The master key ${file} cannot be read: ${(error as Error).message}`)
  }
}

/**
 * Parses lines of `<version> <32 bytes in base64>`.
 * @throws VaultError for a short, all-zero or unreadable key
 */
export function parseKeyFile(text: string, file: string): MasterKeys {
  const masters = new Map<number, Buffer>()
  for (const line of text.split('\n').filter((entry) => entry.trim() !== '')) {
    const [version, encoded] = line.trim().split(/\s+/)
    const number = Number(version)
    const key = Buffer.from(encoded ?? '', 'base64url')
    const isUsable = Number.isInteger(number) && number >= 1 && number <= 255 && key.length === 32
    if (!isUsable || key.every((byte) => byte === key[0])) {
      throw new VaultError(`${file} must hold lines of a version (1 to 255) and 32 random bytes in base64.`)
    }
    masters.set(number, key)
  }
  if (masters.size === 0) throw new VaultError(`${file} is empty. Put the master key back.`)
  return masters
}

const proofText = 'cartage'

/** Proof texts sealed with each master key version ever used with this database, in base64. */
async function findProofs(db: Database): Promise<string[]> {
  const { rows } = await db.worker.query<{ proof: string }>(
    `select value #>> '{}' as proof from operator_setting where starts_with(name, $1)`,
    [proofPrefix],
  )
  return rows.map((row) => row.proof)
}

/** Setting name for the proof of a master key version. */
export function proofName(version: number): string {
  return version === 1 ? proofPrefix : `${proofPrefix}_${version}`
}

function versionOf(proof: string): number {
  return Buffer.from(proof, 'base64url')[0] ?? 0
}

/** Stores a proof for each version without one. Processes that start at once agree on the first. */
async function storeProofs(db: Database, masters: MasterKeys, known: readonly string[]): Promise<void> {
  const there = new Set(known.map(versionOf))
  for (const [version, key] of masters) {
    if (there.has(version)) continue
    const sealed = createVault(new Map([[version, key]])).seal(Buffer.from(proofText), proofPrefix)
    await db.worker.query(
      'insert into operator_setting (name, value) values ($1, to_jsonb($2::text)) on conflict (name) do nothing',
      [proofName(version), sealed.toString('base64url')],
    )
  }
}

/** Digests without a version belong to the lowest one. A lower version added later would claim them. */
function rejectOlder(masters: MasterKeys, known: readonly string[], file: string): void {
  const lowest = Math.min(...known.map(versionOf))
  const added = [...masters.keys()].filter((version) => version < lowest)
  if (known.length === 0 || added.length === 0) return
  throw new VaultError(
    `${file} has version ${added[0]} of the master key, which is lower than every version this database is used with. ` +
      'Remove its line if it was retired; give a new key the next higher number.',
  )
}

/** Why this key file does not match a database with these proofs; undefined if it does. */
function findWrongKey(proofs: readonly string[], masters: MasterKeys, vault: Vault, file: string): string | undefined {
  if (proofs.length === 0) {
    return `The database has no proof of the master key ${file}: it is not the database this process was started on.`
  }
  const used = proofs.map(versionOf)
  const lacking = used.find((version) => !masters.has(version))
  if (lacking !== undefined && used.some((version) => masters.has(version))) {
    return (
      `${file} lacks version ${lacking} of the master key, which other processes of this installation use. ` +
      'Put the same file on every machine, then start again.'
    )
  }
  return proofs.every((proof) => isOpenedBy(vault, proof)) ? undefined : wrongKey(file)
}

function wrongKey(file: string): string {
  return `${file} is not the master key this database was made with. Put the right file back.`
}

function isOpenedBy(vault: Vault, proof: string): boolean {
  try {
    return vault.open(Buffer.from(proof, 'base64url'), proofPrefix).toString() === proofText
  } catch {
    return false
  }
}
