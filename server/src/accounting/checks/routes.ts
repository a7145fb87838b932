import { runMoneyChecks } from '@cartage/contract/accounting/app/checks'
import { type Server, serve } from '../../http/serve.ts'
import { runChecks } from './views.ts'

/** Binds the money checks (CHECK-1). */
export function serveMoneyChecks(server: Server): void {
  const { ctx } = server
  serve(server, runMoneyChecks, async ({ caller, render }) => {
    const results = await ctx.db.inSnapshot(caller.tenantId, (tx) => runChecks(tx))
    const items = results.map(({ title, rows, ...one }) => {
      return { ...one, title: render(title), rows: rows.map((row) => ({ ...row, detail: render(row.detail) })) }
    })
    return { items }
  })
}
