import type { By } from '../audit/rules.ts'
import { recordChanges } from '../audit/store.ts'
import type { Context } from '../context.ts'
import { Problem } from '../http/problem.ts'
import { orderForUpdate } from '../orders/store.ts'
import { markExcursionsSeen } from './store.ts'

/** Which excursions a person has seen. */
export interface SeenExcursions {
  tenantId: string
  by: By
  orderId: string
  /** Beginning of the last of them. */
  until: string
}

/**
 * Ends the exception of what was measured of an order until now, for everyone (TEMP-6).
 * @returns until when it is seen
 * @throws Problem not_found
 */
export async function dismissExcursions(
  ctx: Context,
  { tenantId, by, orderId, until }: SeenExcursions,
): Promise<string> {
  return await ctx.db.asTenant(tenantId, async (tx) => {
    if (!(await orderForUpdate(tx, orderId))) throw new Problem('not_found')
    // What is yet to be measured no one has seen.
    const now = ctx.now().toISOString()
    const seen = await markExcursionsSeen(tx, orderId, until < now ? until : now, by.actor)
    const about = { entity_type: 'order', entity_id: orderId, action: 'updated' } as const
    await recordChanges(tx, by, [
      { ...about, before: { temperature_seen_until: null }, after: { temperature_seen_until: seen } },
    ])
    return seen
  })
}
