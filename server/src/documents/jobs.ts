import type { Context } from '../context.ts'
import type { Loop } from '../jobs/loop.ts'
import { tenantLoop } from '../jobs/tenant-loop.ts'
import { deleteContents, garbageForUpdate, keepContents } from './store.ts'

const garbageBatch = 100
/** Unattached uploads of links are removed soon after their hour. */
const pollMs = 600_000

/**
 * Runs at start and every ten minutes: removes what interrupted uploads left, and content that was unreferenced for its
 * time (LIMIT-20).
 */
export function documentLoop(ctx: Context): Loop {
  return tenantLoop(ctx, {
    name: 'documents',
    pollMs,
    due: 'garbage',
    async before() {
      const removed = await ctx.files.sweep()
      if (removed > 0) ctx.log.info({ removed }, 'temporary files of uploads that were cut off were removed')
    },
    work: (tenantId) => collectGarbage(ctx, tenantId),
  })
}

/**
 * Removes a batch of unreferenced content. Unlike other external work, bytes are removed while the rows are locked: the
 * same content may be uploaded at this moment, and its new bytes must not be removed.
 */
async function collectGarbage(ctx: Context, tenantId: string): Promise<boolean> {
  return ctx.db.asWorker(tenantId, async (tx) => {
    const garbage = await garbageForUpdate(tx, garbageBatch)
    const [used, unused] = [garbage.filter((one) => one.is_used), garbage.filter((one) => !one.is_used)]
    const removed: string[] = []
    for (const { content_id, sha256 } of unused) {
      try {
        await ctx.files.remove({ tenantId, sha256 })
        removed.push(content_id)
      } catch (error) {
        // A file that cannot be removed keeps its row and does not stop the others (OPS-28).
        ctx.log.error(
          { err: error, tenant_id: tenantId, sha256 },
          'a file could not be removed and will be tried again',
        )
      }
    }
    await keepContents(
      tx,
      used.map((one) => one.content_id),
    )
    await deleteContents(tx, removed)
    return garbage.length === garbageBatch && removed.length + used.length > 0
  })
}
