import { closeBookingPeriod, listBookingPeriods, openBookingPeriod } from '@cartage/contract/books/app'
import { byCaller } from '../../audit/rules.ts'
import { type Server, serve } from '../../http/serve.ts'
import { closePeriod, type FindHolds, openPeriod } from './commands.ts'
import { listPeriods } from './views.ts'

/** Binds the endpoints of booking periods. @param findHolds what keeps a month open, of each feature that books */
export function servePeriods(server: Server, findHolds: readonly FindHolds[]): void {
  const { ctx } = server
  serve(server, listBookingPeriods, async ({ inTenant }) => ({
    items: await inTenant((tx) => listPeriods(tx, ctx.now().toISOString().slice(0, 10))),
  }))
  serve(server, closeBookingPeriod, async ({ caller, requestId, body }) => {
    const command = { tenantId: caller.tenantId, by: byCaller(caller, requestId), ...body }
    return await closePeriod(ctx, command, findHolds)
  })
  serve(server, openBookingPeriod, async ({ caller, requestId, body: { reason, ...period } }) => {
    const command = { tenantId: caller.tenantId, by: byCaller(caller, requestId), ...period }
    return await openPeriod(ctx, command, reason)
  })
}
