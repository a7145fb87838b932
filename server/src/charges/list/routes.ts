import type { Charge } from '@cartage/contract/charges/app/charge'
import { getChargeEvidence } from '@cartage/contract/charges/app/evidence'
import * as lists from '@cartage/contract/charges/app/list'
import { getCharge } from '@cartage/contract/charges/app/read'
import type { Caller } from '../../http/caller.ts'
import { type CsvColumns, sendCsv, walkRows } from '../../http/csv.ts'
import { Problem } from '../../http/problem.ts'
import { type Server, serve } from '../../http/serve.ts'
import { findChargeEvidence } from '../desk/evidence.views.ts'
import { seesCosts } from '../desk/who.rules.ts'
import { findShownCharges } from '../shown.views.ts'
import { readMoneyHome } from './home.views.ts'
import { countUnbilled, unbilledOrders } from './orders.views.ts'
import { charges, countCharges } from './views.ts'

/** Binds the lists of orders to invoice and of charges, and the money page. */
export function serveChargeLists(server: Server): void {
  const { ctx } = server
  serve(server, lists.getMoneyHome, ({ inTenant }) => inTenant(readMoneyHome))
  serve(server, lists.listUnbilledOrders, async ({ query, inTenant }) => {
    const { sort, offset, limit, ...filters } = query
    return inTenant((tx) => unbilledOrders.open(tx, filters, undefined).window({ sort, offset, limit }))
  })
  serve(server, lists.countUnbilledOrders, ({ query, inTenant }) => inTenant((tx) => countUnbilled(tx, query)))
  serve(server, lists.exportUnbilledOrders, ({ caller, query, reply }) => {
    const chunks = walkRows(ctx, caller.tenantId, unbilledOrders, { filters: query, given: undefined })
    return sendCsv(reply, 'orders-to-invoice', orderColumns, chunks)
  })
  serveCharges(server)
}

function serveCharges(server: Server): void {
  const { ctx } = server
  serve(server, getCharge, async ({ caller, params, inTenant }) => {
    const [charge] = await inTenant((tx) => findShownCharges(tx, [params.charge_id]))
    if (!charge || (charge.side === 'COST' && !seesCosts(caller))) throw new Problem('not_found')
    return charge
  })
  serve(server, getChargeEvidence, async ({ caller, params, inTenant }) => {
    const seen = { seesCosts: seesCosts(caller) }
    const evidence = await inTenant((tx) => findChargeEvidence(tx, params.charge_id, seen))
    if (!evidence) throw new Problem('not_found')
    return evidence
  })
  serve(server, lists.listCharges, async ({ caller, query, inTenant }) => {
    const { sort, offset, limit, ...filters } = query
    return inTenant((tx) => charges.open(tx, seenBy(caller, filters), undefined).window({ sort, offset, limit }))
  })
  serve(server, lists.countCharges, ({ caller, query, inTenant }) =>
    inTenant((tx) => countCharges(tx, seenBy(caller, query))),
  )
  serve(server, lists.exportCharges, ({ caller, query, reply }) => {
    const chunks = walkRows(ctx, caller.tenantId, charges, { filters: seenBy(caller, query), given: undefined })
    return sendCsv(reply, 'charges', chargeColumns, chunks)
  })
}

/** Limits order entry to sales, whatever it requests (CHARGE-37). */
function seenBy<Filters extends { side: 'SALES' | 'COST' }>(caller: Pick<Caller, 'roles'>, filters: Filters): Filters {
  return seesCosts(caller) ? filters : { ...filters, side: 'SALES' }
}

const orderColumns: CsvColumns<lists.UnbilledOrder> = {
  order_number: (row) => row.order_number,
  order_status: (row) => row.order_status,
  customer_reference_number: (row) => row.customer_reference_number,
  company_name: (row) => row.company_name,
  completed_on: (row) => row.completed_on,
  reason: (row) => row.reason,
  amount: (row) => row.amount,
  currency: (row) => row.currency,
  charge_count: (row) => row.charge_count,
  waiting_count: (row) => row.waiting_count,
  order_id: (row) => row.order_id,
  company_id: (row) => row.company_id,
}

const chargeColumns: CsvColumns<Charge> = {
  order_number: (row) => row.order?.name,
  trip_name: (row) => row.trip?.name,
  company_name: (row) => row.company?.name,
  charge_type: (row) => row.charge_type,
  name: (row) => row.name,
  description: (row) => row.description,
  quantity: (row) => row.quantity,
  unit: (row) => row.unit,
  unit_price: (row) => row.unit_price,
  amount: (row) => row.amount,
  currency: (row) => row.currency,
  rated_amount: (row) => row.rated_amount,
  origin: (row) => row.origin,
  status: (row) => row.status,
  status_reason: (row) => row.status_reason,
  approval: (row) => row.approval,
  supplied_on: (row) => row.supplied_on,
  charge_id: (row) => row.charge_id,
}
