import type { Context } from '../context.ts'
import type { Loop } from '../jobs/loop.ts'
import { tenantLoop } from '../jobs/tenant-loop.ts'
import { retentionDaysOfKeys, retentionDaysOfPositions } from './log.rules.ts'
import { findExpiredPositions } from './retention.store.ts'
import { deleteKeys, deleteMessages } from './store.ts'

const batch = 1_000
const hourMs = 3_600_000

/** Every hour: removes messages with positions and keys of repeats that are older than is kept; the others go with a purge. */
export function messageLoop(ctx: Context): Loop {
  return tenantLoop(ctx, {
    name: 'messages',
    pollMs: hourMs,
    due: ['old_messages', retentionDaysOfKeys, retentionDaysOfPositions],
    work: (tenantId) => purge(ctx, tenantId),
  })
}

async function purge(ctx: Context, tenantId: string): Promise<boolean> {
  return ctx.db.asWorker(tenantId, async (tx) => {
    const expired = await findExpiredPositions(tx, retentionDaysOfPositions, batch)
    await deleteMessages(tx, expired)
    const keys = await deleteKeys(tx, retentionDaysOfKeys, batch)
    return expired.length >= batch || keys >= batch
  })
}
