import type { Context } from '../context.ts'
import type { Loop } from '../jobs/loop.ts'
import { deleteClosedItems } from './inbox/store.ts'
import { retentionDays, retentionDaysOfPositions } from './log.rules.ts'
import { findExpiredMessages } from './retention.store.ts'
import { deleteKeys, deleteMessages } from './store.ts'

const batch = 1_000
const hourMs = 3_600_000

/** Every hour: removes messages and keys that are older than is kept. */
export function messageLoop(ctx: Context): Loop {
  return {
    name: 'messages',
    pollMs: hourMs,
    parallel: 1,
    async run() {
      const { rows } = await ctx.db.worker.query<{ tenant_id: string }>(
        'select tenants_with_old_messages($1, $2) as tenant_id',
        [retentionDays, retentionDaysOfPositions],
      )
      let isMore = false
      for (const { tenant_id: tenantId } of rows) isMore = (await purge(ctx, tenantId)) || isMore
      return isMore
    },
  }
}

async function purge(ctx: Context, tenantId: string): Promise<boolean> {
  return ctx.db.asWorker(tenantId, async (tx) => {
    const days = { all: retentionDays, positions: retentionDaysOfPositions }
    const expired = await findExpiredMessages(tx, days, batch)
    await deleteMessages(tx, expired)
    const keys = await deleteKeys(tx, retentionDays, batch)
    await deleteClosedItems(tx, retentionDays)
    return expired.length >= batch || keys >= batch
  })
}
