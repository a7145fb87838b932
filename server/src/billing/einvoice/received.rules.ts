import type { EInvoice, ELine, Payment } from './terms.rules.ts'

/** A text that is not in the form its element requires. */
export interface Unreadable {
  /** Path of its element. */
  readonly path: string
  readonly text: string
  readonly wanted: 'NUMBER' | 'DAY' | 'TRUTH'
}

/** A text that no term covers: extensions, and elements we have no use for. */
export interface OtherText {
  /** Path of its element, with an index if there are several: `InvoiceLine 2 / Item / BrandName`. */
  readonly path: string
  readonly text: string
}

/** Payee, if it is not the seller (BG-10). */
export interface Payee {
  readonly name: string
  readonly id: string | null
}

/** A discount or surcharge of a line (BG-27, BG-28). */
export interface LineAdjustment {
  readonly kind: 'ALLOWANCE' | 'CHARGE'
  readonly amount: string
  readonly reason: string | null
}

/** A line of a received document. */
export interface ReceivedELine extends ELine {
  /** BT-150: the unit of the price base quantity. */
  readonly price_unit: string | null
  /** BT-148 */
  readonly gross_price: string | null
  readonly adjustments: readonly LineAdjustment[]
  /** Orders and despatch advices named by the line, besides BT-128. */
  readonly named: readonly string[]
}

/**
 * A received document: all terms of EN 16931, even those we never write. `other` holds every text that no member
 * covers, so nothing is lost.
 */
export interface ReceivedEInvoice extends EInvoice {
  /** Kind of document by its root element. */
  readonly root: 'INVOICE' | 'CREDIT_NOTE'
  readonly payee: Payee | null
  /** All means of payment; `payment` is the first with an account, else the first. */
  readonly payments: readonly Payment[]
  readonly lines: readonly ReceivedELine[]
  readonly unreadable: readonly Unreadable[]
  readonly other: readonly OtherText[]
}

/** Main means of payment: the first with an account, else the first. */
export function mainPayment(payments: readonly Payment[]): Payment | null {
  return payments.find(({ account }) => account !== null) ?? payments[0] ?? null
}
