import type { AccountingVisibilityUpdate, OperationalVisibilityUpdate } from './generated/schemas.ts'

/** Headers in the form of `fetch` or Node. */
export type GivenHeaders = Headers | Readonly<Record<string, string | string[] | undefined>>

/** A message from Cartage with a verified signature. */
export interface Message {
  /** The same on every attempt: store it to ignore repeats. */
  id: string
  /** Kind of event, such as order.accepted; from the unsigned headers. */
  type: string
  /** The signed event. */
  body: OperationalVisibilityUpdate | AccountingVisibilityUpdate
}

/** A message that is not from Cartage, or is too old. Answer 401 and ignore it. */
export class SignatureError extends Error {
  override name = 'SignatureError'
}

/**
 * CLIENT-33: verifies the signature of a message (HMAC-SHA256, as defined by Standard Webhooks) and parses it.
 * @param secret `whsec_…` of the webhook endpoint
 * @param body the raw bytes as received, before parsing
 * @throws SignatureError when no signature matches, or the message is older than `tolerance` seconds
 */
export async function readMessage(
  secret: string,
  headers: GivenHeaders,
  body: string | Uint8Array,
  tolerance = 300,
): Promise<Message> {
  const id = header(headers, 'webhook-id')
  const time = header(headers, 'webhook-timestamp')
  if (!(Math.abs(Date.now() / 1000 - Number(time)) <= tolerance)) {
    throw new SignatureError('The message is too old, or has no time. Check the clock of this machine.')
  }
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body
  const signed = join(new TextEncoder().encode(`${id}.${time}.`), bytes)
  const bytesOfSecret = fromBase64(secret.replace(/^whsec_/, ''))
  if (bytesOfSecret === undefined)
    throw new TypeError('The secret is not one of a webhook endpoint: it begins with whsec_.')
  const key = await crypto.subtle.importKey('raw', bytesOfSecret, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify'])
  const given = header(headers, 'webhook-signature').split(' ')
  // Several signatures are sent during a rotation of the secret; `verify` compares in constant time.
  for (const signature of given.filter((one) => one.startsWith('v1,'))) {
    const decoded = fromBase64(signature.slice(3))
    if (decoded && (await crypto.subtle.verify('HMAC', key, decoded, signed))) {
      const type = header(headers, 'cartage-event-type')
      return { id, type, body: JSON.parse(new TextDecoder().decode(bytes)) as Message['body'] }
    }
  }
  throw new SignatureError('No signature fits. Check the secret, and that the body is checked before it is parsed.')
}

function header(headers: GivenHeaders, name: string): string {
  const value = headers instanceof Headers ? headers.get(name) : headers[name]
  return (Array.isArray(value) ? value[0] : value) ?? ''
}

function join(one: Uint8Array, other: Uint8Array): Uint8Array<ArrayBuffer> {
  const both = new Uint8Array(one.length + other.length)
  both.set(one)
  both.set(other, one.length)
  return both
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))
  } catch {
    return undefined
  }
}
