import type { By } from '../../audit/rules.ts'
import { recordChanges } from '../../audit/store.ts'
import type { Context } from '../../context.ts'
import { isUnavailable } from '../../db/failure.ts'
import type { Tx } from '../../db/tenant.ts'
import { problemOfOne } from '../../http/each.ts'
import { Problem } from '../../http/problem.ts'
import { listFailedOfCause } from './list.views.ts'
import { findFailedUpload, holdQueue, isOvertaken, requeueUpload } from './retry.store.ts'

/** Most uploads with one cause that one request queues. */
const mostOfCause = 1_000

/**
 * Queues a failed upload again, at its own position in the upload queue, in the given transaction. Its sender reads it
 * under the same id.
 * @throws Problem not_found, state_conflict (409) when it did not fail or a later upload of its order has succeeded
 */
export async function queueAgain(ctx: Context, tx: Tx, uploadId: string, by: By): Promise<void> {
  const seen = await findFailedUpload(tx, uploadId)
  if (!seen) throw new Problem('not_found')
  await holdQueue(tx, seen.order_identifier)
  const [upload, isLate] = await Promise.all([findFailedUpload(tx, uploadId), isOvertaken(tx, seen)])
  if (upload?.status !== 'ERROR') {
    throw new Problem('state_conflict', { message: 'Only a failed upload can be run again. Reload the list.' })
  }
  if (isLate) {
    const message = 'A later upload of this order succeeded. Running this one again would undo it.'
    throw new Problem('state_conflict', { message })
  }
  await requeueUpload(tx, upload)
  const before = { status: upload.status, cause: upload.cause }
  const after = { status: 'IN_PROGRESS', run: upload.run + 1 }
  await recordChanges(tx, by, [{ entity_type: 'upload', entity_id: uploadId, action: 'replayed', before, after }])
  tx.afterCommit(() => ctx.wake('uploads'))
}

/** An upload to run again, and the person who requests it. */
export interface RetryCommand {
  tenantId: string
  uploadId: string
  by: By
}

/**
 * Runs an upload again.
 * @throws Problem not_found, state_conflict (409)
 */
export async function retryUpload(ctx: Context, { tenantId, uploadId, by }: RetryCommand): Promise<void> {
  await ctx.db.asTenant(tenantId, (tx) => queueAgain(ctx, tx, uploadId, by))
}

/**
 * Runs all uploads with one cause again, in order of arrival, each in its own transaction.
 * @returns how many were found, how many of them are queued again (the others have been overtaken), and whether there
 * are more than the limit of one request
 */
export async function retryCause(
  ctx: Context,
  { tenantId, by }: Omit<RetryCommand, 'uploadId'>,
  cause: string,
): Promise<{ found: number; requested: number; is_more: boolean }> {
  const ids = await ctx.db.asTenant(tenantId, (tx) => listFailedOfCause(tx, cause, mostOfCause + 1))
  let requested = 0
  const taken = ids.slice(0, mostOfCause)
  for (const uploadId of taken) {
    try {
      await retryUpload(ctx, { tenantId, uploadId, by })
      requested += 1
    } catch (error) {
      if (isUnavailable(error)) throw error
      // EACH-1: one that cannot be queued again does not affect the others.
      problemOfOne({ log: ctx.log, requestId: by.requestId }, uploadId, error)
    }
  }
  return { found: taken.length, requested, is_more: ids.length > mostOfCause }
}
