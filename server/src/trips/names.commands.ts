import type { Context } from '../context.ts'
import { reserveNumbers } from '../tenants/numbers/commands.ts'
import { todayOf } from '../tenants/today.views.ts'
import { findTripRange, takeTripNumber } from './names.store.ts'

/**
 * A name for a new trip: the next number of the configured number range, else `T-000001` and so on. Taken in a separate
 * transaction, so that planners do not wait for each other; an unused name is lost. Call before the transaction that
 * creates the trip.
 * @throws Problem state_conflict when the range must have no gaps or is used up
 */
export async function newTripName(ctx: Context, tenantId: string): Promise<string> {
  const range = await ctx.db.asTenant(tenantId, findTripRange)
  if (range) {
    const today = await ctx.db.asTenant(tenantId, (tx) => todayOf(ctx, tx))
    const [name] = await reserveNumbers(ctx, tenantId, range.code, today, 1)
    return name!
  }
  const number = await ctx.db.asTenant(tenantId, takeTripNumber)
  return `T-${String(number).padStart(6, '0')}`
}
