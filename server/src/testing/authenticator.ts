import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import type { NewPasskey, PasskeyCreation, PasskeyRequest } from '@cartage/contract/auth/app/passkeys'
import type { PasskeyAnswer } from '@cartage/contract/auth/app/session'

/** Deviations of the device or browser that a test may request. */
export interface Whims {
  /** Origin of the requesting page; that of the server by default. */
  origin?: string
  challenge?: string
  /** Whether the device verified the person. */
  isVerified?: boolean
  /** Signature counter; the next number by default. */
  counter?: number
  /** Owner that the passkey claims. */
  userHandle?: string
}

/** A device with one passkey and its browser (WebAuthn level 3), for tests. */
export interface Authenticator {
  create(options: PasskeyCreation, whims?: Whims): NewPasskey
  get(options: PasskeyRequest, whims?: Whims): PasskeyAnswer
}

const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')
const sha256 = (bytes: string | Uint8Array) => createHash('sha256').update(bytes).digest()

/** Creates a device with ECDSA keys on P-256, for pages of this origin. */
export function createAuthenticator(origin: string): Authenticator {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(32)
  let counter = 0
  let handle = ''
  const clientData = (type: string, challenge: string, whims: Whims) =>
    Buffer.from(
      JSON.stringify({
        type,
        challenge: whims.challenge ?? challenge,
        origin: whims.origin ?? origin,
        crossOrigin: false,
      }),
    )
  /** Section 6.1: hash of the host, flags, counter. */
  function authData(host: string, whims: Whims, attested?: Buffer): Buffer {
    counter += 1
    const flags = 0x01 | (whims.isVerified === false ? 0 : 0x04) | (attested ? 0x40 : 0)
    const count = Buffer.alloc(4)
    count.writeUInt32BE(whims.counter ?? counter)
    return Buffer.concat([sha256(host), Buffer.from([flags]), count, attested ?? Buffer.alloc(0)])
  }
  return {
    create({ host, user_handle, challenge }, whims = {}) {
      handle = user_handle
      const length = Buffer.alloc(2)
      length.writeUInt16BE(id.length)
      const attested = Buffer.concat([Buffer.alloc(16), length, id, coseKey(publicKey)])
      const data = authData(host, whims, attested)
      const attestation = cborMap([
        [cborText('fmt'), cborText('none')],
        [cborText('attStmt'), cborMap([])],
        [cborText('authData'), cborBytes(data)],
      ])
      return {
        credential: base64url(id),
        client_data: base64url(clientData('webauthn.create', challenge, whims)),
        attestation: base64url(attestation),
        transports: ['internal'],
      }
    },
    get({ host, challenge }, whims = {}) {
      const data = authData(host, whims)
      const client = clientData('webauthn.get', challenge, whims)
      return {
        credential: base64url(id),
        client_data: base64url(client),
        authenticator_data: base64url(data),
        signature: base64url(sign('sha256', Buffer.concat([data, sha256(client)]), privateKey)),
        user_handle: whims.userHandle ?? handle,
      }
    },
  }
}

/** RFC 9053 section 7.1.1: kty EC2, alg ES256, crv P-256, x and y. */
function coseKey(key: KeyObject): Buffer {
  const { x, y } = key.export({ format: 'jwk' })
  const coordinate = (text: string | undefined) => cborBytes(Buffer.from(text ?? '', 'base64url'))
  return cborMap([
    [Buffer.from([0x01]), Buffer.from([0x02])],
    [Buffer.from([0x03]), Buffer.from([0x26])],
    [Buffer.from([0x20]), Buffer.from([0x01])],
    [Buffer.from([0x21]), coordinate(x)],
    [Buffer.from([0x22]), coordinate(y)],
  ])
}

/** RFC 8949: the head of an item of this major type, for lengths below 65,536. */
function head(type: number, length: number): Buffer {
  if (length < 24) return Buffer.from([(type << 5) | length])
  if (length < 256) return Buffer.from([(type << 5) | 24, length])
  return Buffer.from([(type << 5) | 25, length >> 8, length & 255])
}

const cborBytes = (bytes: Uint8Array) => Buffer.concat([head(2, bytes.length), bytes])
const cborText = (text: string) => Buffer.concat([head(3, Buffer.byteLength(text)), Buffer.from(text)])
const cborMap = (entries: readonly (readonly [Buffer, Buffer])[]) =>
  Buffer.concat([head(5, entries.length), ...entries.flat()])
