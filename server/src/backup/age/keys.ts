import { createPrivateKey, createPublicKey, diffieHellman, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { decodeBech32, encodeBech32 } from './bech32.ts'

/** A recipient that can decrypt: the public half of an age key, as `age1…`. */
export interface Recipient {
  readonly text: string
  readonly key: KeyObject
}

/** The private half, as `AGE-SECRET-KEY-1…`. */
export interface Identity {
  readonly text: string
  readonly key: KeyObject
  readonly recipient: Recipient
}

const keyLength = 32
const [recipientPrefix, identityPrefix] = ['age', 'age-secret-key-']
/** DER prefix before the 32 bytes of an X25519 public key (RFC 8410). */
const publicHead = Buffer.from('302a300506032b656e032100', 'hex')
const privateHead = Buffer.from('302e020100300506032b656e04220420', 'hex')

/** An X25519 public key from its 32 bytes. */
export function publicKeyOf(bytes: Uint8Array): KeyObject {
  return createPublicKey({ key: Buffer.concat([publicHead, bytes]), format: 'der', type: 'spki' })
}

/** The raw 32 bytes of a public key. */
export function publicBytesOf(key: KeyObject): Buffer {
  return key.export({ format: 'der', type: 'spki' }).subarray(publicHead.length)
}

/** Parses a recipient; undefined when the text is invalid or the key is not X25519. */
export function readRecipient(text: string): Recipient | undefined {
  const read = decodeBech32(text)
  if (read?.prefix !== recipientPrefix || read.bytes.length !== keyLength || text !== text.toLowerCase())
    return undefined
  return { text, key: publicKeyOf(read.bytes) }
}

/** Parses an identity; undefined when the text is invalid or the key is not X25519. */
export function readIdentity(text: string): Identity | undefined {
  const read = decodeBech32(text)
  if (read?.prefix !== identityPrefix || read.bytes.length !== keyLength || text !== text.toUpperCase())
    return undefined
  return identityOf(createPrivateKey({ key: Buffer.concat([privateHead, read.bytes]), format: 'der', type: 'pkcs8' }))
}

/** Generates a key pair. */
export function newIdentity(): Identity {
  return identityOf(generateKeyPairSync('x25519').privateKey)
}

function identityOf(key: KeyObject): Identity {
  const own = createPublicKey(key)
  const bytes = key.export({ format: 'der', type: 'pkcs8' }).subarray(privateHead.length)
  return {
    key,
    text: encodeBech32(identityPrefix, bytes).toUpperCase(),
    recipient: { key: own, text: encodeBech32(recipientPrefix, publicBytesOf(own)) },
  }
}

/** Shared secret of the key exchange; undefined for a public key that yields zero. */
export function agree(privateKey: KeyObject, publicKey: KeyObject): Buffer | undefined {
  try {
    return diffieHellman({ privateKey, publicKey })
  } catch {
    return undefined
  }
}
