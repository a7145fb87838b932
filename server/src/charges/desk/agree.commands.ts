import { msg } from '@cartage/contract/message'
import { formatInstant } from '@cartage/contract/scalars'
import { decimal } from '../../books/money.rules.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/tenant.ts'
import { Problem } from '../../http/problem.ts'
import { markDue } from '../../rates/store.ts'
import { type ChargeRow, chargesOfTripsForUpdate } from '../record/store.ts'
import { addCost, type DeskCall } from './add.commands.ts'
import { stateAfter } from './state.rules.ts'
import { findBaseCostType } from './subject.views.ts'
import { withValues } from './values.rules.ts'
import { checkMayWrite } from './who.rules.ts'
import { actorOf, lockSubjects, writeChanged } from './write.commands.ts'

/** A price for a whole trip, agreed with its carrier. */
export interface AgreedPrice {
  readonly tripId: string
  readonly companyId: string
  readonly amount: string
  readonly currency: string
  /** Reason stored with overrides and exclusions. */
  readonly reason: string
}

/**
 * Makes an agreed price the cost of a trip (DOOR-14): sets it on the carrier's base price, and excludes the carrier's
 * other costs of the trip, since the price covers all of it.
 * @throws Problem role_missing, charge_invoiced; state_conflict for costs in another currency, and without a charge
 * type
 */
export async function agreePrice(ctx: Context, tx: Tx, call: DeskCall, agreed: AgreedPrice): Promise<void> {
  const { caller, by } = call
  const { tripId, companyId, amount, currency, reason } = agreed
  await lockSubjects(tx, [{ order_id: null, trip_id: tripId }])
  const own = (await chargesOfTripsForUpdate(tx, [tripId])).filter((charge) => isOpenCost(charge, companyId))
  for (const charge of own) checkMayWrite(caller, charge)
  if (own.some((charge) => charge.currency !== currency)) {
    throw conflict(msg`The costs of this trip are not in ${currency}. Change them on the trip, and answer the carrier.`)
  }
  const base = own.find(({ role }) => role === 'BASE')
  if (!base) {
    const type = await findBaseCostType(tx)
    if (type === undefined)
      throw conflict('No charge type for the base price of a trip is in use. Add one in the settings.')
    const given = {
      charge_type: type,
      description: '',
      quantity: '1',
      unit_price: amount,
      currency,
      company_id: companyId,
    }
    await addCost(ctx, tx, call, tripId, given)
  }
  const setBy = { id: actorOf(by), at: formatInstant(ctx.now()) }
  const after = own.flatMap((charge): ChargeRow[] => {
    if (charge === base)
      return decimal(charge.amount).eq(decimal(amount)) ? [] : [withValues(charge, { amount, reason }, setBy)]
    const state = stateAfter(charge, 'exclude', reason)
    return state ? [{ ...charge, ...state }] : []
  })
  await writeChanged(tx, by, own, after)
  await markDue(tx, [{ subject_type: 'TRIP', subject_id: tripId }], 'price agreed')
}

function isOpenCost({ side, company_id, status }: ChargeRow, companyId: string): boolean {
  return side === 'COST' && company_id === companyId && status === 'CREATED'
}

function conflict(message: ReturnType<typeof msg> | string): Problem {
  return new Problem('state_conflict', { message })
}
