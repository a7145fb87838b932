import { msg } from '@cartage/contract/message'
import type { By } from '../audit/rules.ts'
import { recordChanges } from '../audit/store.ts'
import type { Context, IncomingFile, ReceivedFile } from '../context.ts'
import type { Tx } from '../db/tenant.ts'
import { errorItem, Problem } from '../http/problem.ts'
import { inspectFile } from './content/inspect.gateway.ts'
import { checkUploaded, uploadLimits } from './quota.rules.ts'
import { addUploaded, findUploaded } from './quota.store.ts'
import { strictMediaType, toleratedMediaType } from './rules.ts'
import { insertUpload, noteScan, reserveContent } from './store.ts'

/** Hours that an unattached upload is kept: from links and clients of customers, and from others (LIMIT-20). */
const hoursOfSender = 1
const hoursOfOthers = 168

/**
 * Stores bytes while they arrive. They belong to nothing until `acceptUpload`; the caller drops them afterwards. The
 * last of the disk is reserved for the database, so that files of one tenant never stop the others (LIMIT-19).
 * @throws Problem unavailable when the disk fails, storage_low when little of it is free
 */
export async function receiveFile(ctx: Context, file: IncomingFile): Promise<ReceivedFile> {
  const free = await ctx.files.freeShare()
  if (free !== undefined && free * 100 < ctx.config.upload_reserve_percent) {
    ctx.log.error({ free_percent: Math.round(free * 1_000) / 10 }, 'a file was refused: too little of the disk is free')
    throw new Problem('storage_low', { headers: { 'retry-after': '300' } })
  }
  return orUnavailable(ctx, () => ctx.files.receive(file.bytes), isOfDisk)
}

/**
 * Makes an upload of received bytes. First the row of the content, then the bytes in their place, durably, then the
 * upload: after a crash nothing incomplete is visible and no bytes are without a row.
 * @param file.takesAnyType for webhooks: a file that would be refused is stored and flagged
 * @param file.sender whose daily uploads have their own limit, from `senderOf`
 * @returns the upload id
 * @throws Problem document_type_refused, validation_failed, upload_limit_reached, unavailable
 */
export async function acceptUpload(
  ctx: Context,
  tenantId: string,
  file: {
    name: string
    mediaType: string
    received: ReceivedFile
    takesAnyType?: boolean
    sender?: string | undefined
  },
): Promise<string> {
  const { received, name } = file
  if (received.size === 0) {
    const message = 'is empty: send a file with content'
    throw new Problem('validation_failed', {
      message: msg`file: ${message}`,
      errors: [errorItem('file', message, 'empty')],
    })
  }
  const found = await orUnavailable(ctx, () => inspectFile(received.path))
  const decide = file.takesAnyType ? toleratedMediaType : strictMediaType
  const { mediaType, isFlagged } = decide(file.mediaType, name, found, received.hasNul)
  const contentId = await ctx.db.asTenant(tenantId, async (tx) => {
    const { content_id, is_new } = await reserveContent(tx, {
      sha256: received.sha256,
      size_bytes: received.size,
      media_type: mediaType,
      scan_status: ctx.config.document_scan === 'off' ? 'NOT_SCANNED' : 'PENDING',
      hours: file.sender === undefined ? hoursOfOthers : hoursOfSender,
    })
    // Bytes that are already stored use no space.
    if (is_new) await countUploaded(ctx, tx, received.size, file.sender)
    return content_id
  })
  ctx.crashPoints.reach('documents:reserved')
  await orUnavailable(ctx, () => received.keep(tenantId))
  ctx.crashPoints.reach('documents:kept')
  const upload = {
    upload_id: ctx.newId(),
    content_id: contentId,
    // PostgreSQL accepts every character except NUL.
    file_name: name.replaceAll('\u0000', '').slice(0, 1_000),
    media_type: mediaType,
    is_flagged: isFlagged,
  }
  await ctx.db.asTenant(tenantId, (tx) => insertUpload(tx, upload))
  return upload.upload_id
}

const ofTenant = 'TENANT'

/** @throws Problem upload_limit_reached when the day's uploads, including these bytes, exceed a limit (LIMIT-18) */
async function countUploaded(ctx: Context, tx: Tx, bytes: number, sender: string | undefined): Promise<void> {
  const limits = uploadLimits(ctx.config)
  const uploaded = await addUploaded(tx, [ofTenant, ...(sender === undefined ? [] : [sender])], bytes)
  for (const [name, sum] of uploaded) checkUploaded(sum, name === ofTenant ? limits.tenant : limits.sender, ctx.now())
}

/** @throws Problem upload_limit_reached when the sender has used its daily limit; checked before bytes are read */
export async function checkUploading(ctx: Context, tenantId: string, sender: string): Promise<void> {
  const uploaded = await ctx.db.asTenant(tenantId, (tx) => findUploaded(tx, sender))
  checkUploaded(uploaded + 1, uploadLimits(ctx.config).sender, ctx.now())
}

/**
 * Records the verdict of a virus scanner on content; infected content is no longer sent.
 * @throws Problem not_found when the tenant has no such content
 */
export async function recordVerdict(
  ctx: Context,
  tenantId: string,
  by: By,
  found: { sha256: string; verdict: 'CLEAN' | 'INFECTED' },
): Promise<void> {
  await ctx.db.asTenant(tenantId, async (tx) => {
    const contentId = await noteScan(tx, found.sha256, found.verdict)
    if (contentId === undefined) throw new Problem('not_found')
    const after = { sha256: found.sha256, scan_status: found.verdict }
    await recordChanges(tx, by, [
      { entity_type: 'document_content', entity_id: contentId, action: 'updated', before: null, after },
    ])
  })
}

/** While bytes arrive, the cause may also be the sender's connection. */
function isOfDisk(error: unknown): boolean {
  return ['open', 'mkdir', 'write', 'fsync', 'close'].includes((error as NodeJS.ErrnoException).syscall ?? '')
}

/** A failing store is not the sender's error, and the same request may succeed later. */
async function orUnavailable<T>(ctx: Context, work: () => Promise<T>, isOurs = (_: unknown) => true): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Problem || !isOurs(error)) throw error
    ctx.log.error({ err: error }, 'the document store failed')
    throw new Problem('unavailable')
  }
}
