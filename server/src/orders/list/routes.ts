import { changeOrders, countOrders, exportOrderList, listedStates, listOrders } from '@cartage/contract/orders/app/list'
import { byCaller } from '../../audit/rules.ts'
import { sendCsv } from '../../http/csv.ts'
import { errorItem, Problem } from '../../http/problem.ts'
import { type Server, serve } from '../../http/serve.ts'
import { changeEach } from '../bulk.commands.ts'
import { orderCsv, walkOrders } from './csv.views.ts'
import { readTallies, readWindow } from './windows.views.ts'

/** Lists of orders as screens show them. */
export function serveOrderList(server: Server): void {
  const { ctx } = server
  serve(server, listOrders, ({ caller, query }) => readWindow(ctx, caller.tenantId, query))
  serve(server, countOrders, async ({ caller, query }) => {
    const tallies = await readTallies(ctx, caller.tenantId, query)
    const by_status = Object.fromEntries(listedStates.map((state) => [state, tallies.get(state) ?? 0]))
    return { all: Object.values(by_status).reduce((sum, count) => sum + count, 0), by_status }
  })
  serve(server, exportOrderList, ({ caller, query, reply }) =>
    sendCsv(reply, 'orders', orderCsv, walkOrders(ctx, caller.tenantId, query)),
  )
  serve(server, changeOrders, async ({ caller, requestId, body, say }) => {
    const { action, reason, order_ids } = body
    if (action === 'block' && reason === undefined) {
      const item = errorItem('reason', 'is required to put orders on hold: enter a reason', 'missing')
      throw new Problem('validation_failed', { errors: [item] })
    }
    const command = { tenantId: caller.tenantId, by: byCaller(caller, requestId), action, reason: reason ?? '', say }
    return { items: await changeEach(ctx, command, order_ids) }
  })
}
