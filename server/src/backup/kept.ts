import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream, mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { PassThrough, pipeline, type Readable, Transform } from 'node:stream'
import { pipeline as pipelineEnd } from 'node:stream/promises'
import type { Identity, Recipient } from './age/keys.ts'
import { decryptWith, encryptTo } from './age/stream.ts'

/** One file of a backup as stored in the folder. */
export interface KeptFile {
  /** Path below the folder; ends with `.age` if encrypted. */
  file: string
  /** In hexadecimal. */
  sha256: string
}

/** Hashes the bytes that flow through it; read `digest` at the end. */
export function hashing(): { through: Transform; digest: () => string } {
  const hash = createHash('sha256')
  const through = new Transform({
    transform(chunk, _encoding, done) {
      hash.update(chunk)
      done(null, chunk)
    },
  })
  return { through, digest: () => hash.digest('hex') }
}

/**
 * Writes a stream into a file of a backup, encrypted when there are recipients. Holds only a few chunks in memory.
 * @throws errors of the stream or the disk
 */
export async function keep(
  source: Readable,
  folder: string,
  name: string,
  recipients: readonly Recipient[],
): Promise<KeptFile> {
  const file = recipients.length > 0 ? `${name}.age` : name
  const target = join(folder, file)
  // Synchronous: a source that fails before it has a listener would end the process.
  mkdirSync(dirname(target), { recursive: true, mode: 0o700 })
  const { through, digest } = hashing()
  const sealing = recipients.length > 0 ? encryptTo(recipients) : new PassThrough()
  await pipelineEnd(source, sealing, through, createWriteStream(target, { mode: 0o600 }))
  return { file, sha256: digest() }
}

/** The decrypted bytes of a file of a backup. Errors fail the stream. */
export function openKept(folder: string, file: string, identities: readonly Identity[]): Readable {
  const opening = file.endsWith('.age') ? decryptWith(identities) : new PassThrough()
  // An error reaches the reader of the stream.
  return pipeline(createReadStream(join(folder, file)), opening, () => {})
}
