import { getMoneyIssues } from '@cartage/contract/accounting/app/home'
import { type Server, serve } from '../../http/serve.ts'
import { todayOf } from '../../tenants/today.views.ts'
import { readMoneyIssues } from './views.ts'

/** Binds the money page, except unbilled work. */
export function serveMoneyIssues(server: Server): void {
  const { ctx } = server
  serve(server, getMoneyIssues, ({ caller, inTenant }) =>
    inTenant(async (tx) => readMoneyIssues(tx, { permissions: caller.permissions, today: await todayOf(ctx, tx) })),
  )
}
