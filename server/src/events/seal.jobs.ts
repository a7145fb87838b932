import type { Context } from '../context.ts'
import type { Tx } from '../db/tenant.ts'
import type { Loop } from '../jobs/loop.ts'
import { enqueue } from '../jobs/queue.ts'
import { batchLoop } from '../jobs/tenant-loop.ts'
import { tenantsTogether } from '../jobs/together.ts'
import { assignPositions, headForUpdate, sealBatch, startLog } from './seal.store.ts'

const secondsPerDay = 86_400

/**
 * Gives committed events their place in the log that clients pull. Commits become visible out of order, so a number
 * taken inside the transaction of the change could appear after a reader has passed it; a position cannot.
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

/** Seals one batch of one tenant, alone or next to others; true when it was a full one. */
export async function sealTenant(tx: Tx, tenants = 1): Promise<boolean> {
  const most = Math.max(fewestEach, Math.floor(sealBatch / tenants))
  if (!(await headForUpdate(tx))) {
    // The log begins, and with it the daily look for entries that are older than is kept.
    if (await startLog(tx)) await enqueue(tx, 'deliveries.purge_expired', {}, { inSeconds: secondsPerDay })
    await headForUpdate(tx)
  }
  // A statement of its own: it must see what was committed while this one waited for the head.
  return (await assignPositions(tx, most)) >= most
}
