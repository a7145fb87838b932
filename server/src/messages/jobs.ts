import type { Context } from '../context.ts'
import type { Loop } from '../jobs/loop.ts'
import { retentionDaysOfKeys, retentionDaysOfPositions } from './log.rules.ts'
import { findExpiredPositions } from './retention.store.ts'
import { deleteKeys, deleteMessages } from './store.ts'

const batch = 1_000
const hourMs = 3_600_000

/** Every hour: removes messages with positions and keys of repeats that are older than is kept; the others go with a purge. */
export function messageLoop(ctx: Context): Loop {
  return {
    name: 'messages',
    pollMs: hourMs,
    parallel: 1,
    async run() {
      const { rows } = await ctx.db.worker.query<{ tenant_id: string }>(
        'select tenants_with_old_messages($1, $2) as tenant_id',
        [retentionDaysOfKeys, retentionDaysOfPositions],
      )
      let isMore = false
      for (const { tenant_id: tenantId } of rows) isMore = (await purge(ctx, tenantId)) || isMore
      return isMore
    },
  }
}

async function purge(ctx: Context, tenantId: string): Promise<boolean> {
  return ctx.db.asWorker(tenantId, async (tx) => {
    const expired = await findExpiredPositions(tx, retentionDaysOfPositions, batch)
    await deleteMessages(tx, expired)
    const keys = await deleteKeys(tx, retentionDaysOfKeys, batch)
    return expired.length >= batch || keys >= batch
  })
}
