import type { Context } from '../context.ts'
import type { InboundMessage } from '../messages/rules.ts'
import { storeBytes } from './attach.commands.ts'
import { linkDocument } from './store.ts'

/**
 * Stores the body of a message, or the file in it, in the document store: the message log holds neither large bodies
 * nor files. Retained as long as the data linked to messages. Passed to the recorder where webhooks are bound.
 * @throws Problem unavailable; validation_failed when it is empty
 */
export async function keepMessageBody(ctx: Context, { tenantId, file, body, headers }: InboundMessage): Promise<void> {
  if ((file?.size ?? body.length) === 0) return
  const mediaType = headers['content-type'] ?? ''
  const upload_id = await storeBytes(ctx, tenantId, { name: 'message', mediaType, bytes: file ?? body })
  const subject = { subject_type: 'MESSAGE', subject_id: ctx.newId() }
  await ctx.db.asTenant(tenantId, (tx) =>
    linkDocument(tx, { upload_id, ...subject, document_type: 'OTHER', name: 'message' }),
  )
}
