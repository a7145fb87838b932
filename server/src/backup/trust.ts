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
 * What the signature of a backup is checked with: a key that was named, the master key of this installation, the one in the
 * backup itself (which shows that the backup is whole, not who made it), or nothing.
 */
export type CheckedBy = 'NAMED_KEY' | 'MASTER_KEY' | 'KEY_IN_BACKUP' | 'NOTHING'

/** What an operator gives to a restore. */
export interface Given {
  /** A public key, as the backup printed it. */
  signedBy?: string | undefined
  identities: readonly Identity[]
  takesUnsigned: boolean
  /** Where this installation has its master key, or will have it. */
  keyFile: string
}

/** Finds what a backup is to be checked with. */
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

/** The master key that a backup holds; undefined when it holds none, or one that the given keys do not decrypt. */
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
 * Reads a file of identities, as age-keygen writes it.
 * @throws BackupError for a line that is none
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
