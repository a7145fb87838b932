import { createHmac, createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto'

/** Prefix of published secrets (Standard Webhooks 1.0). */
export const secretPrefix = 'whsec_'

/** Prefix of public keys (Standard Webhooks 1.0). */
export const publicKeyPrefix = 'whpk_'

/** Most secrets that sign at the same time: the current one and two in their overlap. */
export const mostLiveSecrets = 3

/** Bytes before the 32-byte seed of an ed25519 key in PKCS #8. */
const beforeSeed = Buffer.from('302e020100300506032b657004220420', 'hex')

/**
 * The three headers that let an endpoint verify the sender of a message (DLV-14, Standard Webhooks 1.0).
 * @param id id of the event: the same for every attempt, so that endpoints can drop repeats
 * @param seconds time of sending, seconds since 1970
 * @param keys newest first; during a rotation every live secret signs
 * @param privateKeys newest first; none unless the endpoint requested a public key
 */
export function signatureHeaders(
  id: string,
  seconds: number,
  body: string,
  keys: readonly KeyObject[],
  privateKeys: readonly KeyObject[] = [],
): Record<string, string> {
  const content = `${id}.${seconds}.${body}`
  const bySecret = keys.map((key) => `v1,${createHmac('sha256', key).update(content).digest('base64')}`)
  const byKey = privateKeys.map((key) => `v1a,${sign(null, Buffer.from(content), key).toString('base64')}`)
  return {
    'webhook-id': id,
    'webhook-timestamp': String(seconds),
    'webhook-signature': [...bySecret, ...byKey].join(' '),
  }
}

/**
 * The ed25519 key that signs in addition to a secret.
 * @param seed 32 secret bytes
 */
export function privateKeyOf(seed: Buffer): KeyObject {
  return createPrivateKey({ key: Buffer.concat([beforeSeed, seed]), format: 'der', type: 'pkcs8' })
}

/** The public key as published to endpoints: `whpk_` and its 32 bytes in base64. */
export function publicKeyText(privateKey: KeyObject): string {
  const { x } = createPublicKey(privateKey).export({ format: 'jwk' })
  return publicKeyPrefix + Buffer.from(x!, 'base64url').toString('base64')
}
