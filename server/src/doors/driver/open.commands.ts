import type { By } from '../../audit/rules.ts'
import { recordChanges } from '../../audit/store.ts'
import type { Context } from '../../context.ts'
import { Problem } from '../../http/problem.ts'
import { markActSeen } from './act.store.ts'

/** The report that a person has seen. */
export interface SeenReport {
  tenantId: string
  by: By
  tripId: string
  actId: string
}

/**
 * DOOR-6: closes the exception of a driver report, for everyone.
 * @returns when it was first seen
 * @throws Problem not_found
 */
export async function dismissReport(ctx: Context, { tenantId, by, tripId, actId }: SeenReport): Promise<string> {
  return await ctx.db.asTenant(tenantId, async (tx) => {
    const seen = await markActSeen(tx, tripId, actId, ctx.now().toISOString())
    if (seen === undefined) throw new Problem('not_found')
    if (seen.is_first) {
      const about = { entity_type: 'trip', entity_id: tripId, action: 'updated' } as const
      await recordChanges(tx, by, [
        { ...about, before: { driver_report_seen: null }, after: { driver_report_seen: actId } },
      ])
    }
    return seen.seen_at
  })
}
