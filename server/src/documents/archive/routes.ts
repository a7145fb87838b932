import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { largestArchive } from '@cartage/contract/documents/app/list'
import { msg } from '@cartage/contract/message'
import type { FastifyReply } from 'fastify'
import type { Context } from '../../context.ts'
import { errorItem, Problem } from '../../http/problem.ts'
import { neutralType, refuseInfected, safeFileName } from '../rules.ts'
import { directory, localHeader, uniqueName, type ZipEntry, zipEntry } from './rules.ts'
import type { ArchiveDownload } from './views.ts'

interface Sending {
  tenantId: string
  downloads: readonly ArchiveDownload[]
  reply: FastifyReply
}

/**
 * Sends documents as one archive, written while the response is read.
 * @throws Problem not_found when none of them exists, validation_failed when they are too large together
 */
export async function sendArchive(ctx: Context, { tenantId, downloads, reply }: Sending): Promise<undefined> {
  if (downloads.length === 0) throw new Problem('not_found')
  const size = downloads.reduce((sum, one) => sum + one.size, 0)
  if (size > largestArchive) {
    const message = 'are larger than 2 GB together: choose fewer'
    throw new Problem('validation_failed', {
      message: msg`ids: ${message}`,
      errors: [errorItem('ids', message, 'too_large')],
    })
  }
  reply.headers({
    'content-type': 'application/zip',
    'content-disposition': 'attachment; filename="documents.zip"',
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, no-store',
  })
  await reply.send(Readable.from(archiveOf(ctx, tenantId, downloads), { objectMode: false }))
  return undefined
}

async function* archiveOf(
  ctx: Context,
  tenantId: string,
  downloads: readonly ArchiveDownload[],
): AsyncGenerator<Buffer> {
  const entries: ZipEntry[] = []
  const taken = new Set(['left-out.txt'])
  const leftOut: string[] = []
  let offset = 0
  const partsOf = (name: string, bytes: Buffer) => {
    const entry = zipEntry(name, bytes, offset)
    const head = localHeader(entry)
    entries.push(entry)
    offset += head.length + bytes.length
    return [head, bytes]
  }
  for (const download of downloads) {
    const name = nameOf(download)
    const bytes = await read(ctx, tenantId, download).catch((error: unknown) => {
      leftOut.push(`${name}: ${reasonOf(ctx, error, download.document_id)}`)
    })
    if (bytes) yield* partsOf(uniqueName(name, taken), bytes)
  }
  if (leftOut.length > 0) yield* partsOf('left-out.txt', Buffer.from(`${leftOut.join('\r\n')}\r\n`))
  yield directory(entries, offset)
}

/** Prefixed with the subject: proofs of many orders often have the same name. */
function nameOf({ name, subject_name: subject, media_type, is_flagged }: ArchiveDownload): string {
  return safeFileName(
    subject === null ? name : `${subject.replaceAll(/[/\\]/g, '-')} ${name}`,
    is_flagged ? neutralType : media_type,
  )
}

/**
 * Reads a file completely, at most 50 MiB: a damaged file must not be in the archive, and the checksum precedes the
 * bytes.
 */
async function read(ctx: Context, tenantId: string, download: ArchiveDownload): Promise<Buffer> {
  refuseInfected(download.scan_status, ctx.config.document_scan === 'wait')
  const { bytes } = await ctx.files.open({ tenantId, sha256: download.sha256 })
  const content = await buffer(bytes)
  if (createHash('sha256').update(content).digest('hex') === download.sha256) return content
  throw new Error('a document is damaged: its hash is another')
}

function reasonOf(ctx: Context, error: unknown, documentId: string): string {
  if (error instanceof Problem) return error.message
  ctx.log.error({ err: error, document_id: documentId }, 'a document was left out of an archive')
  return 'It cannot be read from the store.'
}
