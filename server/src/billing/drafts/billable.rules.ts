import type { BillingPreference } from '@cartage/contract/billing/app/preference'
import { msg, type Sentence } from '@cartage/contract/message'
import { decimal } from '../../books/money.rules.ts'
import type { ChargeRow } from '../../charges/record/store.ts'
import { chargeLabel } from '../../charges/state-labels.rules.ts'
import { type ChargeState, type UnbilledReason, unbilledOf } from '../../charges/unbilled.rules.ts'
import { stateLabel } from '../../orders/state-labels.rules.ts'
import type { OrderFacts } from './facts.rules.ts'
import { lastInvoiceDay } from './group.rules.ts'

/** Why something cannot be billed, and what to do next. */
export interface Fault {
  readonly code: string
  readonly message: Sentence
}

const waits: Readonly<Record<Exclude<UnbilledReason, 'READY'>, Fault>> = {
  NO_CARD: { code: 'no_card', message: 'It has no price: no rate card fits, or it was not rated yet.' },
  INCOMPLETE: { code: 'rating_incomplete', message: 'Its rating is incomplete. See why in the charges of the order.' },
  ZERO_BASE: { code: 'zero_base', message: 'A freight charge is zero. Enter the amount, or exclude the charge.' },
  APPROVAL: {
    code: 'approval_missing',
    message: 'A charge is not approved. Decide the approval, or exclude the charge.',
  },
  TAX_HOLD: { code: 'tax_hold', message: 'The tax of a charge cannot be decided. See what is missing in the charges.' },
  DRAFT: { code: 'on_draft', message: 'Its charges are on drafts.' },
  MINIMUM: { code: 'below_minimum', message: 'The amount is below the minimum of the company.' },
}

/** Why no charge of an order can be billed now (BILL-1); undefined if all open ones can be. */
export function faultOfOrder(order: OrderFacts & { charges: readonly ChargeState[] }): Fault | undefined {
  const left = unbilledOf({ status: order.status, rating: order.rating, charges: order.charges })
  if (left === null) {
    const isDone = order.status === 'COMPLETED' || order.status === 'CANCELLED'
    if (isDone) return { code: 'settled', message: 'Nothing of it is left to bill.' }
    return {
      code: 'not_completed',
      message: msg`The order is ${stateLabel(order.status)}: only completed and cancelled ones are billed.`,
    }
  }
  return left.reason === 'READY' ? undefined : waits[left.reason]
}

/** Why a charge cannot be billed now (BILL-1). */
export function faultOfCharge(charge: ChargeRow, order: OrderFacts | undefined): Fault | undefined {
  const { status, approval, role, amount } = charge
  if (charge.side !== 'SALES') return { code: 'cost', message: 'It is a cost: only sales are billed.' }
  if (status !== 'CREATED') return { code: 'not_open', message: msg`The charge is ${chargeLabel(status)}.` }
  if (order && order.status !== 'COMPLETED' && order.status !== 'CANCELLED') {
    return {
      code: 'not_completed',
      message: msg`The order is ${stateLabel(order.status)}: only completed and cancelled ones are billed.`,
    }
  }
  if (charge.company_id === null) return { code: 'company_missing', message: 'The charge has no company to bill.' }
  if (approval !== null && approval !== 'APPROVED') return waits.APPROVAL
  if (charge.tax === null) return waits.TAX_HOLD
  if (role === 'BASE' && decimal(amount).eq(0)) return waits.ZERO_BASE
  return undefined
}

/**
 * Why the company's preference holds a charge back (BILL-3, BILL-16).
 * @param runDate of a run; null if manual
 */
export function heldByPreference(
  charge: ChargeRow,
  order: OrderFacts | undefined,
  preference: BillingPreference,
  runDate: string | null,
): Fault | undefined {
  if (preference.requires_reference && order && !order.reference?.trim()) {
    return {
      code: 'reference_missing',
      message: 'The company wants its reference on each order. Enter it on the order.',
    }
  }
  if (runDate === null || preference.invoice_day === null) return undefined
  const last = lastInvoiceDay(preference.invoice_day, runDate)
  const day = charge.supplied_on ?? order?.delivery_on ?? order?.pickup_on
  if (!day || day <= last) return undefined
  return { code: 'invoice_day', message: msg`The company is billed up to ${last} now: this is billed next time.` }
}
