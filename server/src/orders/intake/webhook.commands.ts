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

/** What happened to an order import: its answer, and what the message log keeps next to it. */
export interface AppliedImport {
  answer: OrderImportResponse | null
  /** Records it was about. */
  touched: [entityType: string, id: string][]
  /** The upload it became; absent when it was refused. */
  uploadId?: string
  /** Why it was refused, although the answer is not an HTTP error. */
  refusal?: Problem
}

/**
 * Takes a message of the order-import webhook (ORD-17): no upload id in the answer, and a refusal is an answer with
 * errors. It is accepted in a commit of its own and not in that of the message.
 * @throws what is not a refusal, such as a database that is away
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
 * Credentials of a customer bring its own orders; those of a destination or a telematics source bring none.
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
 * The upload in a body, and the body itself when reading it changed something.
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

/** Everything that is wrong, a sentence each. */
function sentencesOf({ message, errors = [] }: Problem): string[] {
  if (errors.length < 2) return [message]
  return errors.map((item) => (item.path ? `${item.path}: ${item.message}` : item.message))
}
