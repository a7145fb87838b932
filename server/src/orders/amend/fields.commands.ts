import { isDeepStrictEqual } from 'node:util'
import type { By } from '../../audit/rules.ts'
import { recordChanges } from '../../audit/store.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/tenant.ts'
import { publishEvents } from '../../deliveries/publish.ts'
import { isNamed } from '../../deliveries/subscriptions/views.ts'
import { currentEpoch } from '../../events/views.ts'
import { enqueue } from '../../jobs/queue.ts'
import { markDue } from '../../rates/store.ts'
import { amendment } from '../history.rules.ts'
import { knownOrders } from '../intake/apply.commands.ts'
import { isOnTrips, type KnownOrder } from '../intake/batch.rules.ts'
import { changeEvent } from '../publish.ts'
import { listedStops } from '../stops/sequence.rules.ts'
import { stopsOfOrders, updateStopReferences } from '../stops/store.ts'
import { ordersByIdForUpdate, updateOrders } from '../store.ts'
import { type FactSubject, type FieldFact, withFact } from './fields.rules.ts'

/** A fact, and the problem that was reported when it could not be stored. */
export interface FactOutcome {
  fact: FieldFact
  refusal: string
}

/** Facts with the orders they apply to. */
export interface Facts {
  orderIds: readonly string[]
  about: FactSubject
  facts: readonly FieldFact[]
}

/**
 * Writes values that were reported during transport to the orders, in the caller's transaction: each fact to each
 * order. Trips must be locked before.
 * @returns the facts that match no part of an order
 */
export async function keepFacts(
  ctx: Context,
  tx: Tx,
  by: By,
  { orderIds, about, facts }: Facts,
): Promise<FactOutcome[]> {
  if (facts.length === 0) return []
  const [orders, stops, epoch, publishesChanges] = await Promise.all([
    ordersByIdForUpdate(tx, orderIds),
    stopsOfOrders(tx, orderIds),
    currentEpoch(tx),
    isNamed(tx, 'order.changed'),
  ])
  const refused: FactOutcome[] = []
  for (const order of knownOrders(orders, stops).values()) {
    let { document } = order
    for (const fact of facts) {
      const written = withFact(document, about, fact)
      if (typeof written === 'string') refused.push({ fact, refusal: written })
      else document = written
    }
    if (isDeepStrictEqual(document, order.document)) continue
    const change = amendment(order, document)
    const sequence = order.event_sequence + (publishesChanges ? 1 : 0)
    await save(ctx, tx, { ...order, document, event_sequence: sequence })
    await recordChanges(tx, by, [change])
    if (!publishesChanges) continue
    const customer = { company_id: order.company_id, name: order.company_name }
    await publishEvents(tx, [changeEvent(ctx, { ...order, order, customer, document, change, epoch, sequence })])
  }
  return refused
}

/** Keeps the hash of the last upload, so that repeating that upload does not undo later reports. */
async function save(ctx: Context, tx: Tx, order: KnownOrder): Promise<void> {
  await updateOrders(tx, [order])
  await markDue(tx, [{ subject_type: 'ORDER', subject_id: order.order_id }], 'ORDER_CHANGED')
  await updateStopReferences(
    tx,
    listedStops(order.document).map(({ stop, consignment_reference }) => ({
      stop_id: stop.id,
      reference_number: stop.reference_number ?? null,
      consignment_reference,
    })),
  )
  const { order_id } = order
  if (!isOnTrips(order)) return
  await enqueue(tx, 'trips.follow_order', { order_id }, { serialKey: `order ${order_id}` })
  tx.afterCommit(() => ctx.wake('jobs'))
}
