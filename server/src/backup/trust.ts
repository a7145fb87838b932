import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { createVault, parseKeyFile } from '../vault.ts'
import { AgeError } from './age/header.ts'
import { type Identity, readIdentity } from './age/keys.ts'
import { keyName } from './backup.ts'
import type { Trust } from './check.ts'
import { BackupError } from './files.ts'
import { openKept } from './kept.ts'

/**
 * What verifies the signature of a backup: a key named by the operator, the master key of this installation, the key in
 * the backup itself (which proves integrity, not origin), or nothing.
 */
export type CheckedBy = 'NAMED_KEY' | 'MASTER_KEY' | 'KEY_IN_BACKUP' | 'NOTHING'

/** Options of an operator for a restore. */
export interface Given {
  /** A public key, as printed by the backup. */
  signedBy?: string | undefined
  identities: readonly Identity[]
  takesUnsigned: boolean
  /** File of the master key of this installation, existing or planned. */
  keyFile: string
}

/** Finds the keys that a backup is checked with. */
export async function findTrust(folder: string, given: Given): Promise<Trust & { by: CheckedBy }> {
  const { signedBy, identities, takesUnsigned, keyFile } = given
  const trust = { identities, takesUnsigned }
  if (takesUnsigned) return { ...trust, signers: [], by: 'NOTHING' }
  if (signedBy !== undefined) return { ...trust, signers: [signedBy], by: 'NAMED_KEY' }
  if (existsSync(keyFile)) {
    return { ...trust, signers: signersOf(await readFile(keyFile, 'utf8'), keyFile), by: 'MASTER_KEY' }
  }
  const inside = await readKeyInBackup(folder, identities)
  if (inside === undefined) return { ...trust, signers: [], by: 'NOTHING' }
  return { ...trust, signers: signersOf(inside, keyName), by: 'KEY_IN_BACKUP' }
}

function signersOf(file: string, name: string): readonly string[] {
  return createVault(parseKeyFile(file, name)).signers
}

/** The master key in a backup; undefined when it has none, or the given keys do not decrypt it. */
export async function readKeyInBackup(folder: string, identities: readonly Identity[]): Promise<string | undefined> {
  const name = [keyName, `${keyName}.age`].find((file) => existsSync(join(folder, file)))
  if (name === undefined) return undefined
  try {
    return await text(openKept(folder, name, identities))
  } catch (error) {
    if (error instanceof AgeError) return undefined
    throw error
  }
}

/**
 * Reads a file of identities in the format of age-keygen.
 * @throws BackupError for an invalid line
 */
export function readIdentities(file: string, name: string): Identity[] {
  const lines = file.split('\n').map((line) => line.trim())
  const identities = lines
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const identity = readIdentity(line)
      if (identity) return identity
      throw new BackupError(
        `${name} has a line that is no AGE-SECRET-KEY-1…. One that is protected by a password is decrypted first: age -d ${name} | ` +
          'cartage restore FOLDER --identity -',
      )
    })
  if (identities.length === 0) throw new BackupError(`${name} has no secret key of age.`)
  return identities
}
