import { msg } from '@cartage/contract/message'
import type { OrderState as OrderStateOutput } from '@cartage/contract/orders/app/commands'
import type { By } from '../audit/rules.ts'
import { recordChanges } from '../audit/store.ts'
import { permissionsOf } from '../auth/permissions.rules.ts'
import type { Context } from '../context.ts'
import type { Tx } from '../db/tenant.ts'
import { publishEvents } from '../deliveries/publish.ts'
import { currentEpoch } from '../events/views.ts'
import { Problem } from '../http/problem.ts'
import { enqueue } from '../jobs/queue.ts'
import { markDue } from '../rates/store.ts'
import { type Command, decideBlock, decideSkip, decideUnblock, type HeldState, releasesCredit } from './hold.rules.ts'
import { findRole } from './hold.views.ts'
import { withState } from './intake/batch.rules.ts'
import { orderEvent } from './publish.ts'
import { stopsOfOrders } from './stops/store.ts'
import { type OrderRow, orderForUpdate, updateOrders } from './store.ts'

/** A command on one order, from a screen or the command line. */
export interface OrderCommand {
  tenantId: string
  orderId: string
  by: By
}

/**
 * Skips an order: it becomes REJECTED and an event is published (ST-2).
 * @throws Problem not_found, state_conflict (409)
 */
export async function skipOrder(ctx: Context, command: OrderCommand): Promise<OrderStateOutput> {
  return await carryOut(ctx, command, decideSkip)
}

/**
 * Puts an order on hold (ST-9).
 * @throws Problem not_found, state_conflict (409)
 */
export async function blockOrder(ctx: Context, command: OrderCommand, reason: string): Promise<OrderStateOutput> {
  return await carryOut(ctx, command, (order) => decideBlock(order, reason))
}

/**
 * Releases the hold of an order.
 * @throws Problem not_found; role_missing for a hold because of the credit limit (CREDIT-2)
 */
export async function unblockOrder(ctx: Context, command: OrderCommand): Promise<OrderStateOutput> {
  return await carryOut(ctx, command, decideUnblock)
}

/**
 * Sets or ends the hold of an order within the transaction of a larger command. The order may be locked already.
 * @param reason null ends the hold
 * @throws Problem not_found, state_conflict (409)
 */
export async function setHold(ctx: Context, tx: Tx, by: By, orderId: string, reason: string | null): Promise<void> {
  const decide = (order: HeldState) => (reason === null ? decideUnblock(order) : decideBlock(order, reason))
  await carryOutIn(ctx, tx, { orderId, by }, decide)
}

/** CREDIT-2: users with the permission `credit.release`, the operator and rules may release it. */
async function mayReleaseCredit(tx: Tx, { actor }: By): Promise<boolean> {
  if (actor.kind !== 'user') return true
  const role = await findRole(tx, actor.id)
  return role !== undefined && permissionsOf(role).includes('credit.release')
}

async function carryOut(
  ctx: Context,
  command: OrderCommand,
  decide: (order: HeldState) => Command | undefined,
): Promise<OrderStateOutput> {
  return await ctx.db.asTenant(command.tenantId, (tx) => carryOutIn(ctx, tx, command, decide))
}

async function carryOutIn(
  ctx: Context,
  tx: Tx,
  { orderId, by }: Pick<OrderCommand, 'orderId' | 'by'>,
  decide: (order: HeldState) => Command | undefined,
): Promise<OrderStateOutput> {
  const order = await orderForUpdate(tx, orderId)
  if (!order) throw new Problem('not_found')
  const command = decide(order)
  if (!command) return stateOf(order, order)
  if (releasesCredit(order, command.after) && !(await mayReleaseCredit(tx, by))) {
    const message = msg`${order.order_number} is on hold because of a credit limit. Ask someone who may release it, such as a Super admin.`
    throw new Problem('role_missing', { message })
  }
  await change(ctx, tx, order, command)
  const about = { entity_type: 'order', entity_id: orderId }
  const [before, after] = [membersOf(order), membersOf(command.after)]
  await recordChanges(tx, by, [{ ...about, action: 'updated', before, after }])
  return stateOf(order, command.after)
}

async function change(ctx: Context, tx: Tx, order: OrderRow, { after, event }: Command): Promise<void> {
  const [stops, epoch] = await Promise.all([stopsOfOrders(tx, [order.order_id]), currentEpoch(tx)])
  const changed = withState({ ...order, stops }, after)
  if (!event) changed.event_sequence = order.event_sequence
  await updateOrders(tx, [changed])
  await markDue(tx, [{ subject_type: 'ORDER', subject_id: order.order_id }], 'ORDER_CHANGED')
  if (!event) return
  const message = orderEvent({
    ...event,
    event_id: ctx.newId(),
    epoch,
    sequence: changed.event_sequence,
    occurred_at: ctx.now(),
    order: {
      order_id: order.order_id,
      order_number: order.order_number,
      document: order.document,
      customer: { company_id: order.company_id, name: order.company_name },
      stops,
    },
  })
  await publishEvents(tx, [message])
  // A draft trip may contain an order that is skipped.
  if (after.status === 'REJECTED' && stops.some(({ trip_id }) => trip_id !== null)) {
    await enqueue(tx, 'trips.follow_order', { order_id: order.order_id }, { serialKey: `order ${order.order_id}` })
  }
  tx.afterCommit(() => {
    ctx.wake('deliveries')
    ctx.wake('seal')
    ctx.wake('jobs')
  })
}

/** Members that a command may change, as shown in the audit trail. */
function membersOf({ status, is_blocked, block_reason }: HeldState) {
  return { order_status: status, is_blocked, block_reason }
}

function stateOf(order: OrderRow, { status, ...hold }: HeldState): OrderStateOutput {
  const { order_id, order_identifier } = order
  const { is_blocked, block_reason, hold_reason_code } = hold
  return { order_id, order_identifier, order_status: status, is_blocked, block_reason, hold_reason_code }
}
