import { runMoneyChecks } from '@cartage/contract/accounting/app/checks'
import { type Server, serve } from '../http/serve.ts'
import { runChecks } from './checks.views.ts'

/** Binds the checks of money (CHECK-1). */
export function serveMoneyChecks(server: Server): void {
  const { ctx } = server
  serve(server, runMoneyChecks, async ({ caller, render }) => {
    const results = await ctx.db.inSnapshot(caller.tenantId, (tx) => runChecks(tx))
    return { items: results.map((one) => ({ ...one, title: render(one.title) })) }
  })
}
