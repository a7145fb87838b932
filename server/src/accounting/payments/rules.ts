import { msg } from '@cartage/contract/message'
import type { Big } from 'big.js'
import type { DocumentKind } from '../../billing/documents/content.rules.ts'
import type { InvoicePayment, InvoiceStatus } from '../../billing/records/store.ts'
import { amountText, decimal, roundToCurrency } from '../../books/money.rules.ts'
import { errorItem, Problem } from '../../http/problem.ts'

/** Document data for decisions on payments. Decimals are text. */
export interface PayableDocument {
  invoice_id: string
  kind: DocumentKind
  status: InvoiceStatus
  payment: InvoicePayment
  /** Why it must not be paid yet; null: no hold. */
  payment_hold: 'ACCOUNT' | null
  currency: string
  total: string
  /** Sum of its payments that are not reversed. */
  paid: string
  /** Sum of its credit notes, and of their refunds. */
  credited: string
  refunded: string
  /** Credit notes only: amount paid in excess of the total of the credited invoice; null: it credits none. */
  overpaid: string | null
}

/** Whether a document is a credit note. */
export function isCreditNote(kind: DocumentKind): boolean {
  return kind.endsWith('CREDIT_NOTE')
}

/**
 * PAY-1: open amount of a document: its total less payments and credit notes, plus refunds of those. For a credit note,
 * the part not refunded.
 */
export function openAmount({ total, paid, credited, refunded }: PayableDocument): Big {
  return decimal(total).minus(paid).minus(credited).plus(refunded)
}

/** Effects of a status change. */
export interface StatusChange {
  payment: InvoicePayment
  /** Amount of the payment to record; null: none. */
  pays: string | null
  /** Whether payments recorded by a program are reversed. */
  reverses: boolean
}

/**
 * PAY-2: PAID and REFUNDED record a payment of the open amount, UNPAID and OPEN reverse it. A repeat has no effect.
 * @returns undefined if the document already has the status
 * @throws Problem document_not_finalised
 */
export function decideStatus(document: PayableDocument, wanted: InvoicePayment): StatusChange | undefined {
  requireFinalised(document)
  if (document.payment === wanted) return undefined
  if (wanted === 'UNPAID' || wanted === 'OPEN') return { payment: wanted, pays: null, reverses: true }
  const open = refundable(document)
  return { payment: wanted, pays: open.gt(0) ? amountText(open, document.currency) : null, reverses: false }
}

/** A credit note set off against an unpaid invoice is settled without a refund. */
function refundable(document: PayableDocument): Big {
  const open = openAmount(document)
  if (document.overpaid === null) return open
  const over = decimal(document.overpaid)
  return over.lt(open) ? over : open
}

/**
 * PAY-3: a manual payment, at most the open amount.
 * @returns the new status
 * @throws Problem document_not_finalised, validation_failed
 */
export function decidePayment(document: PayableDocument, amount: string): { amount: string; payment: InvoicePayment } {
  requireFinalised(document)
  if (document.payment_hold !== null) {
    throw new Problem('state_conflict', {
      message:
        'The bank account on this document is not one we know of the supplier. Confirm it on the page of the document first.',
    })
  }
  const { currency, kind } = document
  const given = decimal(amount)
  const open = openAmount(document)
  if (given.lte(0)) throw wrongAmount('must be more than zero')
  if (!roundToCurrency(given, currency).eq(given)) throw wrongAmount(msg`has more decimals than ${currency} has`)
  if (given.gt(open)) throw wrongAmount(msg`is more than the open amount of ${amountText(open, currency)} ${currency}`)
  const isSettled = given.eq(open)
  const [settled, unsettled] = isCreditNote(kind) ? (['REFUNDED', 'OPEN'] as const) : (['PAID', 'UNPAID'] as const)
  return { amount: amountText(given, currency), payment: isSettled ? settled : unsettled }
}

/**
 * Amount that a transfer pays of a document, at most the open amount, and the new status; undefined if nothing is open
 * or transferred.
 */
export function decideTransfer(
  document: PayableDocument,
  paid: string,
): { amount: string; payment: InvoicePayment } | undefined {
  const open = openAmount(document)
  if (open.lte(0) || decimal(paid).lte(0)) return undefined
  const isSettled = decimal(paid).gte(open)
  const amount = amountText(isSettled ? open : decimal(paid), document.currency)
  return { amount, payment: isSettled ? 'PAID' : 'UNPAID' }
}

/**
 * PAYOUT-9: amount of a credit note set off against an invoice, at most the open amount of both, and the new status of
 * both; undefined if one is settled.
 */
export function decideSetOff(
  invoice: PayableDocument,
  note: PayableDocument,
  wanted: string,
): { amount: string; payment: 'PAID' | 'UNPAID'; refund: 'REFUNDED' | 'OPEN' } | undefined {
  const [open, left] = [openAmount(invoice), refundable(note)]
  const amount = [open, left, decimal(wanted)].reduce((least, one) => (one.lt(least) ? one : least))
  if (amount.lte(0)) return undefined
  return {
    amount: amountText(amount, invoice.currency),
    payment: amount.eq(open) ? 'PAID' : 'UNPAID',
    refund: amount.eq(left) ? 'REFUNDED' : 'OPEN',
  }
}

/** Payment stated by a document. Decimals are text; null: not stated. */
export interface StatedPayment {
  readonly prepaid: string | null
  readonly rounding: string | null
}

/** Payments to record for it, and the new status. */
export interface StatedChange {
  readonly payments: readonly { readonly amount: string; readonly origin: 'DOCUMENT' | 'ROUNDING' }[]
  readonly payment: InvoicePayment
}

/**
 * PAY-7: the stated prepaid amount is recorded as a payment, and so is rounding down of the amount due. Rounding up
 * increases the open amount. Undefined if the document states neither.
 */
export function decideStated(document: PayableDocument, stated: StatedPayment): StatedChange | undefined {
  const { currency, kind } = document
  const rows = [
    { amount: decimal(stated.prepaid ?? '0'), origin: 'DOCUMENT' as const },
    { amount: decimal(stated.rounding ?? '0').times(-1), origin: 'ROUNDING' as const },
  ].filter(({ amount, origin }) => (origin === 'ROUNDING' ? !amount.eq(0) : amount.gt(0)))
  if (rows.length === 0) return undefined
  const open = rows.reduce((left, { amount }) => left.minus(amount), openAmount(document))
  return {
    payments: rows.map(({ amount, origin }) => ({ amount: amountText(amount, currency), origin })),
    payment: open.gt(0) ? unsettled(kind) : isCreditNote(kind) ? 'REFUNDED' : 'PAID',
  }
}

/** Status of a document after a payment was reversed. */
export function unsettled(kind: DocumentKind): InvoicePayment {
  return isCreditNote(kind) ? 'OPEN' : 'UNPAID'
}

function requireFinalised({ status }: PayableDocument): void {
  if (status !== 'INVOICED' && status !== 'INVOICE_POSTED') throw new Problem('document_not_finalised')
}

function wrongAmount(message: Parameters<typeof errorItem>[1]): Problem {
  return new Problem('validation_failed', { errors: [errorItem('amount', message, 'amount')] })
}
