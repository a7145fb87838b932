import type { LetterheadFacts } from '../../pdf/letterhead.ts'
import type { Adjustment, EAddress, EParty, Payment, Period, Totals, VatRow } from '../einvoice/terms.rules.ts'

/** The four kinds of document; the public interface has the same names. */
export const documentKinds = ['SALES_INVOICE', 'SALES_CREDIT_NOTE', 'PURCHASE_INVOICE', 'PURCHASE_CREDIT_NOTE'] as const

export type DocumentKind = (typeof documentKinds)[number]

/**
 * What a finalised document says, copied from what was true then and never changed: files are written from it alone, and
 * its hash is kept. Decimals are text, amounts with the digits of their currency; days are `YYYY-MM-DD`.
 */
export interface DocumentContent {
  readonly kind: DocumentKind
  /** The customer writes the document in the name of the supplier. */
  readonly is_self_billed: boolean
  /** The number. */
  readonly name: string
  readonly date: string
  /** The day it counts in the books. */
  readonly booking_date: string
  /** Credit notes have none. */
  readonly due_date: string | null
  /** Language of the document: `nl`, `fr`, `de` or `en`. */
  readonly language: string
  readonly currency: string
  readonly exchange: Exchange | null
  /** The supplier in the sense of VAT: on self-billed documents the carrier. */
  readonly seller: ContentParty
  readonly buyer: ContentParty
  /** What the customer wants to find on it. */
  readonly buyer_reference: string | null
  readonly customer_reference_numbers: readonly string[]
  readonly contract: string | null
  readonly period: Period | null
  readonly delivery: {
    readonly delivered_on: string | null
    readonly name: string | null
    readonly address: EAddress | null
  } | null
  readonly payment: ContentPayment | null
  /** Payment terms in words, in the language of the document. */
  readonly payment_terms: string | null
  readonly lines: readonly ContentLine[]
  readonly adjustments: readonly Adjustment[]
  readonly vat: readonly VatRow[]
  readonly totals: Totals
  /** The document that is credited. */
  readonly preceding: readonly { readonly invoice_id: string; readonly name: string; readonly date: string }[]
  /** What the law wants said, then free text. */
  readonly notes: readonly string[]
  /** Transport documents that go along with it. */
  readonly attachments: readonly ContentAttachment[]
  /** What the billing entity prints at the foot of each page. */
  readonly footer?: string | null
  /** What it is drawn with; absent on documents that were finalised before logos. */
  readonly letterhead?: LetterheadFacts | null
}

/** A transport document of an order that goes along with its invoice: a proof of delivery, a consignment note. */
export interface ContentAttachment {
  /** The document of the order. */
  readonly document_id: string
  readonly name: string
  /** What it is, in the language of the document. */
  readonly description: string
  readonly media_type: string
  /** Of its bytes, in hexadecimal. */
  readonly sha256: string
  /** Within the limit: embedded and sent with e-mails. */
  readonly goes_along: boolean
}

/** The rate of a document that is not in the currency of the books, and what its sums are there. */
export interface Exchange {
  readonly accounting_currency: string
  readonly rate_date: string
  /** Accounting currency for one unit of the document's. */
  readonly rate: string
  readonly inverse_rate: string
  readonly without_vat: string
  readonly vat: string
  readonly with_vat: string
}

export interface ContentParty extends EParty {
  /** Our record of the company; null for ourselves. */
  readonly company_id: string | null
  readonly code: string | null
}

export interface ContentPayment extends Payment {
  /** Codes in an image that banking apps read; null where they do not fit. */
  readonly qr: string | null
}

export interface ContentLine {
  readonly line_id: string
  readonly name: string
  readonly description: string | null
  /** Code of the type of charge. */
  readonly code: string
  readonly quantity: string
  /** UN/ECE Recommendation 20 */
  readonly unit: string
  readonly unit_price: string
  readonly amount: string
  readonly tax: ContentTax
  readonly order: {
    readonly order_id: string
    readonly name: string
    /** What the customer calls it; absent on documents from before it was kept. */
    readonly reference?: string | null
  } | null
  readonly trip: { readonly trip_id: string; readonly name: string } | null
  /** Where it went, in one line. */
  readonly route: string | null
  readonly period: Period | null
  readonly dimension: string | null
}

/** The VAT of a line as it was decided. */
export interface ContentTax {
  readonly tax_rate_id: string | null
  readonly name: string
  readonly code: string
  readonly tax_type: string
  readonly category: string
  readonly rate: string | null
  readonly reason_code: string | null
  readonly reason: string | null
}

/** Whether a document credits. */
export function isCredit({ kind }: Pick<DocumentContent, 'kind'>): boolean {
  return kind === 'SALES_CREDIT_NOTE' || kind === 'PURCHASE_CREDIT_NOTE'
}

/** Whether a document is a purchase: from a supplier, or written in his name. */
export function isPurchase({ kind }: Pick<DocumentContent, 'kind'>): boolean {
  return kind === 'PURCHASE_INVOICE' || kind === 'PURCHASE_CREDIT_NOTE'
}
