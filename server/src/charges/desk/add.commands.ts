import type { Charge } from '@cartage/contract/charges/app/charge'
import type { NewCharge as GivenCharge } from '@cartage/contract/charges/app/desk'
import { msg } from '@cartage/contract/message'
import type { By } from '../../audit/rules.ts'
import { minorUnits } from '../../books/money.rules.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/tenant.ts'
import type { Caller } from '../../http/caller.ts'
import { Problem } from '../../http/problem.ts'
import { markDue } from '../../rates/store.ts'
import type { NewCharge } from '../record/store.ts'
import { findShownCharges } from '../shown.views.ts'
import {
  type ChargeKind,
  findChargeKind,
  findOrderSubject,
  findTripSubject,
  isSubcontractor,
  type Subject,
} from './subject.views.ts'
import { amountOf } from './values.rules.ts'
import { checkMayWrite } from './who.rules.ts'
import { actorOf, lockSubjects, refuse, writeAdded } from './write.commands.ts'

/** The person who adds or changes charges, and the tenant. */
export interface DeskCall {
  readonly caller: Caller
  readonly by: By
}

/** A cost may be billed by a company other than the carrier of the trip. */
type GivenCost = Omit<GivenCharge, 'needs_approval'> & { company_id?: string | null | undefined }

/**
 * Adds a charge to an order (CHARGE-39).
 * @throws Problem not_found, role_missing, validation_failed
 */
export async function addOrderCharge(
  ctx: Context,
  { caller, by }: DeskCall,
  orderId: string,
  given: GivenCharge,
): Promise<Charge> {
  return await ctx.db.asTenant(caller.tenantId, async (tx) => {
    const kind = await kindOf(tx, given.charge_type, 'SALES')
    const approval = given.needs_approval ? ('TO_REQUEST' as const) : kind.first_approval
    checkMayWrite(caller, { side: 'SALES', role: kind.role, approval: null })
    const places = { order_id: orderId, trip_id: null }
    await lockSubjects(tx, [places])
    const subject = await findOrderSubject(tx, orderId)
    if (!subject) throw new Problem('not_found')
    const charge = { ...chargeOf(ctx, by, kind, given, subject), ...places, side: 'SALES' as const, approval }
    await writeAdded(tx, by, charge)
    await markDue(tx, [{ subject_type: 'ORDER', subject_id: orderId }], 'charge added')
    return (await findShownCharges(tx, [charge.charge_id]))[0]!
  })
}

/**
 * Adds a cost to a trip (CHARGE-39).
 * @throws Problem not_found, role_missing, validation_failed
 */
export async function addTripCost(ctx: Context, call: DeskCall, tripId: string, given: GivenCost): Promise<Charge> {
  return await ctx.db.asTenant(call.caller.tenantId, (tx) => addCost(ctx, tx, call, tripId, given))
}

/**
 * The same in the caller's transaction.
 * @throws Problem not_found, role_missing, validation_failed
 */
export async function addCost(
  ctx: Context,
  tx: Tx,
  { caller, by }: DeskCall,
  tripId: string,
  { company_id, ...given }: GivenCost,
): Promise<Charge> {
  const kind = await kindOf(tx, given.charge_type, 'COST')
  checkMayWrite(caller, { side: 'COST', role: kind.role, approval: null })
  const places = { order_id: null, trip_id: tripId }
  await lockSubjects(tx, [places])
  const subject = await findTripSubject(tx, tripId)
  if (!subject) throw new Problem('not_found')
  if (company_id && !(await isSubcontractor(tx, company_id))) refuse('company_id', 'is not a carrier in use')
  const of = company_id === undefined ? subject : { ...subject, company_id }
  const charge = { ...chargeOf(ctx, by, kind, given, of), ...places, side: 'COST' as const, approval: null }
  await writeAdded(tx, by, charge)
  await markDue(tx, [{ subject_type: 'TRIP', subject_id: tripId }], 'charge added')
  return (await findShownCharges(tx, [charge.charge_id]))[0]!
}

async function kindOf(tx: Tx, code: string, side: 'SALES' | 'COST'): Promise<ChargeKind> {
  const kind = await findChargeKind(tx, code)
  if (!kind) refuse('charge_type', msg`is not a charge type in use: ${code}`)
  if (!kind.sides.includes(side)) {
    refuse('charge_type', side === 'SALES' ? msg`is for costs only: ${code}` : msg`is for sales only: ${code}`)
  }
  return kind
}

function chargeOf(
  ctx: Context,
  by: By,
  kind: ChargeKind,
  given: GivenCost,
  { company_id, billing_entity_id, ...subject }: Subject,
): Omit<NewCharge, 'side' | 'order_id' | 'trip_id' | 'approval'> {
  const currency = given.currency ?? subject.currency
  checkCurrency(currency)
  return {
    charge_id: ctx.newId(),
    consignment_id: null,
    stop_id: null,
    company_id,
    billing_entity_id,
    charge_type: kind.code,
    name: kind.name,
    role: kind.role,
    description: given.description,
    quantity: given.quantity,
    unit: kind.unit,
    unit_price: given.unit_price,
    amount: amountOf(given.quantity, given.unit_price, currency),
    currency,
    origin: 'MANUAL',
    line_key: null,
    correction: 0,
    rated_amount: null,
    override: {},
    is_override_outdated: false,
    evidence: null,
    status: 'CREATED',
    status_reason: null,
    approval_decision: null,
    tax: null,
    tax_rate_id: null,
    tax_hold: null,
    supplied_on: given.supplied_on ?? subject.supplied_on,
    created_by: actorOf(by),
  }
}

/** @throws Problem validation_failed if the currency has more decimal places than amounts can store */
function checkCurrency(currency: string): void {
  if (minorUnits(currency) > 3) refuse('currency', msg`${currency} has more decimals than charges can have`)
}
