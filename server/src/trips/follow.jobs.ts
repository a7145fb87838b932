import { bySystem } from '../audit/rules.ts'
import type { Context } from '../context.ts'
import type { Job } from '../jobs/kinds.ts'
import { changeTrips } from './change/commands.ts'
import { followDispatch } from './dispatch.commands.ts'
import { followOrders } from './follow.rules.ts'
import { requestedStops } from './orders.views.ts'
import { tripsOfOrdersForUpdate } from './store.ts'

/**
 * Applies a changed order to its trips: removes stops that are no longer requested, updates places and activities, and
 * returns the order to planning if one of its stops is on no trip. Reached stops keep their actual data.
 */
export async function followOrder(ctx: Context, job: Job<'trips.follow_order'>): Promise<void> {
  const orderIds = [job.payload.order_id]
  await job.finishing(async (tx) => {
    const before = await tripsOfOrdersForUpdate(tx, orderIds)
    const after = followOrders(before, orderIds, await requestedStops(tx, orderIds))
    await changeTrips(ctx, tx, before, after, { by: bySystem, at: ctx.now().toISOString(), orderIds })
    // Other parts of the order may have changed even if its stops did not.
    await Promise.all(before.map(({ trip_id }) => followDispatch(tx, trip_id)))
  })
}
