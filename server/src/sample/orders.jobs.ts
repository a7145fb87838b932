import { canonicalOrder } from '@cartage/contract/orders/canonical'
import { OrderUpload } from '@cartage/contract/orders/order-input'
import type { WorldOrder } from '../../../seeds/world.ts'
import { byOperator, bySystem } from '../audit/rules.ts'
import type { Context } from '../context.ts'
import { placeLocations } from '../locations/jobs.ts'
import { blockOrder, skipOrder } from '../orders/hold.commands.ts'
import { acceptUpload } from '../orders/intake/accept.commands.ts'
import { applyNext } from '../orders/intake/batch.commands.ts'
import { ordersByIdentifier, type SampleOrder } from './views.ts'

/** Uploads missing orders, and applies the queue. */
export async function createOrders(ctx: Context, tenantId: string, orders: readonly WorldOrder[]): Promise<void> {
  const known = await findOrders(ctx, tenantId, orders)
  const missing = orders.filter(({ upload }) => !known.has(upload.order_identifier))
  // One after another, so that their numbers follow the order of arrival.
  for (const { upload } of missing) await accept(ctx, tenantId, upload)
  await applyAll(ctx, tenantId)
  // Trips and prices need distances; the loop that places locations may come later.
  while (await placeLocations(ctx, tenantId)) {
    // Each call places a batch.
  }
}

/** Decisions of users: holds with their reasons, skipped and cancelled orders. */
export async function decideFates(ctx: Context, tenantId: string, orders: readonly WorldOrder[]): Promise<void> {
  // Includes what an interrupted run has already sent.
  await applyAll(ctx, tenantId)
  const known = await findOrders(ctx, tenantId, orders)
  for (const { upload, fate } of orders) {
    const order = known.get(upload.order_identifier)
    if (order?.status === 'TO_PLAN' && !order.is_blocked) await decide(ctx, tenantId, order, fate)
  }
  await applyAll(ctx, tenantId)
}

async function decide(ctx: Context, tenantId: string, order: SampleOrder, fate: WorldOrder['fate']): Promise<void> {
  const command = { tenantId, orderId: order.order_id, by: byOperator }
  if (fate.kind === 'BLOCK') await blockOrder(ctx, command, fate.reason)
  if (fate.kind === 'SKIP') await skipOrder(ctx, command)
  if (fate.kind === 'CANCEL') {
    await accept(ctx, tenantId, { operation: 'DELETE', order_identifier: order.order_identifier })
  }
}

async function findOrders(ctx: Context, tenantId: string, orders: readonly WorldOrder[]) {
  const identifiers = orders.map(({ upload }) => upload.order_identifier)
  return await ctx.db.asTenant(tenantId, (tx) => ordersByIdentifier(tx, identifiers))
}

async function accept(ctx: Context, tenantId: string, upload: WorldOrder['upload']): Promise<void> {
  const canonical = canonicalOrder(OrderUpload.parse(upload))
  await acceptUpload(ctx, { tenantId, upload: canonical, source: 'API', by: bySystem, companyId: null })
}

async function applyAll(ctx: Context, tenantId: string): Promise<void> {
  while (await applyNext(ctx, tenantId)) {
    // Each call applies a batch.
  }
}
