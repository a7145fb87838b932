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

/** How long what was uploaded is kept while it is attached to nothing: by links and clients of customers, and by others (LIMIT-20). */
const hoursOfSender = 1
const hoursOfOthers = 168

/**
 * Stores bytes while they arrive. They belong to nothing until `acceptUpload`; the caller drops them afterwards. The last of the
 * disk is kept for the database, so that files of one tenant never stop the others (LIMIT-19).
 * @throws Problem unavailable when the disk is broken, storage_low when little of it is free
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
 * Makes received bytes an upload that can be referred to. First the row of the content, then the bytes in their place,
 * durable, then the upload: whatever crashes between, nothing is visible that is not whole, and nothing is forgotten.
 * @param file.takesAnyType for webhooks: a file that would be refused is kept and flagged
 * @param file.sender whose uploads of the day are limited apart, as `senderOf` says
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
    // Bytes that are here already take no room.
    if (is_new) await countUploaded(ctx, tx, received.size, file.sender)
    return content_id
  })
  ctx.crashPoints.reach('documents:reserved')
  await orUnavailable(ctx, () => received.keep(tenantId))
  ctx.crashPoints.reach('documents:kept')
  const upload = {
    upload_id: ctx.newId(),
    content_id: contentId,
    // The database takes every character but this one.
    file_name: name.replaceAll('\u0000', '').slice(0, 1_000),
    media_type: mediaType,
    is_flagged: isFlagged,
  }
  await ctx.db.asTenant(tenantId, (tx) => insertUpload(tx, upload))
  return upload.upload_id
}

const ofTenant = 'TENANT'

/** Counts what is uploaded in a day and refuses what is too much (LIMIT-18). @throws Problem upload_limit_reached */
async function countUploaded(ctx: Context, tx: Tx, bytes: number, sender: string | undefined): Promise<void> {
  const limits = uploadLimits(ctx.config)
  const uploaded = await addUploaded(tx, [ofTenant, ...(sender === undefined ? [] : [sender])], bytes)
  for (const [name, sum] of uploaded) checkUploaded(sum, name === ofTenant ? limits.tenant : limits.sender, ctx.now())
}

/** Refuses an upload before its bytes are read. @throws Problem upload_limit_reached when the sender has had all of its day */
export async function checkUploading(ctx: Context, tenantId: string, sender: string): Promise<void> {
  const uploaded = await ctx.db.asTenant(tenantId, (tx) => findUploaded(tx, sender))
  checkUploaded(uploaded + 1, uploadLimits(ctx.config).sender, ctx.now())
}

/**
 * Notes what a virus scanner found in content; infected content is no longer handed out.
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

/** While bytes arrive, what fails may be the sender's connection as well. */
function isOfDisk(error: unknown): boolean {
  return ['open', 'mkdir', 'write', 'fsync', 'close'].includes((error as NodeJS.ErrnoException).syscall ?? '')
}

/** A store that fails is not the sender's fault, and the same request may work later. */
async function orUnavailable<T>(ctx: Context, work: () => Promise<T>, isOurs = (_: unknown) => true): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Problem || !isOurs(error)) throw error
    ctx.log.error({ err: error }, 'the document store failed')
    throw new Problem('unavailable')
  }
}
