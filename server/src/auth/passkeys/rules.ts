import { createHash } from 'node:crypto'
import type { PasskeyCreation, PasskeyRequest } from '@cartage/contract/auth/app/passkeys'
import { Problem } from '../../http/problem.ts'
import { placeOf } from '../../http/proxies.ts'
import type { Attempt } from '../sessions/throttle.rules.ts'
import type { PasskeyRow } from './views.ts'

/** Scope of passkeys: a host, and the one origin whose pages may use them. */
export interface RelyingParty {
  id: string
  origin: string
}

/**
 * PASSKEY-1: taken from the configured address, never from a request. Undefined if browsers do not support passkeys
 * there.
 */
export function relyingPartyOf(publicUrl: string | undefined): RelyingParty | undefined {
  if (publicUrl === undefined) return undefined
  const { protocol, hostname, origin } = new URL(publicUrl)
  const isSafe = protocol === 'https:' || hostname === 'localhost'
  const isNumber = /^[\d.]+$|^\[/.test(hostname)
  return isSafe && !isNumber ? { id: hostname, origin } : undefined
}

/** @throws Problem passkeys_off (409) if the configured address allows none */
export function relyingParty(config: { public_url: string | undefined }): RelyingParty {
  const party = relyingPartyOf(config.public_url)
  if (party === undefined) throw new Problem('passkeys_off')
  return party
}

/** Lifetime of a challenge (PASSKEY-2). */
export const challengeSeconds = 300

/** Stored digest of a challenge. */
export function digestOf(challenge: string): Buffer {
  return createHash('sha256').update(challenge).digest()
}

/** Identifies the person who may answer a challenge by adding a passkey. */
export function askerOf({ tenantId, userId }: { tenantId: string; userId: string }): Buffer {
  return createHash('sha256').update(`${tenantId}|${userId}`).digest()
}

/** Handle of a person on devices: 32 bytes, of the tenant and the user. It reveals no identity. */
export function handleOf({ tenantId, userId }: { tenantId: string; userId: string }): string {
  return Buffer.from(`${tenantId}${userId}`.replaceAll('-', ''), 'hex').toString('base64url')
}

/** Person of a handle; undefined if it is invalid. */
export function personOf(handle: string | null | undefined): { tenantId: string; userId: string } | undefined {
  const hex = Buffer.from(handle ?? '', 'base64url').toString('hex')
  if (hex.length !== 64) return undefined
  const uuid = (text: string) => text.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  return { tenantId: uuid(hex.slice(0, 32)), userId: uuid(hex.slice(32)) }
}

/** COSE key algorithms: Ed25519, ECDSA with SHA-256, RSA with SHA-256. */
export const algorithms = [-8, -7, -257]

/** Options for a browser to create a passkey. */
export function creationOptions(
  party: RelyingParty,
  person: { handle: string; email: string; name: string; tenant_name: string },
  challenge: string,
  present: readonly PasskeyRow[],
): PasskeyCreation {
  return {
    host: party.id,
    user_handle: person.handle,
    email: person.email,
    display_name: `${person.name}, ${person.tenant_name}`,
    challenge,
    algorithms,
    timeout_ms: challengeSeconds * 1_000,
    present: present.map(({ credential_id, transports }) => ({
      credential: credential_id.toString('base64url'),
      transports,
    })),
  }
}

/** Options for a browser to request any passkey of this host, as the person is not known yet. */
export function requestOptions(party: RelyingParty, challenge: string): PasskeyRequest {
  return { host: party.id, challenge, timeout_ms: challengeSeconds * 1_000 }
}

/** PASSKEY-4: whether a device counter went back, which suggests a copy. Devices that do not count stay at 0. */
export function isBehind(stored: number, counter: number): boolean {
  return (stored > 0 || counter > 0) && counter <= stored
}

const spanMs = 60_000

/** Challenges for anonymous callers: 60 a minute per address. */
export function challengeAttempt(address: string): Attempt {
  return { keys: [{ key: `passkey challenges ${placeOf(address)}`, allowed: 60, spanMs }] }
}

/** Failed passkeys: the limits of wrong passwords, per account and address and per address (TOKEN-5). */
export function passkeyAttempt(handle: string, address: string): Attempt {
  const place = placeOf(address)
  return {
    keys: [
      { key: `passkey ${handle.slice(0, 100)} ${place}`, allowed: 10, spanMs },
      { key: `passkeys ${place}`, allowed: 60, spanMs },
    ],
  }
}
