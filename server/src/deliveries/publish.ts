import type { Tx } from '../db/tenant.ts'
import { type DirectedEvent, insertDirectedEvents, insertEvents, type NewEvent } from '../events/store.ts'
import { Problem } from '../http/problem.ts'
import { insertDirected } from './directed.store.ts'
import { insertPending } from './sending/pending.store.ts'

export { newEvent } from '../events/publish.ts'
export type { DirectedEvent, NewEvent } from '../events/store.ts'

/**
 * Logs events and queues them for every subscription that selects them, in the transaction of the change that caused
 * them. Two set-based statements in one round trip. Callers wake the loops `deliveries` and `seal` with
 * `tx.afterCommit`.
 */
export async function publishEvents(tx: Tx, events: readonly NewEvent[]): Promise<void> {
  if (events.length === 0) return
  await Promise.all([insertEvents(tx, events), insertPending(tx, events)])
}

/**
 * Queues events for one endpoint only, in the transaction of the change that caused them: they do not appear in the log
 * that clients read. `type` is free (it is part of file names). `entity_type`, `entity_id` and `sequence` are the
 * chain: an endpoint receives its events in order. Callers wake the loop `deliveries` with `tx.afterCommit`;
 * `deliveryOf` in `directed.views.ts` returns the delivery.
 * @throws Problem not_found when there is no such endpoint
 */
export async function publishTo(tx: Tx, subscriptionId: string, events: readonly DirectedEvent[]): Promise<void> {
  if (events.length === 0) return
  const [, inLine] = await Promise.all([insertDirectedEvents(tx, events), insertDirected(tx, subscriptionId, events)])
  if (inLine < events.length) {
    throw new Problem('not_found', { message: 'The endpoint this should be sent to no longer exists.' })
  }
}
