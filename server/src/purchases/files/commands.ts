import { findFiles } from '../../billing/records/views.ts'
import type { Context } from '../../context.ts'
import { ourselves } from '../../documents/access.rules.ts'
import { refuseInfected } from '../../documents/rules.ts'
import { getDownload } from '../../documents/views.ts'
import { Problem } from '../../http/problem.ts'
import { findStoredMessage } from '../../messages/detail.views.ts'
import { messageAgain } from '../../messages/replay.commands.ts'
import type { ReadDocument, ReceivedAttachment } from '../intake/document.rules.ts'
import { isXml } from '../intake/encoding.format.ts'
import { readIsolated } from '../intake/read.gateway.ts'
import { fileName } from '../intake/read.rules.ts'
import { findUnplacedItem } from '../unplaced/views.ts'
import { lookOf } from './look.rules.ts'

/**
 * File of a document entered manually, named by its number like others: the message that could not be read.
 * @throws Problem not_found, state_conflict if the message is no longer stored
 */
export async function unreadFileOf(
  ctx: Context,
  { tenantId, itemId, number }: { tenantId: string; itemId: string; number: string },
): Promise<ReceivedAttachment> {
  const { body, mediaType } = await messageOf(ctx, tenantId, itemId)
  const look = lookOf(body)
  return {
    name: fileName(number, look?.extension ?? (isXml(body) ? 'xml' : 'txt')),
    mediaType: look?.mediaType ?? mediaType,
    bytes: body,
  }
}

type ReceivedFile = Pick<ReceivedAttachment, 'name' | 'bytes'>

/**
 * The original file of a document.
 * @throws Problem not_found, document_infected, document_unscanned
 */
export async function receivedFileOf(ctx: Context, tenantId: string, invoiceId: string): Promise<ReceivedFile> {
  const download = await ctx.db.asTenant(tenantId, async (tx) => {
    const received = (await findFiles(tx, [invoiceId])).find(({ kind }) => kind === 'RECEIVED')
    if (!received) throw new Problem('not_found')
    return await getDownload(tx, received.document_id, ourselves)
  })
  refuseInfected(download.scan_status, ctx.config.document_scan === 'wait')
  const { bytes } = await ctx.files.open({ tenantId, sha256: download.sha256 })
  const chunks: Buffer[] = []
  for await (const chunk of bytes) chunks.push(chunk as Buffer)
  return { name: download.name, bytes: Buffer.concat(chunks) }
}

/**
 * File of an unplaced document, from its message; if unreadable, the message itself.
 * @throws Problem not_found, state_conflict if the message is no longer stored
 */
export async function unplacedFileOf(ctx: Context, tenantId: string, itemId: string): Promise<ReceivedFile> {
  const { body, mediaType } = await messageOf(ctx, tenantId, itemId)
  try {
    const [file] = (await readIsolated(tenantId, body, mediaType)).files
    return file ?? { name: 'message', bytes: body }
  } catch (error) {
    // A temporary failure, which the next attempt may not have.
    if (!(error instanceof Problem) || error.status >= 500 || error.code === 'rate_limited') throw error
    return { name: 'message', bytes: body }
  }
}

/**
 * Reads an unplaced document from its message.
 * @throws Problem not_found, state_conflict if the message is no longer stored, any problem of readDocument
 */
export async function unplacedDocumentOf(ctx: Context, tenantId: string, itemId: string): Promise<ReadDocument> {
  const { body, mediaType } = await messageOf(ctx, tenantId, itemId)
  return await readIsolated(tenantId, body, mediaType)
}

async function messageOf(ctx: Context, tenantId: string, itemId: string): Promise<{ body: Buffer; mediaType: string }> {
  const stored = await ctx.db.asTenant(tenantId, async (tx) => {
    const item = await findUnplacedItem(tx, itemId)
    return item?.message_id ? await findStoredMessage(tx, item.message_id) : undefined
  })
  if (!stored) throw new Problem('not_found')
  const { body } = await messageAgain(ctx, tenantId, stored)
  return { body, mediaType: stored.headers['content-type'] ?? '' }
}
