import { Big } from 'big.js'
import { amountText, decimal } from '../books/money.rules.ts'

/** Reasons why an order is not billed yet, in order of precedence (CHARGE-12). */
export const unbilledReasons = [
  'NO_CARD',
  'INCOMPLETE',
  'ZERO_BASE',
  'APPROVAL',
  'TAX_HOLD',
  'READY',
  'DRAFT',
  'MINIMUM',
] as const
export type UnbilledReason = (typeof unbilledReasons)[number]

/** Billing state of a charge. Decimals are text. */
export interface ChargeState {
  readonly origin: 'RATED' | 'MANUAL' | 'REQUESTED' | 'IMPORTED'
  readonly role: 'BASE' | 'SURCHARGE' | 'ACCESSORIAL' | 'DISBURSEMENT'
  readonly status: 'CREATED' | 'DO_NOT_INVOICE' | 'INVOICED' | 'INVOICE_POSTED' | 'INVOICED_EXTERNAL' | 'WITHDRAWN'
  readonly approval: 'TO_REQUEST' | 'REQUESTED' | 'REJECTED_INTERNAL' | 'REJECTED' | 'APPROVED' | null
  readonly has_tax: boolean
  /** Whether it is on an unfinalised draft. */
  readonly is_on_draft: boolean
  readonly amount: string
  readonly currency: string
}

/** An order with its current sales. */
export interface OrderState {
  readonly status: string
  /** Null: not rated yet. */
  readonly rating: 'COMPLETE' | 'INCOMPLETE' | 'NO_CARD' | null
  readonly charges: readonly ChargeState[]
  /** Minimum amount of the order's document; null or absent: no minimum, or documents combine orders. */
  readonly minimum?: string | null
}

/** Unbilled amount of an order, and the reason it waits. */
export interface Unbilled {
  readonly reason: UnbilledReason
  readonly currency: string | null
  readonly amount: string
}

/**
 * Unbilled work of an order; null if it is settled or not done yet. A completed order, or a cancelled one with charges,
 * is settled once each charge is on a finalised document, excluded, or billed elsewhere (CHARGE-12). Ready work below a
 * minimum waits, since runs omit such documents.
 */
export function unbilledOf({ status, rating, charges, minimum = null }: OrderState): Unbilled | null {
  const live = charges.filter((charge) => charge.status !== 'WITHDRAWN')
  const isDone = status === 'COMPLETED' || (status === 'CANCELLED' && live.length > 0)
  if (!isDone) return null
  const open = live.filter((charge) => charge.status === 'CREATED')
  if (open.length === 0 && live.length > 0) return null
  const currency = open[0]?.currency ?? null
  const sum = open.reduce((total, charge) => total.plus(decimal(charge.amount)), new Big(0))
  const amount = currency === null ? '0' : amountText(sum, currency)
  const reason = reasonOf(rating, live, open)
  const isBelow = reason === 'READY' && minimum !== null && sum.lt(decimal(minimum))
  return { reason: isBelow ? 'MINIMUM' : reason, currency, amount }
}

function reasonOf(
  rating: OrderState['rating'],
  live: readonly ChargeState[],
  open: readonly ChargeState[],
): UnbilledReason {
  const isByHand = live.length > 0 && live.every(({ origin }) => origin === 'MANUAL' || origin === 'IMPORTED')
  if (!isByHand && rating !== 'COMPLETE') return rating === 'INCOMPLETE' ? 'INCOMPLETE' : 'NO_CARD'
  if (open.length === 0) return 'NO_CARD'
  if (open.some(({ role, amount }) => role === 'BASE' && decimal(amount).eq(0))) return 'ZERO_BASE'
  if (open.some(({ approval }) => approval !== null && approval !== 'APPROVED')) return 'APPROVAL'
  if (open.some(({ has_tax }) => !has_tax)) return 'TAX_HOLD'
  return open.every(({ is_on_draft }) => is_on_draft) ? 'DRAFT' : 'READY'
}
