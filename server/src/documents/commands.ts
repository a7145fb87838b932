import { said } from '@cartage/contract/said'
import type { By } from '../audit/rules.ts'
import { recordChanges } from '../audit/store.ts'
import type { Context, IncomingFile, ReceivedFile } from '../context.ts'
import { errorItem, Problem } from '../http/problem.ts'
import { inspectFile } from './content/inspect.gateway.ts'
import { strictMediaType, toleratedMediaType } from './rules.ts'
import { insertUpload, noteScan, reserveContent } from './store.ts'

/**
 * Stores bytes while they arrive. They belong to nothing until `acceptUpload`; the caller drops them afterwards.
 * @throws Problem unavailable when the disk is full or broken
 */
export async function receiveFile(ctx: Context, file: IncomingFile): Promise<ReceivedFile> {
  return orUnavailable(ctx, () => ctx.files.receive(file.bytes), isOfDisk)
}

/**
 * Makes received bytes an upload that can be referred to. First the row of the content, then the bytes in their place,
 * durable, then the upload: whatever crashes between, nothing is visible that is not whole, and nothing is forgotten.
 * @param file.takesAnyType for webhooks: a file that would be refused is kept and flagged
 * @returns the upload id
 * @throws Problem document_type_refused, validation_failed, unavailable
 */
export async function acceptUpload(
  ctx: Context,
  tenantId: string,
  file: { name: string; mediaType: string; received: ReceivedFile; takesAnyType?: boolean },
): Promise<string> {
  const { received, name } = file
  if (received.size === 0) {
    const message = 'is empty: send a file with content'
    throw new Problem('validation_failed', {
      message: said`file: ${message}`,
      errors: [errorItem('file', message, 'empty')],
    })
  }
  const found = await orUnavailable(ctx, () => inspectFile(received.path))
  const decide = file.takesAnyType ? toleratedMediaType : strictMediaType
  const { mediaType, isFlagged } = decide(file.mediaType, name, found, received.hasNul)
  const contentId = await ctx.db.asTenant(tenantId, (tx) =>
    reserveContent(tx, {
      sha256: received.sha256,
      size_bytes: received.size,
      media_type: mediaType,
      scan_status: ctx.config.document_scan === 'off' ? 'NOT_SCANNED' : 'PENDING',
    }),
  )
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
