import { type CryptoKey, exportJWK, exportPKCS8, generateKeyPair, importJWK, importPKCS8, type JWK } from 'jose'
import type { Context } from '../../context.ts'
import { Problem } from '../../http/problem.ts'
import { decideKeyChanges, type KeyState } from './keys.rules.ts'
import { findKeys, type LockedKeys, type SigningKeyRow, withKeysLocked } from './keys.store.ts'

/** Signing keys cached by this process: reloaded every minute, shared by all processes. */
export interface Keyring {
  signer(): Promise<{ kid: string; key: CryptoKey }>
  /** The public key with exactly this kid; undefined if it is unknown, GONE or not loaded yet. */
  verifier(kid: string): Promise<CryptoKey | undefined>
  /**
   * Current time by the database clock, synchronised when the keys were read (TOKEN-4). All processes agree, even one
   * whose own clock is wrong.
   */
  now(): Promise<Date>
}

const refreshAfterMs = 60_000
/** A made-up kid must not cause a query per request. */
const lookAgainAfterMs = 10_000

/** Tolerated step of the process clock, set or slept through, before the keys are read again. */
const largestStepMs = 1_000

interface Keys {
  signing: { kid: string; key: CryptoKey } | undefined
  verifying: Map<string, CryptoKey>
  readAt: number
  /** Process clock and database clock at the same moment, in milliseconds since 1970. */
  processMs: number
  databaseMs: number
}

/** Makes the keyring, which reads nothing until first used. */
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

/** Whether the process clock was set or the machine slept since the keys were read, so elapsed time is unknown. */
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

/** Binds the encrypted key to its row. */
function sealedPlace(kid: string): string {
  return `signing_key|private_sealed|${kid}`
}

/** Applies the key schedule: creates, promotes, retires and deletes keys. */
export async function advanceKeys(ctx: Context): Promise<void> {
  await withKeysLocked(ctx, async (locked) => {
    for (const change of decideKeyChanges(locked.keys)) {
      if (change.kind === 'create') await addKey(ctx, locked, change.state)
      else await locked.move(change.kid, change.to)
    }
  })
}

/**
 * Drops a key at once because it may be compromised. Its tokens are refused within a minute everywhere.
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
