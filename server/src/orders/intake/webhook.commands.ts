import { canonicalOrder } from '@cartage/contract/orders/canonical'
import { OrderUpload } from '@cartage/contract/orders/order-input'
import type { OrderImportResponse } from '@cartage/contract/orders/upload-record'
import type { Context } from '../../context.ts'
import { passesAsIs } from '../../http/as-is.ts'
import { bodyText, parseJson } from '../../http/body/json.ts'
import { keepSent, type SentBody } from '../../http/body/sent.ts'
import { Problem } from '../../http/problem.ts'
import { spokenIssues, validationProblem } from '../../http/render-problem.ts'
import type { InboundMessage } from '../../messages/rules.ts'
import { notesOf } from '../uploads/notes.rules.ts'
import { messageKey } from '../uploads/rules.ts'
import { acceptUpload } from './accept.commands.ts'

/** Result of an order import: its response, and data for the message log. */
export interface AppliedImport {
  answer: OrderImportResponse | null
  /** Records that the message refers to. */
  touched: [entityType: string, id: string][]
  /** Id of the resulting upload; absent when it was rejected. */
  uploadId?: string
  /** Why it was rejected, although the response is not an HTTP error. */
  refusal?: Problem
}

/**
 * Handles a message of the order-import webhook (ORD-17): the response has no upload id, and a rejection is a response
 * with errors. The upload is accepted in its own commit, not in that of the message.
 * @throws errors other than rejections, such as an unavailable database
 */
export async function applyOrderImport(
  ctx: Context,
  message: InboundMessage,
  companyId: string | null,
): Promise<AppliedImport> {
  const touched: AppliedImport['touched'] = []
  try {
    const { upload, sent } = readUpload(message.body)
    touched.push(['order_identifier', upload.order_identifier])
    const { upload_id } = await acceptUpload(ctx, {
      tenantId: message.tenantId,
      upload: canonicalOrder(upload),
      source: 'WEBHOOK',
      by: { actor: { kind: 'webhook', id: message.credentialId }, requestId: message.requestId },
      notes: notesOf(upload, sent),
      companyId: customerOf(message.partner, companyId),
      idempotencyKey: message.messageKey ? messageKey(message.credentialId, message.messageKey) : undefined,
    })
    return { answer: null, touched, uploadId: upload_id }
  } catch (error) {
    if (!(error instanceof Problem) || error.status >= 500) throw error
    const errors = sentencesOf(error).map((sentence) => ({
      error_type: 'USER_INPUT_ERROR' as const,
      error_message: sentence,
    }))
    return { answer: { errors }, touched, refusal: error }
  }
}

/**
 * Credentials of a customer import its own orders only; those of a destination or a telematics source import none.
 * @throws Problem validation_failed
 */
function customerOf(partner: InboundMessage['partner'], companyId: string | null): string | null {
  if (!partner) return companyId
  if (partner.kind === 'COMPANY') return partner.key
  const message =
    'These credentials belong to a partner that does not send orders. Use the credentials of the customer.'
  throw new Problem('validation_failed', { message })
}

/**
 * The upload in a body, and the body itself when parsing changed something.
 * @throws Problem body_not_json, validation_failed
 */
function readUpload(body: Buffer): { upload: OrderUpload; sent: SentBody | undefined } {
  const json = parseJson(bodyText(body))
  if (passesAsIs(OrderUpload, json)) return { upload: json as OrderUpload, sent: undefined }
  const result = OrderUpload.safeParse(json, { error: spokenIssues })
  if (!result.success) throw validationProblem(result.error.issues)
  const sent = { sent: json, schema: OrderUpload }
  keepSent(body, sent)
  return { upload: result.data, sent }
}

/** All errors, one sentence each. */
function sentencesOf({ message, errors = [] }: Problem): string[] {
  if (errors.length < 2) return [message]
  return errors.map((item) => (item.path ? `${item.path}: ${item.message}` : item.message))
}
