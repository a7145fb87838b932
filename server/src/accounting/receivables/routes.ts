import { getCreditFigure, listReceivables } from '@cartage/contract/accounting/app/receivables'
import { Problem } from '../../http/problem.ts'
import { type Server, serve } from '../../http/serve.ts'
import { creditFigure, receivableOutput } from './rules.ts'
import { findCredit, listAges } from './views.ts'

/** Binds the endpoints of receivables. */
export function serveReceivables(server: Server): void {
  const { ctx } = server
  serve(server, listReceivables, async ({ query, inTenant }) => {
    const on = query.on ?? ctx.now().toISOString().slice(0, 10)
    const rows = await inTenant((tx) => listAges(tx, { billingEntityId: query.billing_entity_id ?? null, on }))
    return { items: rows.map(receivableOutput) }
  })
  serve(server, getCreditFigure, async ({ params, inTenant }) => {
    const credit = await inTenant((tx) => findCredit(tx, params.company_id))
    if (!credit) throw new Problem('not_found')
    return creditFigure(credit)
  })
}
