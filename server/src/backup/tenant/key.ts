import type pg from 'pg'
import type { Vault } from '../../context.ts'
import { proofPrefix } from '../../db/session.ts'
import { BackupError } from '../files.ts'
import type { KeyFacts } from '../manifest.ts'

const known = 'cartage tenant export'

/** Facts about the master key for the manifest of an export. */
export async function keyFacts(client: pg.Client, vault: Vault): Promise<KeyFacts> {
  return { digest: vault.digest(known).toString('hex'), proofs: await readProofs(client) }
}

/**
 * A backup is signed with a key derived from the master key: a wrong one would make it worthless.
 * @throws BackupError when the master key is not the one that this database is used with
 */
export async function refuseKeyOfOther(client: pg.Client, vault: Vault): Promise<void> {
  if ((await readProofs(client)).every((proof) => isOpened(vault, proof))) return
  throw new BackupError(
    'The master key at hand is not the one this database is used with. Set the DATA_DIR or MASTER_KEY_FILE of the service.',
  )
}

async function readProofs(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ proof: string }>(
    `select value #>> '{}' as proof from operator_setting where starts_with(name, $1) order by name`,
    [proofPrefix],
  )
  return rows.map(({ proof }) => proof)
}

/**
 * Secrets cannot move to another master key: most of them are stored only as a digest.
 * @throws BackupError when the export was made under another master key
 */
export function refuseOtherKey(key: KeyFacts, vault: Vault): void {
  const isSame =
    vault.isDigest(known, Buffer.from(key.digest, 'hex')) && key.proofs.every((proof) => isOpened(vault, proof))
  if (isSame) return
  throw new BackupError(
    'The export was made under another master key, so none of its secrets would work here: API clients, webhook ' +
      'credentials, signing secrets, mail servers. Import it into an installation with the key of that time: a new ' +
      'DATA_DIR, with that key as MASTER_KEY_FILE before the first start.',
  )
}

function isOpened(vault: Vault, proof: string): boolean {
  try {
    vault.open(Buffer.from(proof, 'base64url'), proofPrefix)
    return true
  } catch {
    return false
  }
}
