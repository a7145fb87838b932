import { createHash } from 'node:crypto'
import { Readable, Transform } from 'node:stream'
import { create } from 'content-disposition'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { Problem } from '../http/problem.ts'
import { FileMissing } from './content/shelf.gateway.ts'
import { shownAs } from './review/rules.ts'
import { decidePart, isMatch, neutralType, type Part, refuseInfected, safeFileName } from './rules.ts'
import type { Download } from './views.ts'

interface Sending {
  tenantId: string
  documentId: string
  download: Download
  request: FastifyRequest
  reply: FastifyReply
  /** Shown inline on a page of the application where allowed; everything else is an attachment. */
  isInPlace?: boolean
}

/**
 * Sends the bytes of a document as an attachment that no browser opens under our origin (FILE-1); never an infected one
 * (FILE-5).
 * @throws Problem document_infected, document_unscanned, range_not_satisfiable, internal_error
 */
export async function sendDownload(ctx: Context, sending: Sending): Promise<void> {
  const { download, request, reply } = sending
  refuseInfected(download.scan_status, ctx.config.document_scan === 'wait')
  const etag = `"${download.sha256}"`
  const guards = sending.isInPlace ? showingHeaders(download) : guardingHeaders(download)
  const headers = { ...guards, etag, 'accept-ranges': 'bytes' }
  if (isMatch(textOf(request.headers['if-none-match']), etag)) {
    reply.code(304).headers({ etag, 'cache-control': keptBy })
    await reply.send()
    return
  }
  const part = wantedPart(request, etag, download.size)
  if (part.kind === 'none') {
    throw new Problem('range_not_satisfiable', { headers: { 'content-range': `bytes */${download.size}` } })
  }
  const bytes = request.method === 'HEAD' ? Readable.from([]) : await openBytes(ctx, sending, part)
  reply.code(part.kind === 'part' ? 206 : 200).headers({ ...headers, ...lengthHeaders(part, download.size) })
  await reply.send(bytes)
}

/** No proxy or browser stores a copy. */
const keptBy = 'private, no-store'

/** The same headers whatever the content is. */
function guardingHeaders(download: Download) {
  const type = download.is_flagged ? neutralType : download.media_type
  return {
    'content-type': type,
    'content-disposition': create(safeFileName(download.name, type), { type: 'attachment' }),
    'x-content-type-options': 'nosniff',
    'content-security-policy': "sandbox; default-src 'none'",
    'cross-origin-resource-policy': 'same-origin',
    'cache-control': keptBy,
  }
}

/**
 * The browser's viewer draws a PDF in a frame of the application; a policy on the file would prevent it from starting.
 * Text is always sent as text. Both keep their detected type, and browsers must not guess another.
 */
function showingHeaders(download: Download): Record<string, string> {
  const kind = shownAs(download)
  const { 'content-security-policy': policy, ...guards } = guardingHeaders(download)
  if (kind !== 'PDF' && kind !== 'TEXT') return { ...guards, 'content-security-policy': policy }
  const disposition = create(safeFileName(download.name, download.media_type), { type: 'inline' })
  if (kind === 'PDF') return { ...guards, 'content-disposition': disposition }
  const type = 'text/plain; charset=utf-8'
  return { ...guards, 'content-type': type, 'content-disposition': disposition, 'content-security-policy': policy }
}

/** If-Range with another tag, or with a date: the whole content (RFC 9110 section 13.1.5). */
function wantedPart(request: FastifyRequest, etag: string, size: number): Part {
  const condition = textOf(request.headers['if-range'])
  if (condition !== undefined && condition !== etag) return { kind: 'whole' }
  return decidePart(textOf(request.headers.range), size)
}

function textOf(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header.join(',') : header
}

function lengthHeaders(part: Part, size: number): Record<string, string> {
  if (part.kind !== 'part') return { 'content-length': String(size) }
  return {
    'content-length': String(part.last - part.first + 1),
    'content-range': `bytes ${part.first}-${part.last}/${size}`,
  }
}

async function openBytes(ctx: Context, sending: Sending, part: Part): Promise<Readable> {
  const { tenantId, documentId, download } = sending
  const alarm = (why: string) =>
    ctx.log.error({ tenant_id: tenantId, document_id: documentId, sha256: download.sha256 }, `a document ${why}`)
  const key = { tenantId, sha256: download.sha256 }
  const opened = await ctx.files.open(key, part.kind === 'part' ? part : undefined).catch((error) => {
    alarm('cannot be read from the store')
    // An unreachable store may be back soon; missing content is an error.
    throw error instanceof FileMissing ? error : new Problem('unavailable')
  })
  if (opened.size !== download.size) {
    opened.bytes.destroy()
    alarm('has another size than it had')
    throw new Problem('internal_error')
  }
  // A part has no hash of its own; its size was checked.
  if (part.kind === 'part') return opened.bytes
  const checked = verifying(download.sha256, () => alarm('is damaged: its hash is another'))
  opened.bytes.on('error', (error) => checked.destroy(error))
  checked.on('close', () => opened.bytes.destroy())
  return opened.bytes.pipe(checked)
}

/** Holds back the last bytes until the hash is verified, so that a damaged file is never complete. */
function verifying(sha256: string, alarm: () => void): Transform {
  const hash = createHash('sha256')
  let held: Buffer | undefined
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      const before = held
      held = chunk
      done(null, before)
    },
    flush(done) {
      if (hash.digest('hex') === sha256) return done(null, held)
      alarm()
      done(new Error('the bytes of a document are damaged'))
    },
  })
}
