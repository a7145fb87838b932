import { type CryptoKey, exportJWK, exportPKCS8, generateKeyPair, importJWK, importPKCS8, type JWK } from 'jose'
import type { Context } from '../../context.ts'
import { Problem } from '../../http/problem.ts'
import { decideKeyChanges, type KeyState } from './keys.rules.ts'
import { findKeys, type LockedKeys, type SigningKeyRow, withKeysLocked } from './keys.store.ts'

/** The signing keys as this process knows them: read again every minute, shared by all processes. */
export interface Keyring {
  signer(): Promise<{ kid: string; key: CryptoKey }>
  /** The public key of exactly this kid; undefined for unknown, GONE and not yet known ones. */
  verifier(kid: string): Promise<CryptoKey | undefined>
  /**
   * The time by the clock of the database, as it was when the keys were read (TOKEN-4): so all processes agree, and one whose own
   * clock is wrong takes and issues the same tokens.
   */
  now(): Promise<Date>
}

const refreshAfterMs = 60_000
/** A stranger's made-up kid must not turn into a query per request. */
const lookAgainAfterMs = 10_000

/** By how much the clock of this process may have been set, or may have slept, before the keys are read again. */
const largestStepMs = 1_000

interface Keys {
  signing: { kid: string; key: CryptoKey } | undefined
  verifying: Map<string, CryptoKey>
  readAt: number
  /** The clock of the process and that of the database at that moment, in milliseconds since 1970. */
  processMs: number
  databaseMs: number
}

/** Makes the keyring; it reads nothing until it is first used. */
export function createKeyring(ctx: Context): Keyring {
  let keys: Keys | undefined
  let reading: Promise<Keys> | undefined

  function read(): Promise<Keys> {
    reading ??= loadKeys(ctx)
      .then((fresh) => {
        keys = fresh
        return fresh
      })
      .finally(() => {
        reading = undefined
      })
    return reading
  }

  async function freshKeys(maxAgeMs: number): Promise<Keys> {
    if (keys !== undefined && performance.now() - keys.readAt < maxAgeMs && !wasSet(ctx, keys)) return keys
    return read()
  }

  return {
    async signer() {
      const { signing } = await freshKeys(refreshAfterMs)
      return signing ?? (await read()).signing!
    },
    async verifier(kid) {
      const found = (await freshKeys(refreshAfterMs)).verifying.get(kid)
      return found ?? (await freshKeys(lookAgainAfterMs)).verifying.get(kid)
    },
    async now() {
      const { databaseMs, readAt } = await freshKeys(refreshAfterMs)
      return new Date(databaseMs + performance.now() - readAt)
    },
  }
}

/** Whether the clock of the process was set since the keys were read, or the machine slept: time has passed unseen then. */
function wasSet(ctx: Context, { readAt, processMs }: Keys): boolean {
  return Math.abs(ctx.now().getTime() - processMs - (performance.now() - readAt)) > largestStepMs
}

async function loadKeys(ctx: Context): Promise<Keys> {
  let rows = await findKeys(ctx)
  if (decideKeyChanges(rows).length > 0) {
    await advanceKeys(ctx)
    rows = await findKeys(ctx)
  }
  const readAt = performance.now()
  const clocks = { readAt, processMs: ctx.now().getTime(), databaseMs: rows[0]!.database_ms }
  const verifying = new Map<string, CryptoKey>()
  for (const row of rows) verifying.set(row.kid, (await importJWK(row.public_jwk as JWK, 'ES256')) as CryptoKey)
  const active = rows.find((row) => row.state === 'ACTIVE')
  return { ...clocks, verifying, signing: active && { kid: active.kid, key: await openPrivate(ctx, active) } }
}

async function openPrivate(ctx: Context, row: SigningKeyRow): Promise<CryptoKey> {
  const pkcs8 = ctx.vault.open(row.private_sealed!, sealedPlace(row.kid)).toString()
  return importPKCS8(pkcs8, 'ES256')
}

/** What binds the encrypted key to its row. */
function sealedPlace(kid: string): string {
  return `signing_key|private_sealed|${kid}`
}

/** Does what the calendar of the keys requires: makes, promotes, retires and forgets keys. */
export async function advanceKeys(ctx: Context): Promise<void> {
  await withKeysLocked(ctx, async (locked) => {
    for (const change of decideKeyChanges(locked.keys)) {
      if (change.kind === 'create') await addKey(ctx, locked, change.state)
      else await locked.move(change.kid, change.to)
    }
  })
}

/**
 * Drops a key at once, because it may be known to a stranger: its tokens are refused within a minute everywhere.
 * @throws Problem not_found
 */
export async function revokeKey(ctx: Context, kid: string): Promise<void> {
  await withKeysLocked(ctx, async (locked) => {
    const key = locked.keys.find((candidate) => candidate.kid === kid)
    if (key === undefined) throw new Problem('not_found')
    await locked.move(kid, 'GONE')
    if (key.state !== 'ACTIVE') return
    const next = locked.keys.find((candidate) => candidate.state === 'NEXT')
    if (next) await locked.move(next.kid, 'ACTIVE')
    else await addKey(ctx, locked, 'ACTIVE')
  })
}

async function addKey(ctx: Context, locked: LockedKeys, state: KeyState): Promise<void> {
  const kid = ctx.newId()
  const pair = await generateKeyPair('ES256', { extractable: true })
  const private_sealed = ctx.vault.seal(Buffer.from(await exportPKCS8(pair.privateKey)), sealedPlace(kid))
  await locked.insert({ kid, state, public_jwk: await exportJWK(pair.publicKey), private_sealed })
}
