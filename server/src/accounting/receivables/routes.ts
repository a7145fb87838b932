import {
  exportReceivables,
  getCreditFigure,
  getOrderCredit,
  listReceivables,
  type Receivable,
} from '@cartage/contract/accounting/app/receivables'
import type { Tx } from '../../db/tenant.ts'
import { type CsvColumns, sendCsv } from '../../http/csv.ts'
import { Problem } from '../../http/problem.ts'
import { type Server, serve } from '../../http/serve.ts'
import { todayOf } from '../../tenants/today.views.ts'
import { creditFigure, receivableOutput, receivableTotals } from './rules.ts'
import { findCredit, listAges, readOrderCredit } from './views.ts'

/** Binds the endpoints of receivables. */
export function serveReceivables(server: Server): void {
  const { ctx } = server
  const read = async (tx: Tx, query: { on?: string; billing_entity_id?: string }) => {
    const on = query.on ?? (await todayOf(ctx, tx))
    const ages = await listAges(tx, { billingEntityId: query.billing_entity_id ?? null, on })
    return { on, items: ages.map(receivableOutput) }
  }
  serve(server, listReceivables, async ({ query, inTenant }) => {
    const { on, items } = await inTenant((tx) => read(tx, query))
    return { on, items, totals: receivableTotals(items) }
  })
  serve(server, exportReceivables, async ({ query, inTenant, reply }) => {
    const { items } = await inTenant((tx) => read(tx, query))
    return sendCsv(reply, 'receivables', columns, atOnce(items))
  })
  serve(server, getCreditFigure, async ({ params, inTenant }) => {
    const credit = await inTenant((tx) => findCredit(tx, params.company_id))
    if (!credit) throw new Problem('not_found')
    return creditFigure(credit)
  })
  serve(server, getOrderCredit, async ({ params, inTenant }) => {
    const credit = await inTenant((tx) => readOrderCredit(tx, params.order_id))
    if (credit === undefined) throw new Problem('not_found')
    return { credit }
  })
}

async function* atOnce<Row>(rows: readonly Row[]): AsyncGenerator<readonly Row[]> {
  yield rows
}

const columns: CsvColumns<Receivable> = {
  company_name: (row) => row.company_name,
  currency: (row) => row.currency,
  not_due: (row) => row.not_due,
  days_1_30: (row) => row.days_1_30,
  days_31_60: (row) => row.days_31_60,
  days_61_90: (row) => row.days_61_90,
  over_90: (row) => row.over_90,
  open: (row) => row.open,
  documents: (row) => row.documents,
  company_id: (row) => row.company_id,
}
