import {
  changeOrders,
  countOrders,
  exportOrderList,
  type ListedOrder,
  listOrders,
} from '@cartage/contract/orders/app/list'
import { orderStates } from '@cartage/contract/orders/states'
import { byCaller } from '../../audit/rules.ts'
import { type CsvColumns, sendCsv, walkRows } from '../../http/csv.ts'
import { errorItem, Problem } from '../../http/problem.ts'
import { type Server, serve } from '../../http/serve.ts'
import { changeEach } from '../bulk.commands.ts'
import { orders } from './views.ts'
import { readTallies, readWindow } from './windows.views.ts'

/** Serves lists of orders for screens. */
export function serveOrderList(server: Server): void {
  const { ctx } = server
  serve(server, listOrders, ({ caller, query }) => readWindow(ctx, caller.tenantId, query))
  serve(server, countOrders, async ({ caller, query }) => {
    const tallies = await readTallies(ctx, caller.tenantId, query)
    const by_status = Object.fromEntries(orderStates.map((state) => [state, tallies[state] ?? 0]))
    return { all: Object.values(by_status).reduce((sum, count) => sum + count, 0), by_status }
  })
  serve(server, exportOrderList, ({ caller, query, reply }) => {
    const given = { now: ctx.now().getTime() }
    return sendCsv(reply, 'orders', columns, walkRows(ctx, caller.tenantId, orders, { filters: query, given }))
  })
  serve(server, changeOrders, async ({ caller, requestId, body, doEach }) => {
    const { action, reason, order_ids } = body
    if (action === 'block' && reason === undefined) {
      const item = errorItem('reason', 'is required to put orders on hold: enter a reason', 'missing')
      throw new Problem('validation_failed', { errors: [item] })
    }
    const command = { tenantId: caller.tenantId, by: byCaller(caller, requestId), action, reason: reason ?? '', doEach }
    return { items: await changeEach(ctx, command, order_ids) }
  })
}

/** Columns of an order in the exported file. */
const columns: CsvColumns<ListedOrder> = {
  order_number: (order) => order.order_number,
  order_identifier: (order) => order.order_identifier,
  status: (order) => order.status,
  block_reason: (order) => order.block_reason,
  customer: (order) => order.customer.name,
  customer_reference_number: (order) => order.customer_reference_number,
  from_country: (order) => order.from?.country,
  from_city: (order) => order.from?.city,
  to_country: (order) => order.to?.country,
  to_city: (order) => order.to?.city,
  pickup_on: (order) => order.pickup_on,
  delivery_on: (order) => order.delivery_on,
  container_number: (order) => order.container_number,
  container_type: (order) => order.container_type,
  container_scenario: (order) => order.container_scenario,
  is_adr: (order) => order.is_adr,
  temperature_degrees: (order) => order.temperature_degrees,
  created_at: (order) => order.created_at,
  punctuality: (order) => order.punctuality?.state,
  minutes_off: (order) => order.punctuality?.minutes,
}
