import type { Big } from 'big.js'
import { decimal } from '../../books/money.rules.ts'

/**
 * An electronic invoice or credit note in the terms of EN 16931, independent of syntax: the common model of writer,
 * reader and rules. Members name their business term (BT). Amounts, prices, quantities and percentages are decimals as
 * text; amounts have the digits of the currency; dates are `YYYY-MM-DD`. Null members are omitted.
 */
export interface EInvoice {
  /** BT-24: specification identifier. */
  readonly specification: string
  /** BT-23: the business process. */
  readonly process: string | null
  /** BT-1 */
  readonly number: string
  /** BT-2 */
  readonly issued_on: string
  /** BT-3: 380 invoice, 381 credit note, 389 self-billed invoice, 261 self-billed credit note. */
  readonly type_code: string
  /** BT-5 */
  readonly currency: string
  /** BT-6: only if VAT is accounted in another currency. */
  readonly vat_currency: string | null
  /** BT-9: null for credit notes. */
  readonly due_on: string | null
  /** BT-10 */
  readonly buyer_reference: string | null
  /** BT-12 */
  readonly contract: string | null
  /** BT-13 */
  readonly purchase_order: string | null
  /** BT-14 */
  readonly sales_order: string | null
  /** BT-16 */
  readonly despatch_advice: string | null
  /** BT-20 */
  readonly payment_terms: string | null
  /** BT-22: all notes joined in one text. */
  readonly note: string | null
  /** BG-3 */
  readonly preceding: readonly Preceding[]
  /** BG-4 */
  readonly seller: EParty
  /** BG-7 */
  readonly buyer: EParty
  /** BG-13 with BT-72 */
  readonly delivery: Delivery | null
  /** BG-14 */
  readonly period: Period | null
  /** BG-16 */
  readonly payment: Payment | null
  /** BG-20 and BG-21 */
  readonly adjustments: readonly Adjustment[]
  /** BG-22 */
  readonly totals: Totals
  /** BT-111: the VAT in the currency of BT-6. */
  readonly vat_in_vat_currency: string | null
  /** BG-23 */
  readonly vat: readonly VatRow[]
  /** BG-24 */
  readonly attachments: readonly Attachment[]
  /** BG-25 */
  readonly lines: readonly ELine[]
}

/** The credited invoice (BT-25, BT-26). */
export interface Preceding {
  readonly number: string
  readonly issued_on: string | null
}

/** An identifier with the code of its scheme: an electronic address scheme (EAS) or ISO 6523. */
export interface Identifier {
  readonly scheme: string | null
  readonly id: string
}

export interface EParty {
  /** BT-27, BT-44: the legal name. */
  readonly name: string
  /** BT-34, BT-49 */
  readonly electronic_address: Identifier | null
  /** BT-30, BT-47: the number in the register of companies. */
  readonly registration: Identifier | null
  /** BT-31, BT-48 */
  readonly vat_number: string | null
  /** BT-32: the seller's tax number if BT-31 must be omitted. */
  readonly tax_number: string | null
  readonly address: EAddress
  /** BG-6, BG-9 */
  readonly contact: EContact | null
}

export interface EAddress {
  readonly street: string | null
  readonly second_line: string | null
  readonly city: string | null
  readonly postal_code: string | null
  readonly region: string | null
  /** ISO 3166-1 alpha-2 */
  readonly country: string
}

export interface EContact {
  readonly name: string | null
  readonly phone: string | null
  readonly email: string | null
}

export interface Delivery {
  /** BT-72 */
  readonly delivered_on: string | null
  /** BT-70 */
  readonly name: string | null
  /** BG-15 */
  readonly address: EAddress | null
}

export interface Period {
  readonly from: string | null
  readonly to: string | null
}

export interface Payment {
  /** BT-81: 58 SEPA credit transfer, 30 credit transfer, 59 SEPA direct debit … */
  readonly means: string
  /** BT-83: OGM or RF reference. */
  readonly reference: string | null
  /** BT-84 */
  readonly account: string | null
  /** BT-85 */
  readonly account_name: string | null
  /** BT-86 */
  readonly bank: string | null
}

/** VAT category (UNCL 5305) and its rate; O has none. */
export interface VatCategory {
  readonly category: string
  readonly rate: string | null
}

/** A discount (BG-20) or surcharge (BG-21) of the whole document. */
export interface Adjustment extends VatCategory {
  readonly kind: 'ALLOWANCE' | 'CHARGE'
  readonly amount: string
  /** Base of `percentage`; both or neither. */
  readonly base: string | null
  readonly percentage: string | null
  readonly reason: string | null
  readonly reason_code: string | null
}

export interface Totals {
  /** BT-106 */
  readonly lines: string
  /** BT-107 */
  readonly allowances: string | null
  /** BT-108 */
  readonly charges: string | null
  /** BT-109 */
  readonly without_vat: string
  /** BT-110 */
  readonly vat: string
  /** BT-112 */
  readonly with_vat: string
  /** BT-113 */
  readonly prepaid: string | null
  /** BT-114 */
  readonly rounding: string | null
  /** BT-115 */
  readonly payable: string
}

export interface VatRow extends VatCategory {
  /** BT-116 */
  readonly base: string
  /** BT-117 */
  readonly tax: string
  /** BT-121: VATEX code. */
  readonly reason_code: string | null
  /** BT-120 */
  readonly reason: string | null
}

/** A supporting document: embedded or external. */
export interface Attachment {
  /** BT-122 */
  readonly id: string
  /** BT-123 */
  readonly description: string | null
  /** BT-125, in base64 */
  readonly content: { readonly type: string; readonly file_name: string; readonly base64: string } | null
}

export interface ELine extends VatCategory {
  /** BT-126 */
  readonly id: string
  /** BT-127 */
  readonly note: string | null
  /** BT-128: the number of our order. */
  readonly order_number: string | null
  /** BT-129 */
  readonly quantity: string
  /** BT-130: UN/ECE Recommendation 20. */
  readonly unit: string
  /** BT-131 */
  readonly amount: string
  /** BT-133 */
  readonly accounting_cost: string | null
  /** BG-26 */
  readonly period: Period | null
  /** BT-146 */
  readonly price: string
  /** BT-149: base quantity of the price; null: one unit. */
  readonly price_quantity: string | null
  /** BT-153 */
  readonly name: string
  /** BT-154 */
  readonly description: string | null
  /** BT-155 */
  readonly code: string | null
}

export const specifications = {
  billing: 'urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0',
  selfBilling: 'urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:selfbilling:3.0',
} as const

export const processes = {
  billing: 'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0',
  selfBilling: 'urn:fdc:peppol.eu:2017:poacc:selfbilling:01:1.0',
} as const

const creditNotes: readonly string[] = ['381', '261', '396', '81', '83', '532']

/** Whether a document is a credit note, which UBL writes as another document and which has no due date. */
export function isCreditNote({ type_code }: Pick<EInvoice, 'type_code'>): boolean {
  return creditNotes.includes(type_code)
}

/** Whether the customer wrote the document in the name of the supplier. */
export function isSelfBilled({ type_code }: Pick<EInvoice, 'type_code'>): boolean {
  return type_code === '389' || type_code === '261'
}

/** A decimal of a document; null counts as zero. */
export function amountOf(text: string | null): Big {
  return decimal(text ?? '0')
}

/** The sum of decimals of a document. */
export function sumOf(texts: readonly (string | null)[]): Big {
  return texts.reduce((sum, text) => sum.plus(amountOf(text)), decimal('0'))
}
