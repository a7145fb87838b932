import type { EInvoice, ELine, Payment } from './terms.rules.ts'

/** A text that is not in the form that its element has to have. */
export interface Unreadable {
  /** Elements that lead to it. */
  readonly path: string
  readonly text: string
  readonly wanted: 'NUMBER' | 'DAY' | 'TRUTH'
}

/** A text of a document that no term holds: extensions, and what we have no use for. */
export interface OtherText {
  /** Elements that lead to it, with their place where there are several: `InvoiceLine 2 / Item / BrandName`. */
  readonly path: string
  readonly text: string
}

/** Who is paid instead of the seller (BG-10). */
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

/** A line of a document of others. */
export interface ReceivedELine extends ELine {
  /** BT-150: the unit of what the price is for. */
  readonly price_unit: string | null
  /** BT-148 */
  readonly gross_price: string | null
  readonly adjustments: readonly LineAdjustment[]
  /** Orders and despatch advices that the line names, besides BT-128. */
  readonly named: readonly string[]
}

/**
 * A document that others wrote: what EN 16931 can say, whatever of it we write ourselves. `other` holds every text that no
 * member does, so nothing is lost.
 */
export interface ReceivedEInvoice extends EInvoice {
  /** Which document the root element says it is. */
  readonly root: 'INVOICE' | 'CREDIT_NOTE'
  readonly payee: Payee | null
  /** Every means of payment; `payment` is the first with an account, else the first. */
  readonly payments: readonly Payment[]
  readonly lines: readonly ReceivedELine[]
  readonly unreadable: readonly Unreadable[]
  readonly other: readonly OtherText[]
}

/** The means of payment that says most: the first with an account. */
export function mainPayment(payments: readonly Payment[]): Payment | null {
  return payments.find(({ account }) => account !== null) ?? payments[0] ?? null
}
