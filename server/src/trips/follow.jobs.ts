import { bySystem } from '../audit/rules.ts'
import type { Context } from '../context.ts'
import type { Job } from '../jobs/kinds.ts'
import { changeTrips } from './change/commands.ts'
import { followDispatch } from './dispatch.commands.ts'
import { followOrders } from './follow.rules.ts'
import { requestedStops } from './orders.views.ts'
import { tripsOfOrdersForUpdate } from './store.ts'

/**
 * Lets trips follow an order that changed: stops that are no longer requested leave them, places and activities are taken
 * over, and the order is to be planned again when it has a stop on no trip. Stops that were reached stay as they
 * happened.
 */
export async function followOrder(ctx: Context, job: Job<'trips.follow_order'>): Promise<void> {
  const orderIds = [job.payload.order_id]
  await job.finishing(async (tx) => {
    const before = await tripsOfOrdersForUpdate(tx, orderIds)
    const after = followOrders(before, orderIds, await requestedStops(tx, orderIds))
    await changeTrips(ctx, tx, before, after, { by: bySystem, at: ctx.now().toISOString(), orderIds })
    // What the order requests may have changed though its stops stay as they are.
    await Promise.all(before.map(({ trip_id }) => followDispatch(tx, trip_id)))
  })
}
