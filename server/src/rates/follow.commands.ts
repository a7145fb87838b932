import type { Tx } from '../db/tenant.ts'
import { enqueue } from '../jobs/queue.ts'

/** A day before all orders: indexes may be of any day. */
export const everyDay = '0001-01-01'

/**
 * Lets orders and trips that are not invoiced follow rates that changed: jobs of their own mark them piece by piece, because
 * there can be a million of them (PRICE-25).
 * @param from day from which on the rates are used
 */
export async function followRates(tx: Tx, from: string, reason: string): Promise<void> {
  for (const subject_type of ['TRIP', 'ORDER'] as const) {
    const payload = { subject_type, from, after: null, reason }
    await enqueue(tx, 'charges.follow_rates', payload, { serialKey: `rates ${subject_type}` })
  }
}
