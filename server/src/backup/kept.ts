import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream, mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { PassThrough, pipeline, type Readable, Transform } from 'node:stream'
import { pipeline as pipelineEnd } from 'node:stream/promises'
import type { Identity, Recipient } from './age/keys.ts'
import { decryptWith, encryptTo } from './age/stream.ts'

/** One file of a backup, as it lies in the folder. */
export interface KeptFile {
  /** Its path below the folder; one that ends with `.age` is encrypted. */
  file: string
  /** In hexadecimal. */
  sha256: string
}

/** What hashes the bytes that flow through it; `digest` is read at the end. */
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
 * Writes what a stream gives into a file of a backup, encrypted when there are recipients. It holds no more than some chunks.
 * @throws what the stream or the disk says
 */
export async function keep(
  source: Readable,
  folder: string,
  name: string,
  recipients: readonly Recipient[],
): Promise<KeptFile> {
  const file = recipients.length > 0 ? `${name}.age` : name
  const target = join(folder, file)
  // Without waiting: a source that fails before someone listens to it would end the process.
  mkdirSync(dirname(target), { recursive: true, mode: 0o700 })
  const { through, digest } = hashing()
  const sealing = recipients.length > 0 ? encryptTo(recipients) : new PassThrough()
  await pipelineEnd(source, sealing, through, createWriteStream(target, { mode: 0o600 }))
  return { file, sha256: digest() }
}

/** The bytes of a file of a backup, decrypted. What is wrong with it fails the stream. */
export function openKept(folder: string, file: string, identities: readonly Identity[]): Readable {
  const opening = file.endsWith('.age') ? decryptWith(identities) : new PassThrough()
  // A failure reaches the reader of the stream.
  return pipeline(createReadStream(join(folder, file)), opening, () => {})
}
