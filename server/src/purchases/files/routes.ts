import { openReceivedFile } from '@cartage/contract/purchases/app'
import { openUnplacedFile } from '@cartage/contract/purchases/app/unplaced'
import { create } from 'content-disposition'
import type { FastifyReply } from 'fastify'
import { type Server, serve } from '../../http/serve.ts'
import type { ReceivedAttachment } from '../intake/document.rules.ts'
import { receivedFileOf, unplacedFileOf } from './commands.ts'
import { lookOf } from './look.rules.ts'

/** Binds suppliers' files, for comparison with the data read from them. */
export function serveReceivedFiles(server: Server): void {
  const { ctx } = server
  serve(server, openReceivedFile, async ({ caller, params, reply }) =>
    sendFile(reply, await receivedFileOf(ctx, caller.tenantId, params.invoice_id)),
  )
  serve(server, openUnplacedFile, async ({ caller, params, reply }) =>
    sendFile(reply, await unplacedFileOf(ctx, caller.tenantId, params.inbox_item_id)),
  )
}

/** The file is untrusted: it is sent as PDF, picture or plain text, never as a web page. */
function sendFile(reply: FastifyReply, { name, bytes }: Pick<ReceivedAttachment, 'name' | 'bytes'>) {
  reply.headers({
    'content-type': lookOf(bytes)?.mediaType ?? 'text/plain; charset=utf-8',
    'content-disposition': create(name, { type: 'inline' }),
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
    'cache-control': 'private, no-store',
  })
  return reply.send(bytes)
}
