import { createHash } from 'node:crypto'
import type { PasskeyCreation, PasskeyRequest } from '@cartage/contract/auth/app/passkeys'
import { Problem } from '../../http/problem.ts'
import { placeOf } from '../../http/proxies.ts'
import type { Attempt } from '../sessions/throttle.rules.ts'
import type { PasskeyRow } from './views.ts'

/** Whom passkeys are for: a host, and the one origin whose pages may use them. */
export interface RelyingParty {
  id: string
  origin: string
}

/** PASSKEY-1: the configured address decides, never what a request says. Undefined where browsers know no passkeys. */
export function relyingPartyOf(publicUrl: string | undefined): RelyingParty | undefined {
  if (publicUrl === undefined) return undefined
  const { protocol, hostname, origin } = new URL(publicUrl)
  const isSafe = protocol === 'https:' || hostname === 'localhost'
  const isNumber = /^[\d.]+$|^\[/.test(hostname)
  return isSafe && !isNumber ? { id: hostname, origin } : undefined
}

/** @throws Problem passkeys_off (409) where the configured address allows none */
export function relyingParty(config: { public_url: string | undefined }): RelyingParty {
  const party = relyingPartyOf(config.public_url)
  if (party === undefined) throw new Problem('passkeys_off')
  return party
}

/** How long a challenge waits for its answer (PASSKEY-2). */
export const challengeSeconds = 300

/** What is stored of a challenge. */
export function digestOf(challenge: string): Buffer {
  return createHash('sha256').update(challenge).digest()
}

/** Who may answer a challenge by adding a passkey. */
export function askerOf({ tenantId, userId }: { tenantId: string; userId: string }): Buffer {
  return createHash('sha256').update(`${tenantId}|${userId}`).digest()
}

/** The handle of a person on devices: 32 bytes, of the tenant and of the user. It names no one to a stranger. */
export function handleOf({ tenantId, userId }: { tenantId: string; userId: string }): string {
  return Buffer.from(`${tenantId}${userId}`.replaceAll('-', ''), 'hex').toString('base64url')
}

/** Whose handle it is; undefined for what is none. */
export function personOf(handle: string | null | undefined): { tenantId: string; userId: string } | undefined {
  const hex = Buffer.from(handle ?? '', 'base64url').toString('hex')
  if (hex.length !== 64) return undefined
  const uuid = (text: string) => text.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  return { tenantId: uuid(hex.slice(0, 32)), userId: uuid(hex.slice(32)) }
}

/** Kinds of keys, as COSE numbers them: Ed25519, ECDSA with SHA-256, RSA with SHA-256. */
export const algorithms = [-8, -7, -257]

/** What a browser makes a passkey by. */
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

/** What a browser requests a passkey by: any of this host, because the person is not known yet. */
export function requestOptions(party: RelyingParty, challenge: string): PasskeyRequest {
  return { host: party.id, challenge, timeout_ms: challengeSeconds * 1_000 }
}

/** PASSKEY-4: whether the counter of a device went back, as that of a copy does. Devices that do not count stay at 0. */
export function isBehind(stored: number, counter: number): boolean {
  return (stored > 0 || counter > 0) && counter <= stored
}

const spanMs = 60_000

/** Challenges for strangers: 60 a minute from one place. */
export function challengeAttempt(address: string): Attempt {
  return { keys: [{ key: `passkey challenges ${placeOf(address)}`, allowed: 60, spanMs }] }
}

/** Passkeys that do not fit: as many as wrong passwords, by account and place and by place (TOKEN-5). */
export function passkeyAttempt(handle: string, address: string): Attempt {
  const place = placeOf(address)
  return {
    keys: [
      { key: `passkey ${handle.slice(0, 100)} ${place}`, allowed: 10, spanMs },
      { key: `passkeys ${place}`, allowed: 60, spanMs },
    ],
  }
}
