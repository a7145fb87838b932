import type { Charge } from '@cartage/contract/charges/app/charge'
import type { ChargeAction } from '@cartage/contract/charges/app/desk'
import { formatInstant } from '@cartage/contract/scalars'
import { decimal } from '../../books/money.rules.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/tenant.ts'
import { Problem } from '../../http/problem.ts'
import { requestApprovals } from '../../orders/publish.commands.ts'
import { type ChargeRow, chargesOfOrdersForUpdate } from '../record/store.ts'
import { findShownCharges } from '../shown.views.ts'
import type { DeskCall } from './add.commands.ts'
import type { SeenCharge } from './change.commands.ts'
import { concerns, stateAfter } from './state.rules.ts'
import { withValues } from './values.rules.ts'
import { checkMayAct, checkMayWrite } from './who.rules.ts'
import { actorOf, checkVersion, type Locked, lockSubjects, lockWithSubjects, writeChanged } from './write.commands.ts'

/** An action on the state of charges, and why. */
export interface Act {
  readonly action: ChargeAction
  readonly reason?: string | undefined
  /** Approve only: the agreed amount. */
  readonly amount?: string | undefined
}

/**
 * Applies one action to one charge (CHARGE-30).
 * @throws Problem not_found, role_missing, charge_changed, charge_invoiced, state_conflict, validation_failed
 */
export async function actOnCharge(ctx: Context, call: DeskCall, seen: SeenCharge, act: Act): Promise<Charge> {
  return await ctx.db.asTenant(call.caller.tenantId, async (tx) => {
    const locked = await lockWithSubjects(tx, [seen.charge_id])
    checkVersion(locked.charges[0]!, seen.version)
    await carryOut(ctx, tx, call, locked, act)
    return (await findShownCharges(tx, [seen.charge_id]))[0]!
  })
}

/**
 * Applies one action to all affected charges of an order (CHARGE-30), all or none.
 * @throws Problem not_found, role_missing, charge_invoiced, state_conflict if it affects none
 */
export async function actOnOrder(ctx: Context, call: DeskCall, orderId: string, act: Act): Promise<void> {
  await ctx.db.asTenant(call.caller.tenantId, async (tx) => {
    const orders = await lockSubjects(tx, [{ order_id: orderId, trip_id: null }])
    if (orders.length === 0) throw new Problem('not_found')
    const all = await chargesOfOrdersForUpdate(tx, [orderId])
    const charges = all.filter((charge) => charge.side === 'SALES' && concerns(charge, act.action))
    if (charges.length === 0) {
      throw new Problem('state_conflict', { message: 'No charge of this order is in a state that allows this.' })
    }
    await carryOut(ctx, tx, call, { charges, orders }, act)
  })
}

async function carryOut(ctx: Context, tx: Tx, { caller, by }: DeskCall, locked: Locked, act: Act): Promise<void> {
  const after = locked.charges.flatMap((charge) => {
    checkMayAct(caller, charge, act.action)
    const agreed = withAgreedAmount(ctx, { caller, by }, charge, act)
    const state = stateAfter(agreed, act.action, act.reason)
    return state ? [{ ...agreed, ...state, ...decisionOf(ctx, by, agreed, act) }] : []
  })
  await writeChanged(tx, by, locked.charges, after)
  if (act.action !== 'request_approval') return
  const requested = new Set(after.map(({ order_id }) => order_id))
  await requestApprovals(
    ctx,
    tx,
    locked.orders.filter(({ order_id }) => requested.has(order_id)),
  )
}

/** Sets the agreed amount of a charge like any other value, with the same reason (CHARGE-32). */
function withAgreedAmount(
  ctx: Context,
  { caller, by }: DeskCall,
  charge: ChargeRow,
  { action, amount, reason }: Act,
): ChargeRow {
  if (action !== 'approve' || amount === undefined || decimal(amount).eq(decimal(charge.amount))) return charge
  checkMayWrite(caller, charge)
  return withValues(charge, { amount, reason }, { id: actorOf(by), at: formatInstant(ctx.now()) })
}

/** Records a decision with its author and amount. A request clears the previous one. */
function decisionOf(
  ctx: Context,
  by: DeskCall['by'],
  { amount }: ChargeRow,
  { action, reason }: Act,
): Partial<Pick<ChargeRow, 'approval_decision'>> {
  if (action === 'request_approval') return { approval_decision: null }
  if (action !== 'approve' && action !== 'reject') return {}
  const at = formatInstant(ctx.now())
  return { approval_decision: { comment: reason ?? null, by: actorOf(by), at, amount } }
}
