import { bySystem } from '../../audit/rules.ts'
import type { JobHandler } from '../../jobs/kinds.ts'
import type { ReplayKinds } from '../replay.rules.ts'
import { retryLeftParts } from './retry.commands.ts'
import { openItemsOf } from './store.ts'

/**
 * Job: retries parts of a message that failed with an internal error (INB-10). Those that fail again wait for the next
 * attempt.
 */
export function retryPartsJob(replayKinds: ReplayKinds): JobHandler<'messages.retry_parts'> {
  return async (ctx, { tenantId, payload }) => {
    const itemIds = await ctx.db.asWorker(tenantId, (tx) => openItemsOf(tx, payload.message_id, payload.paths))
    await retryLeftParts(ctx, replayKinds, { tenantId, by: bySystem }, itemIds)
  }
}
