import { type By, bySystem } from '../../audit/rules.ts'
import type { Act } from '../../audit/store.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/tenant.ts'
import { insertUploadItems, settleUploadItems } from '../../messages/inbox/uploads.store.ts'
import { failedUploadEvent } from '../publish.ts'
import type { Outcome } from './batch.rules.ts'
import { type FinishedUpload, insertUploadOutcomes } from './claim.store.ts'
import { causeOf, failedItem } from './outcomes.rules.ts'
import type { WaitingUpload } from './rules.ts'

/** An upload with its final result. */
export interface EndedUpload extends Pick<FinishedUpload, 'status' | 'order_id' | 'errors' | 'warnings'> {
  upload: WaitingUpload
}

/** Combines an upload with its decided result. */
export function endedUpload(upload: WaitingUpload, outcome: Outcome, orderId: string | null): EndedUpload {
  const { status, showsOrder, errors, warnings } = outcome
  return { upload, status, order_id: showsOrder ? orderId : null, errors, warnings }
}

/** Events of failed uploads, for webhook endpoints that request them. */
export function failureEvents(ctx: Context, ended: readonly EndedUpload[], epoch: number) {
  return ended
    .filter(({ status }) => status === 'ERROR')
    .map(({ upload, errors }) => failedUploadEvent(ctx, { ...upload, errors }, epoch))
}

/**
 * Writes the results of uploads, in the transaction that took them out of the queue. A failed upload becomes an inbox
 * item. Any other settles its own items and earlier ones of its identifier (LANE-9).
 * @returns what was settled in the inbox and by whom, for the trail
 */
export async function writeOutcomes(
  ctx: Pick<Context, 'newId'>,
  tx: Tx,
  ended: readonly EndedUpload[],
): Promise<Act[]> {
  if (ended.length === 0) return []
  const failed = ended.filter(({ status }) => status === 'ERROR')
  const done = ended.filter(({ status }) => status !== 'ERROR')
  const [, , settled] = await Promise.all([
    insertUploadOutcomes(
      tx,
      ended.map(({ upload, ...end }) => ({
        ...end,
        upload_id: upload.upload_id,
        run: upload.run,
        cause: end.status === 'ERROR' ? causeOf(end.errors) : null,
      })),
    ),
    insertUploadItems(
      tx,
      failed.map(({ upload, errors }) => failedItem(ctx.newId(), upload, errors)),
    ),
    settleUploadItems(
      tx,
      done.map(({ upload, order_id }) => ({ ...upload, order_id, closed_by: settlerOf(upload).actor })),
    ),
  ])
  const byOf = new Map(done.map(({ upload }) => [upload.order_identifier, settlerOf(upload)]))
  const change = { action: 'updated', before: { status: 'OPEN' }, after: { status: 'RESOLVED' } } as const
  return settled.map(({ inbox_item_id, order_identifier }) => ({
    by: byOf.get(order_identifier) ?? bySystem,
    changes: [{ entity_type: 'inbox_item', entity_id: inbox_item_id, ...change }],
  }))
}

/**
 * The sender of an upload settles its inbox items. After a rerun it is the system, because the sender did nothing; the
 * trail of the upload has the person.
 */
function settlerOf({ run, sent_by_kind, sent_by, request_id }: WaitingUpload): By {
  if (run > 1 || sent_by_kind === null) return bySystem
  return { actor: { kind: sent_by_kind, id: sent_by }, requestId: request_id }
}
