import type { Tx } from '../db/tenant.ts'
import { enqueue } from '../jobs/queue.ts'

/** A day before all orders, for indexes, which may apply on any day. */
export const everyDay = '0001-01-01'

/**
 * Queues orders and trips not yet invoiced for rating after rates changed. Jobs mark them in batches, because there can
 * be a million (PRICE-25).
 * @param from first day on which the new rates apply
 */
export async function followRates(tx: Tx, from: string, reason: string): Promise<void> {
  for (const subject_type of ['TRIP', 'ORDER'] as const) {
    const payload = { subject_type, from, after: null, reason }
    await enqueue(tx, 'charges.follow_rates', payload, { serialKey: `rates ${subject_type}` })
  }
}
