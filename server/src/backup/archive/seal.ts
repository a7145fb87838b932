import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { open, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { type Recipient, readRecipient } from '../age/keys.ts'
import { encryptTo } from '../age/stream.ts'

// PostgreSQL runs this for each segment of its log when backups are encrypted (OPS-36). It compresses, encrypts and
// syncs the segment under another name first, so that the archive never has half of one. It exits with 1 when the
// segment is not in the archive.

const [source, target, ...keys] = process.argv.slice(2)

/** PostgreSQL may ask again for an archived segment: only identical content succeeds, compared by digest. */
async function seal(from: string, done: string, recipients: readonly Recipient[]): Promise<void> {
  const digest = createHash('sha256')
    .update(await readFile(from))
    .digest('hex')
  if (existsSync(done)) {
    if ((await readFile(`${done}.sha256`, 'utf8')).trim() === digest) return
    throw new Error(`${done} is another segment`)
  }
  const part = `${done}.part`
  await pipeline(createReadStream(from), createGzip({ level: 1 }), encryptTo(recipients), createWriteStream(part))
  await sync(part)
  await writeFile(`${done}.sha256`, `${digest}\n`)
  await sync(`${done}.sha256`)
  await rename(part, done)
  await sync(dirname(done))
}

async function sync(path: string): Promise<void> {
  const file = await open(path, 'r')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}

const recipients = keys.map(readRecipient).filter((recipient) => recipient !== undefined)
if (recipients.length === 0 || recipients.length < keys.length) throw new Error('a key to encrypt to is wrong')
await seal(source!, target!, recipients)
