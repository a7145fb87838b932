import type { Context } from '../context.ts'
import type { Loop } from '../jobs/loop.ts'
import { enqueue } from '../jobs/queue.ts'
import { dispatchLine } from '../trips/dispatch.commands.ts'
import { takeDueLooks } from './store.ts'

/** Dispatches of one tenant taken at a time. */
const batch = 200

/**
 * Compares what partners have with what is true when it is time: drafts that have waited long enough, what could not be
 * sent before, and everything once a day, whatever may have changed it.
 */
export function dispatchLoop(ctx: Context): Loop {
  return {
    name: 'dispatch',
    pollMs: 15_000,
    parallel: 1,
    async run() {
      const { rows } = await ctx.db.worker.query<{ tenant_id: string }>(
        'select tenants_with_dispatches_to_look_at() as tenant_id',
      )
      let isMore = false
      for (const { tenant_id } of rows) isMore = (await lookAtTenant(ctx, tenant_id)) || isMore
      return isMore
    },
  }
}

async function lookAtTenant(ctx: Context, tenantId: string): Promise<boolean> {
  return await ctx.db.asWorker(tenantId, async (tx) => {
    const { tripIds, isFull } = await takeDueLooks(tx, batch)
    await Promise.all(
      tripIds.map((trip_id) => enqueue(tx, 'dispatch.follow_trip', { trip_id }, { serialKey: dispatchLine(trip_id) })),
    )
    tx.afterCommit(() => ctx.wake('jobs'))
    return isFull || tripIds.length > 0
  })
}
