import type { Context } from '../context.ts'
import type { Loop } from '../jobs/loop.ts'
import { deleteContents, garbageForUpdate, keepContents } from './store.ts'

const garbageBatch = 100
const hourMs = 3_600_000

/**
 * Once when the process starts and every hour: removes what cut uploads left, and content that nothing has referred to
 * for 7 days.
 */
export function documentLoop(ctx: Context): Loop {
  return {
    name: 'documents',
    pollMs: hourMs,
    parallel: 1,
    async run() {
      const removed = await ctx.files.sweep()
      if (removed > 0) ctx.log.info({ removed }, 'temporary files of uploads that were cut off were removed')
      const { rows } = await ctx.db.worker.query<{ tenant_id: string }>('select tenants_with_garbage() as tenant_id')
      let isMore = false
      for (const { tenant_id: tenantId } of rows) isMore = (await collectGarbage(ctx, tenantId)) || isMore
      return isMore
    },
  }
}

/**
 * Removes a batch of what nothing refers to. The bytes go while the rows are locked, unlike all other work with the
 * outside: the same content may be uploaded at this moment, and its bytes must not go after they have come.
 */
async function collectGarbage(ctx: Context, tenantId: string): Promise<boolean> {
  return ctx.db.asWorker(tenantId, async (tx) => {
    const garbage = await garbageForUpdate(tx, garbageBatch)
    const idsOf = (isUsed: boolean) => garbage.filter((one) => one.is_used === isUsed).map((one) => one.content_id)
    await keepContents(tx, idsOf(true))
    for (const { sha256 } of garbage.filter((one) => !one.is_used)) await ctx.files.remove({ tenantId, sha256 })
    await deleteContents(tx, idsOf(false))
    return garbage.length === garbageBatch
  })
}
