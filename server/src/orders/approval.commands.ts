import type { Context } from '../context.ts'
import type { Tx } from '../db/tenant.ts'
import { publishEvents } from '../deliveries/publish.ts'
import { currentEpoch } from '../events/views.ts'
import { visibleStatus } from './hold.rules.ts'
import { withState } from './intake/batch.rules.ts'
import { orderEvent } from './publish.ts'
import { type OrderRow, stopsOfOrders, updateOrders } from './store.ts'

/**
 * Requests the customer's approval of charges of these orders, in the transaction of the command that set the charges
 * (CHARGE-38): one event an order, in its chain. The orders are locked.
 */
export async function requestApprovals(ctx: Context, tx: Tx, orders: readonly OrderRow[]): Promise<void> {
  if (orders.length === 0) return
  const ids = orders.map(({ order_id }) => order_id)
  const [stops, epoch] = await Promise.all([stopsOfOrders(tx, ids), currentEpoch(tx)])
  const byOrder = Map.groupBy(stops, ({ order_id }) => order_id)
  const changed = orders.map((order) => withState({ ...order, stops: byOrder.get(order.order_id) ?? [] }, order))
  await updateOrders(tx, changed)
  const events = orders.map((order, at) =>
    orderEvent({
      event_id: ctx.newId(),
      epoch,
      sequence: changed[at]!.event_sequence,
      occurred_at: ctx.now(),
      type: 'order.approval_requested',
      status: order.is_blocked ? 'BLOCKED' : visibleStatus(order.status),
      requests_approval: true,
      order: {
        order_id: order.order_id,
        order_number: order.order_number,
        document: order.document,
        customer: { company_id: order.company_id, name: order.company_name },
        stops: byOrder.get(order.order_id) ?? [],
      },
    }),
  )
  await publishEvents(tx, events)
  tx.afterCommit(() => {
    ctx.wake('deliveries')
    ctx.wake('seal')
  })
}
