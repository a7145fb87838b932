import { embeddedOf } from '../attachments/rules.ts'
import { type EInvoice, type ELine, type EParty, processes, specifications } from '../einvoice/terms.rules.ts'
import { type ContentLine, type ContentParty, type DocumentContent, isCredit } from './content.rules.ts'

/**
 * Converts a document to the terms of EN 16931, based on its content alone.
 * @param files bytes of attachments, in base64 by SHA-256
 */
export function eInvoiceOf(content: DocumentContent, files: ReadonlyMap<string, string> = new Map()): EInvoice {
  const kind = content.is_self_billed ? 'selfBilling' : 'billing'
  const isOutside = content.vat.some(({ category }) => category === 'O')
  const references = referencesOf(content)
  return {
    specification: specifications[kind],
    process: processes[kind],
    number: content.name,
    issued_on: content.date,
    type_code: typeCode(content),
    currency: content.currency,
    vat_currency: content.exchange?.accounting_currency ?? null,
    due_on: content.due_date,
    ...references,
    contract: content.contract,
    despatch_advice: null,
    payment_terms: content.payment_terms,
    note: content.notes.length === 0 ? null : content.notes.join('\n'),
    preceding: content.preceding.map(({ name, date }) => ({ number: name, issued_on: date })),
    seller: partyOf(content.seller, isOutside, true),
    buyer: partyOf(content.buyer, isOutside, false),
    delivery: content.delivery,
    period: content.period,
    payment: paymentOf(content),
    adjustments: content.adjustments,
    totals: content.totals,
    vat_in_vat_currency: content.exchange?.vat ?? null,
    vat: content.vat,
    attachments: embeddedOf(content.attachments, files),
    lines: content.lines.map((line, at) => lineOf(line, at, content)),
  }
}

function typeCode(content: DocumentContent): string {
  if (content.is_self_billed) return isCredit(content) ? '261' : '389'
  return isCredit(content) ? '381' : '380'
}

/**
 * References for the buyer: its purchase order, if any, and our order, if all lines belong to one. Peppol requires a
 * reference: without any, the order numbers serve as the buyer's.
 */
function referencesOf(content: DocumentContent): Pick<EInvoice, 'buyer_reference' | 'purchase_order' | 'sales_order'> {
  const orders = [...new Set(content.lines.flatMap(({ order }) => order?.name ?? []))]
  const [ordered] = content.customer_reference_numbers
  const purchase_order = content.customer_reference_numbers.length === 1 ? ordered! : null
  const own =
    content.buyer_reference ?? (purchase_order === null ? orders.slice(0, 10).join(', ') || content.name : null)
  return { buyer_reference: own, purchase_order, sales_order: orders.length === 1 ? orders[0]! : null }
}

/**
 * Parties outside the scope of VAT have no VAT number (BR-O-02). The law still requires the seller's, so it is a tax
 * number.
 */
function partyOf(party: ContentParty, isOutside: boolean, isSeller: boolean): EParty {
  const { name, electronic_address, registration, vat_number, tax_number, address, contact } = party
  const known = { name, electronic_address, registration, address, contact }
  if (!isOutside) return { ...known, vat_number, tax_number }
  return { ...known, vat_number: null, tax_number: isSeller ? (vat_number ?? tax_number) : null }
}

function paymentOf(content: DocumentContent): EInvoice['payment'] {
  const { payment } = content
  if (payment === null) return isBetweenGermans(content) ? withoutTransfer(content) : null
  const { means, reference, account, account_name, bank } = payment
  return { means, reference, account, account_name, bank }
}

const isBetweenGermans = ({ seller, buyer }: DocumentContent) =>
  seller.address.country === 'DE' && buyer.address.country === 'DE'

/** Between German parties every document needs payment means (DE-R-001): credit notes are set off, others undefined. */
function withoutTransfer(content: DocumentContent): EInvoice['payment'] {
  return { means: isCredit(content) ? '97' : '1', reference: null, account: null, account_name: null, bank: null }
}

function lineOf(line: ContentLine, at: number, content: DocumentContent): ELine {
  return {
    id: String(at + 1),
    note: line.route,
    order_number: line.order?.name ?? null,
    quantity: line.quantity,
    unit: line.unit,
    amount: line.amount,
    accounting_cost: line.dimension,
    period: within(line.period, content),
    price: line.unit_price,
    price_quantity: null,
    name: line.name,
    description: line.description,
    code: line.code,
    category: line.tax.category,
    rate: line.tax.rate,
  }
}

/** The period of a line, only if it is within that of the document (R110, R111). */
function within(period: ContentLine['period'], content: DocumentContent): ELine['period'] {
  if (period === null || content.period === null) return null
  const { from, to } = content.period
  const starts = period.from === null || from === null || period.from >= from
  const ends = period.to === null || to === null || period.to <= to
  return starts && ends ? period : null
}
