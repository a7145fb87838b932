import type { VisibilityTemperature } from '@cartage/contract/outbound/visibility-event'
import type { Context } from '../context.ts'
import type { Tx } from '../db/tenant.ts'
import { publishEvents } from '../deliveries/publish.ts'
import { currentEpoch } from '../events/views.ts'
import { visibleStatus } from './hold.rules.ts'
import { withState } from './intake/batch.rules.ts'
import { orderEvent } from './publish.ts'
import { stopsOfOrders } from './stops/store.ts'
import { type OrderRow, ordersByIdForUpdate, updateOrders } from './store.ts'

type OrderEvent = Parameters<typeof orderEvent>[0]

const billed = {
  'order.invoice_created': 'INVOICE_CREATED',
  'order.invoiced': 'INVOICED',
  'order.invoice_posted': 'INVOICE_POSTED',
} as const

/**
 * Requests the customer's approval of charges of these orders, in the transaction of the command that set the charges
 * (CHARGE-38): one event per order, in its chain. The orders are locked.
 */
export async function requestApprovals(ctx: Context, tx: Tx, orders: readonly OrderRow[]): Promise<void> {
  await publishOfEach(ctx, tx, orders, (order) => ({
    type: 'order.approval_requested',
    status: order.is_blocked ? 'BLOCKED' : visibleStatus(order.status),
    requests_approval: true,
  }))
}

/** Publishes how far orders are billed (BILL-17): one event per order, in its chain. The status of the orders stays. */
export async function publishBilled(
  ctx: Context,
  tx: Tx,
  orderIds: readonly string[],
  type: keyof typeof billed,
): Promise<void> {
  const orders = await ordersByIdForUpdate(tx, orderIds)
  await publishOfEach(ctx, tx, orders, () => ({ type, status: billed[type] }))
}

/**
 * Publishes the start or end of a temperature deviation of an order's goods (TEMP-7), in its chain. Does nothing if the
 * order no longer exists.
 */
export async function publishTemperature(
  ctx: Context,
  tx: Tx,
  orderId: string,
  temperature: VisibilityTemperature,
): Promise<void> {
  const type = temperature.is_over ? 'order.temperature_breach_ended' : 'order.temperature_breached'
  await publishOfEach(ctx, tx, await ordersByIdForUpdate(tx, [orderId]), (order) => ({
    ...{ type, temperature },
    status: order.is_blocked ? 'BLOCKED' : visibleStatus(order.status),
  }))
}

/** Publishes one event for each order, which is locked: its sequence advances and its status stays. */
async function publishOfEach(
  ctx: Context,
  tx: Tx,
  orders: readonly OrderRow[],
  eventOf: (order: OrderRow) => Pick<OrderEvent, 'type' | 'status' | 'requests_approval' | 'temperature'>,
): Promise<void> {
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
      ...eventOf(order),
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
