import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  generateKeyPairSync,
  hkdfSync,
  timingSafeEqual,
} from 'node:crypto'
import { agree, type Identity, publicBytesOf, publicKeyOf, type Recipient } from './keys.ts'

/** The bytes are not an age file, were changed, or are encrypted to another key. `message` says which. */
export class AgeError extends Error {
  override name = 'AgeError'
}

const version = 'age-encryption.org/v1'
const fileKeyLength = 16
const tagLength = 16
const bodyColumns = 64
const zeroNonce = Buffer.alloc(12)

/** Derives a 32-byte key for one purpose (HKDF-SHA-256). */
export function deriveKey(key: Buffer, salt: Buffer, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', key, salt, purpose, 32))
}

/** The header of a file: its key, wrapped for each recipient, and a MAC over the header. */
export function writeHeader(fileKey: Buffer, recipients: readonly Recipient[]): Buffer {
  const lines = recipients.flatMap((recipient) => wrap(fileKey, recipient))
  const text = [version, ...lines, '---'].join('\n')
  return Buffer.from(`${text} ${encode(codeOf(fileKey, Buffer.from(text)))}\n`)
}

/**
 * Unwraps the file key from the header.
 * @throws AgeError when none of the identities opens it, or it was changed
 */
export function openHeader(header: Buffer, identities: readonly Identity[]): Buffer {
  const end = header.lastIndexOf('\n---') + '\n---'.length
  const stanzas = readStanzas(header.subarray(0, end).toString('latin1'))
  const code = decode(/^ (.+)\n$/.exec(header.subarray(end).toString('latin1'))?.[1] ?? '')
  const found = identities.flatMap((identity) => stanzas.flatMap((stanza) => unwrap(stanza, identity)))
  const [fileKey] = found
  if (fileKey === undefined) throw new AgeError('It is encrypted to another key.')
  const own = codeOf(fileKey, header.subarray(0, end))
  if (code.length !== own.length || !timingSafeEqual(code, own)) throw new AgeError('Its header was changed.')
  return fileKey
}

function wrap(fileKey: Buffer, recipient: Recipient): string[] {
  const { privateKey, publicKey } = generateKeyPairSync('x25519')
  const share = publicBytesOf(publicKey)
  const shared = agree(privateKey, recipient.key)
  if (shared === undefined) throw new AgeError(`${recipient.text} is no usable key.`)
  const key = wrappingKey(shared, share, publicBytesOf(recipient.key))
  const cipher = createCipheriv('chacha20-poly1305', key, zeroNonce, { authTagLength: tagLength })
  const body = Buffer.concat([cipher.update(fileKey), cipher.final(), cipher.getAuthTag()])
  return [`-> X25519 ${encode(share)}`, encode(body)]
}

interface Stanza {
  args: string[]
  body: Buffer
}

/** Empty for a stanza of another kind or for another key. */
function unwrap({ args, body }: Stanza, identity: Identity): Buffer[] {
  if (args[0] !== 'X25519') return []
  const share = args.length === 2 ? decode(args[1]!) : Buffer.alloc(0)
  if (share.length !== 32 || body.length !== fileKeyLength + tagLength) throw changed()
  const shared = agree(identity.key, publicKeyOf(share))
  if (shared === undefined) throw changed()
  const key = wrappingKey(shared, share, publicBytesOf(identity.recipient.key))
  const decipher = createDecipheriv('chacha20-poly1305', key, zeroNonce, { authTagLength: tagLength })
  decipher.setAuthTag(body.subarray(fileKeyLength))
  try {
    return [Buffer.concat([decipher.update(body.subarray(0, fileKeyLength)), decipher.final()])]
  } catch {
    return []
  }
}

function wrappingKey(shared: Buffer, share: Buffer, recipient: Buffer): Buffer {
  return deriveKey(shared, Buffer.concat([share, recipient]), 'age-encryption.org/v1/X25519')
}

function codeOf(fileKey: Buffer, text: Buffer): Buffer {
  return createHmac('sha256', deriveKey(fileKey, Buffer.alloc(0), 'header'))
    .update(text)
    .digest()
}

/** `text` ends with `---`. */
function readStanzas(text: string): Stanza[] {
  const [first, ...lines] = text.split('\n').slice(0, -1)
  if (first !== version) throw new AgeError('It is not encrypted with age.')
  const stanzas: Stanza[] = []
  for (let at = 0; at < lines.length; ) {
    const args = lines[at]!.split(' ')
    if (args.shift() !== '->' || args.length === 0 || args.some((arg) => !/^[\x21-\x7e]+$/.test(arg))) throw changed()
    at += 1
    const from = at
    while (lines[at]?.length === bodyColumns) at += 1
    const last = lines[at]
    if (last === undefined || last.length > bodyColumns) throw changed()
    at += 1
    stanzas.push({ args, body: Buffer.concat(lines.slice(from, at).map(decode)) })
  }
  // A password stanza must be the only one: any other means that someone added a recipient.
  if (stanzas.length === 0 || (stanzas.length > 1 && stanzas.some(({ args }) => args[0] === 'scrypt'))) throw changed()
  return stanzas
}

function encode(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '')
}

/** Decodes Base64 without padding; accepts only the canonical encoding. */
function decode(text: string): Buffer {
  const bytes = Buffer.from(text, 'base64')
  if (encode(bytes) !== text) throw changed()
  return bytes
}

function changed(): AgeError {
  return new AgeError('Its header was changed.')
}
