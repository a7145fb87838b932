import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { Transform, type TransformCallback } from 'node:stream'
import { AgeError, deriveKey, openHeader, writeHeader } from './header.ts'
import type { Identity, Recipient } from './keys.ts'

const chunkLength = 65_536
const tagLength = 16
const nonceLength = 16
const fileKeyLength = 16
const mostHeader = 65_536

/**
 * Encrypts a stream in the format of age (age-encryption.org/v1): each chunk of 64 KiB separately with
 * ChaCha20-Poly1305, numbered, the last one marked. Holds one chunk in memory, whatever the size of the file.
 */
export function encryptTo(recipients: readonly Recipient[]): Transform {
  const fileKey = randomBytes(fileKeyLength)
  const nonce = randomBytes(nonceLength)
  const head = Buffer.concat([writeHeader(fileKey, recipients), nonce])
  return new Chunks(chunkLength, sealing(deriveKey(fileKey, nonce, 'payload')), { head })
}

/**
 * Decrypts a stream. Changed, moved or truncated data fails the stream after earlier chunks were already emitted, so
 * output must not be used before the end.
 * @throws AgeError through the stream
 */
export function decryptWith(identities: readonly Identity[]): Transform {
  const open = (head: Buffer) => {
    const end = headerEnd(head)
    if (end === undefined || head.length < end + nonceLength) return undefined
    const fileKey = openHeader(head.subarray(0, end), identities)
    const key = deriveKey(fileKey, head.subarray(end, end + nonceLength), 'payload')
    return { work: opening(key), rest: head.subarray(end + nonceLength) }
  }
  return new Chunks(chunkLength + tagLength, undefined, { open })
}

/** Where the header ends, after its line of three hyphens; undefined while it is incomplete. */
function headerEnd(bytes: Buffer): number | undefined {
  const at = bytes.indexOf('\n---')
  const end = at === -1 ? -1 : bytes.indexOf('\n', at + 1)
  return end === -1 ? undefined : end + 1
}

type Work = (chunk: Buffer, number: number, isLast: boolean) => Buffer

function nonceOf(number: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeUIntBE(number, 5, 6)
  nonce[11] = isLast ? 1 : 0
  return nonce
}

function sealing(key: Buffer): Work {
  return (chunk, number, isLast) => {
    const cipher = createCipheriv('chacha20-poly1305', key, nonceOf(number, isLast), { authTagLength: tagLength })
    return Buffer.concat([cipher.update(chunk), cipher.final(), cipher.getAuthTag()])
  }
}

function opening(key: Buffer): Work {
  return (chunk, number, isLast) => {
    // The last chunk may be empty only in an empty file.
    if (chunk.length < tagLength || (chunk.length === tagLength && number > 0)) throw new AgeError('It was cut off.')
    const text = chunk.subarray(0, -tagLength)
    const decipher = createDecipheriv('chacha20-poly1305', key, nonceOf(number, isLast), { authTagLength: tagLength })
    decipher.setAuthTag(chunk.subarray(-tagLength))
    try {
      return Buffer.concat([decipher.update(text), decipher.final()])
    } catch {
      throw new AgeError('It was changed or cut off.')
    }
  }
}

interface Start {
  /** Emitted before everything else. */
  head?: Buffer
  /** Reads the beginning; undefined while it is incomplete. */
  open?(head: Buffer): { work: Work; rest: Buffer } | undefined
}

/** Processes chunks of a fixed length. A full chunk waits for more data, since the last one is marked. */
class Chunks extends Transform {
  readonly #length: number
  #work: Work | undefined
  readonly #open: Start['open']
  #held: Buffer
  #number = 0

  constructor(length: number, work: Work | undefined, { head, open }: Start) {
    super()
    this.#length = length
    this.#work = work
    this.#open = open
    this.#held = Buffer.alloc(0)
    if (head) this.push(head)
  }

  override _transform(bytes: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.#guarded(done, () => {
      this.#held = Buffer.concat([this.#held, bytes])
      if (this.#work === undefined) this.#begin()
      while (this.#work !== undefined && this.#held.length > this.#length) this.#next(this.#length, false)
    })
  }

  override _flush(done: TransformCallback): void {
    this.#guarded(done, () => {
      if (this.#work === undefined) throw new AgeError('It is not encrypted with age, or was cut off.')
      this.#next(this.#held.length, true)
    })
  }

  #begin(): void {
    const opened = this.#open?.(this.#held)
    if (opened) [this.#work, this.#held] = [opened.work, opened.rest]
    else if (this.#held.length > mostHeader) throw new AgeError('It is not encrypted with age.')
  }

  #next(length: number, isLast: boolean): void {
    this.push(this.#work!(this.#held.subarray(0, length), this.#number, isLast))
    this.#held = this.#held.subarray(length)
    this.#number += 1
  }

  #guarded(done: TransformCallback, work: () => void): void {
    try {
      work()
    } catch (error) {
      done(error as Error)
      return
    }
    done()
  }
}
