import type { LetterheadFacts } from '../../pdf/letterhead.ts'
import type { Adjustment, EAddress, EParty, Payment, Period, Totals, VatRow } from '../einvoice/terms.rules.ts'

/** The four kinds of document, with the names of the public interface. */
export const documentKinds = ['SALES_INVOICE', 'SALES_CREDIT_NOTE', 'PURCHASE_INVOICE', 'PURCHASE_CREDIT_NOTE'] as const

export type DocumentKind = (typeof documentKinds)[number]

/**
 * Content of a finalised document: a snapshot that never changes. Files are generated from it alone, and its hash is
 * stored. Decimals are text, amounts with the digits of their currency; days are `YYYY-MM-DD`.
 */
export interface DocumentContent {
  readonly kind: DocumentKind
  /** Whether the customer writes the document in the name of the supplier. */
  readonly is_self_billed: boolean
  /** The document number. */
  readonly name: string
  readonly date: string
  /** Booking day. */
  readonly booking_date: string
  /** Null for credit notes. */
  readonly due_date: string | null
  /** Language of the document: `nl`, `fr`, `de` or `en`. */
  readonly language: string
  readonly currency: string
  readonly exchange: Exchange | null
  /** Supplier for VAT purposes: on self-billed documents the carrier. */
  readonly seller: ContentParty
  readonly buyer: ContentParty
  /** The customer's own reference. */
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
  /** The credited document. */
  readonly preceding: readonly { readonly invoice_id: string; readonly name: string; readonly date: string }[]
  /** Statements required by law, then free text. */
  readonly notes: readonly string[]
  /** Attached transport documents. */
  readonly attachments: readonly ContentAttachment[]
  /** Text that the billing entity prints in the footer of each page. */
  readonly footer?: string | null
  /** Logo and colour. Absent on documents finalised before logos existed. */
  readonly letterhead?: LetterheadFacts | null
}

/** A transport document of an order attached to its invoice: a proof of delivery, a consignment note. */
export interface ContentAttachment {
  /** Document of the order. */
  readonly document_id: string
  readonly name: string
  /** Its description, in the language of the document. */
  readonly description: string
  readonly media_type: string
  /** SHA-256 of its bytes, in hexadecimal. */
  readonly sha256: string
  /** Whether it is within the size limit: embedded and sent with e-mails. */
  readonly goes_along: boolean
}

/** Exchange rate of a document that is not in the accounting currency, with its totals in that currency. */
export interface Exchange {
  readonly accounting_currency: string
  readonly rate_date: string
  /** Units of accounting currency per unit of the document currency. */
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
  /** Legal form, and court or town of the register, of ourselves. Absent where none is set. */
  readonly legal_form?: string
  readonly register_court?: string
}

export interface ContentPayment extends Payment {
  /** Text of the QR code for banking apps; null if it does not fit. */
  readonly qr: string | null
}

export interface ContentLine {
  readonly line_id: string
  readonly name: string
  readonly description: string | null
  /** Code of the charge type. */
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
    /** The customer's reference. Absent on documents from before it was stored. */
    readonly reference?: string | null
  } | null
  readonly trip: { readonly trip_id: string; readonly name: string } | null
  /** Route of the order, in one line. */
  readonly route: string | null
  readonly period: Period | null
  readonly dimension: string | null
}

/** VAT of a line. */
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

/** Whether a document is a credit note. */
export function isCredit({ kind }: Pick<DocumentContent, 'kind'>): boolean {
  return kind === 'SALES_CREDIT_NOTE' || kind === 'PURCHASE_CREDIT_NOTE'
}

/** Whether a document is a purchase: from a supplier, or self-billed in its name. */
export function isPurchase({ kind }: Pick<DocumentContent, 'kind'>): boolean {
  return kind === 'PURCHASE_INVOICE' || kind === 'PURCHASE_CREDIT_NOTE'
}
