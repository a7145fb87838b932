import type { By } from '../../audit/rules.ts'
import type { Context } from '../../context.ts'
import { keepMessageBody } from '../../documents/message-body.commands.ts'
import { receive } from '../../messages/receive.commands.ts'
import type { InboundMessage } from '../../messages/rules.ts'
import { receiveEInvoice } from './commands.ts'

/**
 * Uploads a supplier's file manually, as if its system had sent it (PURCH-31): what cannot be placed or read waits with
 * the reason.
 * @returns why it waits; null: it was placed, or is a duplicate
 * @throws Problem the refusal by the reader, after the file was stored
 */
export async function takeFile(
  ctx: Context,
  { tenantId, by }: { tenantId: string; by: By },
  { bytes, mediaType }: { bytes: Buffer; mediaType: string },
): Promise<{ reason: string | null }> {
  const { actor, requestId } = by
  const message: InboundMessage = {
    kind: 'e-invoicing',
    tenantId,
    credentialId: actor.id!,
    actor,
    requestId: requestId!,
    messageKey: undefined,
    query: {},
    headers: { 'content-type': mediaType },
    body: bytes,
    keepBody: keepMessageBody,
  }
  const { errors } = await receive(ctx, message, receiveEInvoice)
  return { reason: errors?.[0]?.error_message ?? null }
}
