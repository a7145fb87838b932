import type { Tx } from '../db/tenant.ts'
import { insertEvents, type NewEvent } from '../events/store.ts'
import { insertPending } from './pending.store.ts'

export type { NewEvent } from '../events/store.ts'

/**
 * Logs events and puts them in line for every subscription that wants them, in the transaction of the change that
 * caused them. Two set-based statements that travel together. Callers wake the loops `deliveries` and `seal` with
 * `tx.afterCommit`.
 */
export async function publishEvents(tx: Tx, events: readonly NewEvent[]): Promise<void> {
  if (events.length === 0) return
  await Promise.all([insertEvents(tx, events), insertPending(tx, events)])
}
