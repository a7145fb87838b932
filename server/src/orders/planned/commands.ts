import type { By } from '../../audit/rules.ts'
import { recordChanges } from '../../audit/store.ts'
import type { Context } from '../../context.ts'
import { Problem } from '../../http/problem.ts'
import { orderForUpdate } from '../store.ts'
import { markPlanChangesSeen } from './store.ts'

/** The changes that a person has seen. */
export interface SeenChanges {
  tenantId: string
  by: By
  orderId: string
  changeIds: readonly string[]
}

/**
 * Ends the exception of changes after planning for everyone (ORD-22). The first person to see a change is recorded.
 * @returns how many changes were unseen before
 * @throws Problem not_found
 */
export async function dismissPlanChanges(ctx: Context, seen: SeenChanges): Promise<number> {
  const { tenantId, by, orderId, changeIds } = seen
  return await ctx.db.asTenant(tenantId, async (tx) => {
    if (!(await orderForUpdate(tx, orderId))) throw new Problem('not_found')
    const rows = await markPlanChangesSeen(tx, orderId, changeIds, by.actor)
    if (rows.length === 0) return 0
    const about = { entity_type: 'order', entity_id: orderId, action: 'updated' } as const
    await recordChanges(tx, by, [{ ...about, before: { seen_changes: 0 }, after: { seen_changes: rows.length } }])
    return rows.length
  })
}
