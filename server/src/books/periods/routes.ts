import { closeBookingPeriod, listBookingPeriods, openBookingPeriod } from '@cartage/contract/books/app'
import { byCaller } from '../../audit/rules.ts'
import { type Server, serve } from '../../http/serve.ts'
import { todayOf } from '../../tenants/today.views.ts'
import { closePeriod, openPeriod, type PeriodContent } from './commands.ts'
import { listPeriods } from './views.ts'

/**
 * Binds the endpoints of booking periods.
 * @param content callbacks of the features that book
 */
export function servePeriods(server: Server, content: PeriodContent): void {
  const { ctx } = server
  serve(server, listBookingPeriods, async ({ inTenant }) => ({
    items: await inTenant(async (tx) => listPeriods(tx, await todayOf(ctx, tx))),
  }))
  serve(server, closeBookingPeriod, async ({ caller, requestId, body }) => {
    const command = { tenantId: caller.tenantId, by: byCaller(caller, requestId), ...body }
    return await closePeriod(ctx, command, content)
  })
  serve(server, openBookingPeriod, async ({ caller, requestId, body: { reason, ...period } }) => {
    const command = { tenantId: caller.tenantId, by: byCaller(caller, requestId), ...period }
    return await openPeriod(ctx, command, reason)
  })
}
