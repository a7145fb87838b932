import type { Context } from '../../context.ts'
import { requestMissing } from '../../positions/roads/commands.ts'
import type { Engine } from '../../positions/roads/rules.ts'
import { openRoads } from '../../positions/roads/views.ts'
import type { Due } from '../../rates/store.ts'
import { placesOf, waysOf } from '../facts/orders.rules.ts'
import { loadOrderSources } from '../facts/orders.views.ts'
import { tripThing } from '../facts/trips.rules.ts'
import { loadTripSources } from '../facts/trips.views.ts'

/** Maximum wait of a batch for the road engine, in milliseconds. */
const engineMs = 5_000

/** Requests the roads needed to price these subjects from the engine, before the transaction that rates them. */
export async function requestRoadsOf(
  ctx: Context,
  tenantId: string,
  engine: Engine,
  subjects: readonly Due[],
): Promise<void> {
  const of = (type: Due['subject_type']) =>
    subjects.filter(({ subject_type }) => subject_type === type).map(({ subject_id }) => subject_id)
  const { orders, trips, roads } = await ctx.db.asWorker(tenantId, async (tx) => {
    const [orders, trips] = await Promise.all([loadOrderSources(tx, of('ORDER')), loadTripSources(ctx, tx, of('TRIP'))])
    return { orders, trips, roads: await openRoads(ctx, tx, engine, placesOf(orders)) }
  })
  for (const [from, to] of orders.flatMap(waysOf)) roads.find(from, to)
  await requestMissing(ctx, tenantId, roads, engineMs)
  for (const trip of trips) tripThing(trip)
  const [first] = trips
  if (first) await requestMissing(ctx, tenantId, first.world.roads, engineMs)
}
