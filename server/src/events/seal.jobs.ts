import type { Context } from '../context.ts'
import type { Tx } from '../db/tenant.ts'
import type { Loop } from '../jobs/loop.ts'
import { enqueue } from '../jobs/queue.ts'
import { batchLoop } from '../jobs/tenant-loop.ts'
import { tenantsTogether } from '../jobs/together.ts'
import { assignPositions, headForUpdate, sealBatch, startLog } from './seal.store.ts'

const secondsPerDay = 86_400

/**
 * Assigns committed events their position in the log that clients pull. Commits become visible out of order, so a
 * number taken inside the transaction of the change could appear after a reader has passed it; a position cannot.
 */
export function sealLoop(ctx: Context): Loop {
  return batchLoop(ctx, {
    name: 'seal',
    pollMs: 500,
    gatherMs: 200,
    due: 'unsealed_events',
    together: (tenantIds) => tenantsTogether(ctx, tenantIds, sealTenant),
    work: (tx) => sealTenant(tx),
  })
}

/** Fewest events of a tenant in a batch of several. */
const fewestEach = 32

/** Assigns positions to one batch of one tenant, alone or with others; true when the batch was full. */
export async function sealTenant(tx: Tx, tenants = 1): Promise<boolean> {
  const most = Math.max(fewestEach, Math.floor(sealBatch / tenants))
  if (!(await headForUpdate(tx))) {
    // With the start of the log, schedules the daily purge of expired entries.
    if (await startLog(tx)) await enqueue(tx, 'deliveries.purge_expired', {}, { inSeconds: secondsPerDay })
    await headForUpdate(tx)
  }
  // A separate statement: it must see what was committed while this one waited for the head.
  return (await assignPositions(tx, most)) >= most
}
