import type { Answer, Input } from '@cartage/contract/endpoint'
import { msg } from '@cartage/contract/message'
import type { changeOrders } from '@cartage/contract/orders/app/list'
import { OrderEntry } from '@cartage/contract/orders/order-input'
import type { By } from '../audit/rules.ts'
import type { Context } from '../context.ts'
import { type DoEach, itself } from '../http/each.ts'
import { Problem } from '../http/problem.ts'
import { changeEntry } from './entry/commands.ts'
import { blockOrder, type OrderCommand, skipOrder, unblockOrder } from './hold.commands.ts'
import { acceptUpload } from './intake/accept.commands.ts'
import { readOrderExport } from './record/export.views.ts'
import { getOrderRow } from './record/row.views.ts'
import { stateLabel } from './state-labels.rules.ts'

type Result = Answer<typeof changeOrders>['items'][number]

/** One action on many orders. */
export interface BulkCommand {
  tenantId: string
  by: By
  action: Input<typeof changeOrders>['body']['action']
  /** For holds. */
  reason: string
  doEach: DoEach
}

/** Runs the action on each order in its own transaction and returns one result per order. */
export async function changeEach(ctx: Context, command: BulkCommand, orderIds: readonly string[]): Promise<Result[]> {
  const results = await command.doEach(orderIds, itself, (orderId) => carryOut(ctx, command, orderId))
  return results.map(({ id, ...result }) => ({ order_id: id, ...result }))
}

async function carryOut(
  ctx: Context,
  { tenantId, by, action, reason }: Omit<BulkCommand, 'doEach'>,
  orderId: string,
): Promise<void> {
  const about = { tenantId, orderId, by }
  if (action === 'skip') await skipOrder(ctx, about)
  if (action === 'block') await blockOrder(ctx, about, reason)
  if (action === 'unblock') await unblockOrder(ctx, about)
  if (action === 'confirm') await confirmOrder(ctx, about)
  if (action === 'cancel') await cancelOrder(ctx, { tenantId, by }, orderId)
}

/**
 * DOOR-8: turns a quote, such as one entered in the customer portal, into an order that can be planned. It is processed
 * like any other change, so credit limits and other checks apply.
 * @throws Problem not_found, state_conflict when it is no longer a quote
 */
async function confirmOrder(ctx: Context, { tenantId, by, orderId }: OrderCommand): Promise<void> {
  const [{ status, order_number, version }, exported] = await ctx.db.asTenant(tenantId, (tx) =>
    Promise.all([getOrderRow(tx, orderId, null), readOrderExport(tx, orderId, null)]),
  )
  if (status !== 'QUOTE') {
    throw new Problem('state_conflict', {
      message: msg`${order_number} is ${stateLabel(status)} and not a quote. Reload it.`,
    })
  }
  const { operation: _operation, ...order } = exported
  await changeEntry(ctx, {
    tenantId,
    by,
    orderId,
    version,
    order: OrderEntry.parse({ ...order, order_status: 'TO_PLAN' }),
  })
}

/**
 * Cancels an order. A cancellation is an upload like any other, so that it keeps its place among those of the same order.
 * @throws Problem not_found
 */
export async function cancelOrder(
  ctx: Context,
  { tenantId, by }: Pick<BulkCommand, 'tenantId' | 'by'>,
  orderId: string,
): Promise<void> {
  const order = await ctx.db.asTenant(tenantId, (tx) => getOrderRow(tx, orderId, null))
  await acceptUpload(ctx, {
    tenantId,
    upload: { operation: 'DELETE', order_identifier: order.order_identifier },
    source: 'SCREEN',
    by,
    companyId: null,
  })
}
