import { msg } from '@cartage/contract/message'
import type { Big } from 'big.js'
import type { DocumentKind } from '../../billing/documents/content.rules.ts'
import type { InvoicePayment, InvoiceStatus } from '../../billing/records/store.ts'
import { amountText, decimal, roundToCurrency } from '../../books/money.rules.ts'
import { errorItem, Problem } from '../../http/problem.ts'

/** What payments of a document are decided from. Decimals are text. */
export interface PayableDocument {
  invoice_id: string
  kind: DocumentKind
  status: InvoiceStatus
  payment: InvoicePayment
  /** Why it is not to be paid yet; null: nothing. */
  payment_hold: 'ACCOUNT' | null
  currency: string
  total: string
  /** Payments of it that were not reversed. */
  paid: string
  /** Credit notes of it, and what of those was refunded. */
  credited: string
  refunded: string
  /** Of a credit note: how much more than its total was paid of the invoice it credits; null: it credits none. */
  overpaid: string | null
}

/** Whether a document credits. */
export function isCreditNote(kind: DocumentKind): boolean {
  return kind.endsWith('CREDIT_NOTE')
}

/**
 * PAY-1: what is open of a document: its total without payments and credit notes; refunds of those are open again. Of a
 * credit note what was not refunded.
 */
export function openAmount({ total, paid, credited, refunded }: PayableDocument): Big {
  return decimal(total).minus(paid).minus(credited).plus(refunded)
}

/** What a change of the status does. */
export interface StatusChange {
  payment: InvoicePayment
  /** Amount of the payment that is recorded; null: none. */
  pays: string | null
  /** Payments that were recorded by a program are reversed. */
  reverses: boolean
}

/**
 * PAY-2: PAID and REFUNDED record a payment of what is open, UNPAID and OPEN reverse those. A repeat has no effect.
 * @returns undefined when the document has the status already
 * @throws Problem document_not_finalised
 */
export function decideStatus(document: PayableDocument, wanted: InvoicePayment): StatusChange | undefined {
  requireFinalised(document)
  if (document.payment === wanted) return undefined
  if (wanted === 'UNPAID' || wanted === 'OPEN') return { payment: wanted, pays: null, reverses: true }
  const open = refundable(document)
  return { payment: wanted, pays: open.gt(0) ? amountText(open, document.currency) : null, reverses: false }
}

/** A credit note that is set off against an unpaid invoice is settled without a refund. */
function refundable(document: PayableDocument): Big {
  const open = openAmount(document)
  if (document.overpaid === null) return open
  const over = decimal(document.overpaid)
  return over.lt(open) ? over : open
}

/**
 * PAY-3: a payment that a person enters, of at most what is open.
 * @returns the status afterwards
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

/** What a transfer pays of a document, at most what is open, and the status afterwards; undefined when nothing is open or transferred. */
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
 * PAYOUT-9: what of a credit note is set off against an invoice, at most what of both is open, and how both are paid afterwards;
 * undefined when one of them is settled.
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

/** What a document says of its own payment. Decimals are text; null where it says nothing. */
export interface StatedPayment {
  readonly prepaid: string | null
  readonly rounding: string | null
}

/** What is recorded of that, and the status afterwards. */
export interface StatedChange {
  readonly payments: readonly { readonly amount: string; readonly origin: 'DOCUMENT' | 'ROUNDING' }[]
  readonly payment: InvoicePayment
}

/**
 * PAY-7: what the document says is paid is a payment, and so is what its amount due is rounded down by; rounded up, more is
 * open. Nothing where the document says nothing.
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

/** The status of a document whose payment was reversed. */
export function unsettled(kind: DocumentKind): InvoicePayment {
  return isCreditNote(kind) ? 'OPEN' : 'UNPAID'
}

function requireFinalised({ status }: PayableDocument): void {
  if (status !== 'INVOICED' && status !== 'INVOICE_POSTED') throw new Problem('document_not_finalised')
}

function wrongAmount(message: Parameters<typeof errorItem>[1]): Problem {
  return new Problem('validation_failed', { errors: [errorItem('amount', message, 'amount')] })
}
