import { largestDocument } from '@cartage/contract/documents/endpoints'
import { importDocument, uploadFleetDocument, uploadSubcontractorDocument } from '@cartage/contract/inbound/documents'
import type { FastifyRequest } from 'fastify'
import type { Context, ReceivedFile } from '../../context.ts'
import { receiveFile } from '../../documents/commands.ts'
import { readWhole } from '../../documents/content/inspect.gateway.ts'
import { keepMessageBody } from '../../documents/message-body.commands.ts'
import { readBody, readOnlyFile, serveFile } from '../../http/body/multipart.ts'
import { plainRequest } from '../../http/plain-request.ts'
import type { Call, Server } from '../../http/serve.ts'
import { longestBody } from '../../messages/log.rules.ts'
import { messageOf, receive, recordFailure } from '../../messages/receive.commands.ts'
import type { InboundKind, InboundMessage, Receiver } from '../../messages/rules.ts'
import { documentImport, fleetDocuments, subcontractorDocuments } from './commands.ts'
import { invalid } from './rules.ts'

/** Binds the webhooks for transport documents. */
export function serveInboundDocuments(server: Server): void {
  const { ctx } = server
  serveFile(server, uploadSubcontractorDocument, (call) =>
    take(ctx, call, 'subco-document-upload', subcontractorDocuments),
  )
  serveFile(server, uploadFleetDocument, (call) => take(ctx, call, 'fleet-document-upload', fleetDocuments))
  serveFile(server, importDocument, (call) => take(ctx, call, 'document-import', documentImport))
}

/**
 * The file is stored while it arrives, whatever its size; a small one that may be JSON or base64 is also read into
 * memory.
 */
async function take<Prepared, Answer>(
  ctx: Context,
  call: Pick<Call<typeof importDocument>, 'caller' | 'requestId' | 'request'>,
  kind: InboundKind,
  receiver: Receiver<Prepared, Answer>,
): Promise<Answer> {
  const { message, file } = await receivedOrKept(
    ctx,
    call.request,
    messageOf(plainRequest(call), kind, keepMessageBody),
  )
  const type = message.headers['content-type'] ?? ''
  try {
    const mayBeText = kind === 'document-import' || /^application\/([\w.-]+\+)?json\b/i.test(type)
    const isRead = mayBeText && !file.hasNul && file.size <= longestBody
    return await receive(ctx, { ...message, file, body: isRead ? await readWhole(file) : message.body }, receiver)
  } finally {
    await drop(ctx, file)
  }
}

/**
 * An incomplete or oversized file is recorded with its headers and the reason, so that a person can request it again
 * (INB-8).
 */
async function receivedOrKept(ctx: Context, request: FastifyRequest, message: InboundMessage) {
  const began = performance.now()
  try {
    return await received(ctx, request, message)
  } catch (error) {
    await recordFailure(ctx, message, error, began)
    throw error
  }
}

/** The file is the body itself or the only file of a form, which is then handled like a plain body. */
async function received(
  ctx: Context,
  request: FastifyRequest,
  message: InboundMessage,
): Promise<{ message: InboundMessage; file: ReceivedFile }> {
  const type = message.headers['content-type'] ?? ''
  if (/^multipart\/form-data\b/i.test(type)) return await receivedInForm(ctx, request, message)
  if (/^multipart\//i.test(type)) throw invalid('content-type', mixedForm, 'multipart')
  const take = (bytes: AsyncIterable<Uint8Array>) => receiveFile(ctx, { name: '', mediaType: '', bytes })
  return { message, file: await readBody(request, largestDocument, take) }
}

const mixedForm = 'must be that of the file, or multipart/form-data with the file in one part'

async function receivedInForm(ctx: Context, request: FastifyRequest, message: InboundMessage) {
  const taken: { file: ReceivedFile; headers: Record<string, string> }[] = []
  try {
    await readOnlyFile(request, largestDocument, async (part) => {
      taken.push({ file: await receiveFile(ctx, part), headers: headersOf(part) })
    })
  } catch (error) {
    for (const { file } of taken) await drop(ctx, file)
    throw error
  }
  const { file, headers } = taken[0]!
  return { file, message: { ...message, headers: { ...message.headers, ...headers } } }
}

/** Headers of the form part describe the file better than those of the form. */
function headersOf({ name, mediaType }: { name: string; mediaType: string }): Record<string, string> {
  if (name === '') return { 'content-type': mediaType }
  return {
    'content-type': mediaType,
    'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(name)}`,
  }
}

/** The response is already decided, so a file that cannot be removed is swept later. */
async function drop(ctx: Context, file: ReceivedFile): Promise<void> {
  await file.drop().catch((error) => ctx.log.warn({ err: error }, 'a temporary file could not be removed'))
}
