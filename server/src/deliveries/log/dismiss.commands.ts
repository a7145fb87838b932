import type { BulkAnswer } from '@cartage/contract/listing'
import type { By } from '../../audit/rules.ts'
import { recordChanges } from '../../audit/store.ts'
import type { Context } from '../../context.ts'
import type { DoEach } from '../../http/each.ts'
import { Problem } from '../../http/problem.ts'
import { dismissDelivery } from './dismiss.store.ts'

/** Dismisses failed deliveries, each separately; others are not changed. */
export async function dismissEach(
  ctx: Context,
  { tenantId, by, doEach }: { tenantId: string; by: By; doEach: DoEach },
  deliveries: readonly { event_id: string; subscription_id: string }[],
): Promise<BulkAnswer['items']> {
  const idOf = (one: (typeof deliveries)[number]) => `${one.event_id}.${one.subscription_id}`
  return await doEach(deliveries, idOf, async ({ event_id, subscription_id }) => {
    await ctx.db.asTenant(tenantId, async (tx) => {
      const isDone = await dismissDelivery(tx, event_id, subscription_id)
      const message = 'It did not fail, or it was already dismissed.'
      if (!isDone) throw new Problem('state_conflict', { message })
      const after = { dismissed_delivery: event_id }
      await recordChanges(tx, by, [
        { entity_type: 'subscription', entity_id: subscription_id, action: 'updated', before: null, after },
      ])
    })
  })
}
