import { isDeepStrictEqual } from 'node:util'
import type { Context } from '../context.ts'
import type { Tx } from '../db/tenant.ts'
import { noteChanged } from '../jobs/followers.ts'
import { enqueue } from '../jobs/queue.ts'
import { type FactSubject, type FieldFact, withFact } from './amend-fields.rules.ts'
import { updateStopReferences } from './amend-fields.store.ts'
import { isOnTrips } from './batch.rules.ts'
import { listedStops } from './stops.rules.ts'
import { type OrderRow, ordersByIdForUpdate, type StopRow, stopsOfOrders, updateOrders } from './store.ts'

/** A fact, and what was told about why it could not be kept. */
export interface FactOutcome {
  fact: FieldFact
  refusal: string
}

/**
 * Writes what was told while orders are carried into them, in the caller's transaction: each fact into each order.
 * Locks of trips come before.
 * @returns the facts that belong nowhere
 */
export async function keepFacts(
  ctx: Context,
  tx: Tx,
  orderIds: readonly string[],
  about: FactSubject,
  facts: readonly FieldFact[],
): Promise<FactOutcome[]> {
  if (facts.length === 0) return []
  const [orders, stops] = await Promise.all([ordersByIdForUpdate(tx, orderIds), stopsOfOrders(tx, orderIds)])
  const refused: FactOutcome[] = []
  for (const order of orders) {
    let { document } = order
    for (const fact of facts) {
      const written = withFact(document, about, fact)
      if (typeof written === 'string') refused.push({ fact, refusal: written })
      else document = written
    }
    const own = stops.filter(({ order_id }) => order_id === order.order_id)
    if (!isDeepStrictEqual(document, order.document)) await save(ctx, tx, { ...order, document }, own)
  }
  return refused
}

/** The hash of the last upload stays: a repeat of it must not take back what was told since. */
async function save(ctx: Context, tx: Tx, order: OrderRow, stops: readonly StopRow[]): Promise<void> {
  await updateOrders(tx, [order])
  await updateStopReferences(
    tx,
    listedStops(order.document).map(({ stop, consignment_reference }) => ({
      stop_id: stop.id,
      reference_number: stop.reference_number ?? null,
      consignment_reference,
    })),
  )
  const { order_id } = order
  if (!isOnTrips({ stops })) return await noteChanged(tx, [order_id])
  await enqueue(tx, 'trips.follow_order', { order_id }, { serialKey: `order ${order_id}` })
  tx.afterCommit(() => ctx.wake('jobs'))
}
