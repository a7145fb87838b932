import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Config } from './config.ts'
import type { Vault } from './context.ts'
import type { Database } from './db/open.ts'

/** The master key is missing, unusable or not the one this database was made with. `message` says what to do. */
export class VaultError extends Error {
  override name = 'VaultError'
}

/** Master keys by version, 1 to 255. The highest seals; every one opens what it sealed. */
export type MasterKeys = ReadonlyMap<number, Buffer>

const nonceLength = 12
const tagLength = 16
const headLength = 1 + nonceLength + tagLength

/**
 * Derives the working keys (HKDF-SHA-256) from the master keys. Sealed bytes are
 * `version (1) | nonce (12) | tag (16) | text`. The pepper always comes from the lowest version, because a digest
 * cannot be made again without the secret; new versions are for sealing.
 */
export function createVault(masters: MasterKeys): Vault {
  const versions = [...masters.keys()].sort((a, b) => a - b)
  const newest = versions.at(-1)!
  const pepper = derive(masters.get(versions[0]!)!, 'cartage pepper')
  const sealing = new Map(versions.map((version) => [version, derive(masters.get(version)!, 'cartage seal')]))
  return {
    digest: (secret) => createHmac('sha256', pepper).update(secret).digest(),
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
      if (key === undefined || sealed.length < headLength) {
        throw new VaultError('A sealed value was made with a master key that is not in the key file.')
      }
      const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(1, 1 + nonceLength))
      decipher.setAAD(Buffer.from(`${version}|${about}`))
      decipher.setAuthTag(sealed.subarray(1 + nonceLength, headLength))
      return Buffer.concat([decipher.update(sealed.subarray(headLength)), decipher.final()])
    },
  }
}

function derive(master: Buffer, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', master, Buffer.alloc(0), purpose, 32))
}

/**
 * Opens the vault of this installation. The key file is made, readable by its owner only, when it is missing, DATA_DIR
 * is ours and the database holds nothing sealed yet.
 * @throws VaultError when the key is missing, short, all zero or not the one this database was made with
 */
export async function openVault(config: Config, db: Database): Promise<Vault> {
  const file = config.master_key_file ?? (config.data_dir && join(config.data_dir, 'master.key'))
  if (!file) throw new VaultError('Set MASTER_KEY_FILE or DATA_DIR: the server needs a place for its master key.')
  const proof = await findProof(db)
  const vault = createVault(parseKeyFile(await readOrMake(file, config, proof !== undefined), file))
  if (proof === undefined) await storeProof(db, vault)
  checkProof((await findProof(db))!, vault, file)
  return vault
}

async function readOrMake(file: string, config: Config, isInUse: boolean): Promise<string> {
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
    // Another process made it in the same moment: theirs is the key.
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
 * Reads lines of `<version> <32 bytes in base64>`.
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

const proofName = 'master_key_proof'
const proofText = 'cartage'

async function findProof(db: Database): Promise<Buffer | undefined> {
  const { rows } = await db.worker.query<{ proof: string }>(
    `select value #>> '{}' as proof from operator_setting where name = $1`,
    [proofName],
  )
  return rows[0] && Buffer.from(rows[0].proof, 'base64url')
}

async function storeProof(db: Database, vault: Vault): Promise<void> {
  const sealed = vault.seal(Buffer.from(proofText), proofName).toString('base64url')
  await db.worker.query(
    'insert into operator_setting (name, value) values ($1, to_jsonb($2::text)) on conflict (name) do nothing',
    [proofName, sealed],
  )
}

function checkProof(proof: Buffer, vault: Vault, file: string): void {
  try {
    if (vault.open(proof, proofName).toString() === proofText) return
  } catch {
    // Told below.
  }
  throw new VaultError(`${file} is not the master key this database was made with. Put the right file back.`)
}
