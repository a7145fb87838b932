import { largestDocument } from '@cartage/contract/documents'
import { importDocument, uploadFleetDocument, uploadSubcontractorDocument } from '@cartage/contract/inbound/documents'
import type { Context, ReceivedFile } from '../context.ts'
import { readWhole } from '../documents/inspect.gateway.ts'
import { receiveFile } from '../documents/jobs.ts'
import { readBody, serveFile } from '../http/multipart.ts'
import type { Call, Server } from '../http/serve.ts'
import { messageOf, receive } from '../messages/receive.jobs.ts'
import { longestBody } from '../messages/record.rules.ts'
import type { InboundKind, Receiver } from '../messages/rules.ts'
import { documentImport, fleetDocuments, subcontractorDocuments } from './documents.jobs.ts'

/** Binds the webhooks that carry documents of transport. */
export function serveInboundDocuments(server: Server): void {
  const { ctx } = server
  serveFile(server, uploadSubcontractorDocument, (call) =>
    take(ctx, call, 'subco-document-upload', subcontractorDocuments),
  )
  serveFile(server, uploadFleetDocument, (call) => take(ctx, call, 'fleet-document-upload', fleetDocuments))
  serveFile(server, importDocument, (call) => take(ctx, call, 'document-import', documentImport))
}

/** The body is stored while it arrives, whatever its size; a small one that may be JSON or base64 is read as well. */
async function take<Prepared, Answer>(
  ctx: Context,
  call: Pick<Call<typeof importDocument>, 'caller' | 'requestId' | 'request'>,
  kind: InboundKind,
  receiver: Receiver<Prepared, Answer>,
): Promise<Answer> {
  const message = messageOf(call, kind)
  const { request } = call
  const type = message.headers['content-type'] ?? ''
  const file = await readBody(request, largestDocument, (bytes) => receiveFile(ctx, { name: '', mediaType: '', bytes }))
  try {
    const mayBeText = kind === 'document-import' || /^application\/([\w.-]+\+)?json\b/i.test(type)
    const isRead = mayBeText && !file.hasNul && file.size <= longestBody
    return await receive(ctx, { ...message, file, body: isRead ? await readWhole(file) : message.body }, receiver)
  } finally {
    await drop(ctx, file)
  }
}

/** The answer is decided by now: what cannot be removed is swept later. */
async function drop(ctx: Context, file: ReceivedFile): Promise<void> {
  await file.drop().catch((error) => ctx.log.warn({ err: error }, 'a temporary file could not be removed'))
}
