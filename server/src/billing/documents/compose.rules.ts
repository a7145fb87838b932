import { fill } from '@cartage/contract/message'
import type { Language } from '@cartage/contract/reading/languages'
import { amountText, decimal } from '../../books/money.rules.ts'
import { creditorReference, paymentCode, referenceDigits, structuredReference } from '../../books/references.rules.ts'
import { selfBillingNote } from '../../books/tax-notes.rules.ts'
import { labelsOf } from '../../languages/labels.ts'
import { dayIn, numberIn } from '../../languages/writing.ts'
import type { LetterheadFacts } from '../../pdf/letterhead.ts'
import type { OrderFacts, Place } from '../drafts/facts.rules.ts'
import type { Adjustment, EAddress, Period, Totals, VatRow } from '../einvoice/terms.rules.ts'
import type { LineRow } from '../records/store.ts'
import type {
  ContentLine,
  ContentParty,
  ContentPayment,
  DocumentContent,
  DocumentKind,
  Exchange,
} from './content.rules.ts'
import { discountText, payableInTime } from './sums.rules.ts'

/** Number of a document, and the parts of its payment reference. */
export interface DocumentNumber {
  readonly name: string
  readonly year: number
  /** Position of the range among those of its kind, from 0. */
  readonly range: number
  readonly counted: number
}

/** Everything needed to compose the content of a document. */
export interface ContentFacts {
  readonly kind: DocumentKind
  readonly is_self_billed: boolean
  readonly number: DocumentNumber
  readonly date: string
  readonly booking_date: string
  readonly due_date: string | null
  readonly payment_term: string | null
  readonly language: Language
  readonly currency: string
  readonly exchange: Exchange | null
  readonly seller: ContentParty
  readonly buyer: ContentParty
  readonly buyer_reference: string | null
  readonly customer_reference_numbers: readonly string[]
  /** Bank account of the seller. */
  readonly bank: { readonly iban: string | null; readonly bic: string | null }
  readonly cash_discount: { readonly percentage: string; readonly days: number } | null
  readonly lines: readonly LineRow[]
  readonly orders: ReadonlyMap<string, OrderFacts>
  readonly adjustments: readonly Adjustment[]
  readonly vat: readonly VatRow[]
  readonly totals: Totals
  readonly preceding: DocumentContent['preceding']
  readonly note: string
  /** Attached transport documents. */
  readonly attachments: DocumentContent['attachments']
  /** Text in the footer of each page. */
  readonly footer: string | null
  /** Logo and colour; null: none. */
  readonly letterhead: LetterheadFacts | null
}

/** Content of a document, in its stored form (BILL-9). */
export function composeContent(facts: ContentFacts): DocumentContent {
  const orders = [...new Set(facts.lines.flatMap(({ order_id: id }) => id ?? []))].flatMap(
    (id) => facts.orders.get(id) ?? [],
  )
  return {
    kind: facts.kind,
    is_self_billed: facts.is_self_billed,
    name: facts.number.name,
    date: facts.date,
    booking_date: facts.booking_date,
    due_date: facts.due_date,
    language: facts.language,
    currency: facts.currency,
    exchange: facts.exchange,
    seller: facts.seller,
    buyer: facts.buyer,
    buyer_reference: facts.buyer_reference,
    customer_reference_numbers: facts.customer_reference_numbers,
    contract: contractOf(orders),
    period: periodOf(orders),
    delivery: deliveryOf(orders),
    payment: isCreditKind(facts.kind) ? null : paymentOf(facts),
    payment_terms: termsOf(facts),
    lines: facts.lines.map((line) => lineOf(line, facts)),
    adjustments: facts.adjustments,
    vat: facts.vat,
    totals: facts.totals,
    preceding: facts.preceding,
    notes: notesOf(facts),
    attachments: facts.attachments,
    footer: facts.footer,
    ...(facts.letterhead && { letterhead: facts.letterhead }),
  }
}

function isCreditKind(kind: DocumentKind): boolean {
  return kind === 'SALES_CREDIT_NOTE' || kind === 'PURCHASE_CREDIT_NOTE'
}

function lineOf(line: LineRow, { orders }: ContentFacts): ContentLine {
  const order = line.order_id === null ? undefined : orders.get(line.order_id)
  if (line.tax === null) throw new RangeError(`Line ${line.position} has no tax.`)
  return {
    line_id: line.invoice_line_id,
    name: line.name,
    description: line.description || null,
    code: line.code,
    quantity: line.quantity,
    unit: line.unit,
    unit_price: line.unit_price,
    amount: line.amount,
    tax: line.tax,
    order:
      line.order_id && line.order_name
        ? { order_id: line.order_id, name: line.order_name, reference: order?.reference ?? null }
        : null,
    trip: line.trip_id && line.trip_name ? { trip_id: line.trip_id, name: line.trip_name } : null,
    route: line.route,
    period: order ? spanOf([order]) : null,
    dimension: order?.department ?? null,
  }
}

/** From the first pickup to the last delivery. */
function spanOf(orders: readonly OrderFacts[]): Period | null {
  const from = orders.flatMap(({ pickup_on, delivery_on }) => pickup_on ?? delivery_on ?? []).sort()[0]
  const to = orders
    .flatMap(({ pickup_on, delivery_on }) => delivery_on ?? pickup_on ?? [])
    .sort()
    .at(-1)
  return from && to && from <= to ? { from, to } : null
}

/** The period of a document, if it spans several days. */
function periodOf(orders: readonly OrderFacts[]): Period | null {
  const span = spanOf(orders)
  return span && span.from !== span.to ? span : null
}

/** Contract of the rate card, if the same one prices all orders (BILL-22). */
function contractOf(orders: readonly OrderFacts[]): string | null {
  const contracts = new Set(orders.map(({ contract }) => contract || null))
  return contracts.size === 1 ? [...contracts][0]! : null
}

/** Day of the last delivery, and its place if all orders share one. */
function deliveryOf(orders: readonly OrderFacts[]): DocumentContent['delivery'] {
  const delivered_on = spanOf(orders)?.to ?? null
  const places = new Map(orders.flatMap(({ delivery_place: place }) => (place ? [[JSON.stringify(place), place]] : [])))
  const place = places.size === 1 && orders.every((order) => order.delivery_place) ? [...places.values()][0]! : null
  if (delivered_on === null && place === null) return null
  return { delivered_on, name: place?.name ?? null, address: place && addressOf(place) }
}

function addressOf({ country, name: _name, ...place }: Place): EAddress | null {
  return country === null ? null : { ...place, country }
}

function paymentOf(facts: ContentFacts): ContentPayment | null {
  const { iban, bic } = facts.bank
  if (iban === null || facts.payment_term === 'PREPAID') return null
  const reference = referenceOf(facts)
  const isStructured = reference?.startsWith('+++') ?? false
  const qr = paymentCode({
    name: facts.seller.name,
    iban,
    bic: bic ?? undefined,
    amount: decimal(facts.totals.payable),
    currency: facts.currency,
    ...(isStructured ? { text: reference ?? undefined } : { reference: reference ?? undefined }),
  })
  const means = facts.currency === 'EUR' ? '58' : '30'
  return { means, reference, account: iban, account_name: facts.seller.name, bank: bic, qr: qr ?? null }
}

/** Payment reference (REF-1, REF-2): Belgium's structured one, elsewhere ISO 11649. */
function referenceOf({ seller, currency, number }: ContentFacts): string | null {
  if (seller.address.country === 'BE' && currency === 'EUR') {
    const digits = referenceDigits(number)
    if (digits !== undefined) return structuredReference(digits)
  }
  const plain = number.name.replaceAll(/[^A-Za-z0-9]/g, '')
  return plain === '' || plain.length > 21 ? null : creditorReference(plain)
}

/**
 * Statement about late payment and no discount (BILL-45), mandatory on invoices of a French business (articles L441-9
 * and D441-5 of the commercial code). The rate is the default if the contract names none.
 */
const labels = labelsOf('terms', {
  due: 'Payable by {day}.',
  prepaid: 'Payable in advance.',
  credit: 'This amount is set off against the invoice.',
  inTime: '{discount}: {amount} payable.',
  late: 'In case of late payment: penalties at the ECB rate plus 10 points, and a fixed compensation for recovery costs of 40 €.',
  noDiscount: 'No discount for early payment.',
})

/** Text of a credit note in place of payment terms. */
export function creditTerms(language: Language): string {
  return labels(language).credit
}

/** Payment terms in words, with days and amounts in the format of the document's language. */
function termsOf(facts: ContentFacts): string {
  const { kind, due_date, payment_term, language } = facts
  if (isCreditKind(kind)) return creditTerms(language)
  const due = due_date === null ? '' : fill(labels(language).due, { day: dayIn(language, due_date) })
  const main = payment_term === 'PREPAID' ? labels(language).prepaid : due
  return [main, inTimeTerms(facts), lateTerms(facts)].filter(Boolean).join(' ')
}

/** Statement about late payment, mandatory on invoices of a French business (BILL-45). */
function lateTerms({ seller, language, cash_discount }: ContentFacts): string {
  if (seller.address.country !== 'FR') return ''
  const { late, noDiscount } = labels(language)
  return cash_discount === null ? `${late} ${noDiscount}` : late
}

/** Discount for early payment, with the amount to pay in that case (BILL-20). */
function inTimeTerms({ language, currency, cash_discount, totals, adjustments }: ContentFacts): string {
  if (cash_discount === null) return ''
  const text = discountText(language, cash_discount)
  const payable = payableInTime(decimal(totals.payable), cash_discount.percentage, adjustments)
  const amount = `${numberIn(language, amountText(payable, currency))} ${currency}`
  return fill(labels(language).inTime, { discount: text, amount })
}

/** Statements required by law, each once, then free text. */
function notesOf({ is_self_billed, language, vat, note }: ContentFacts): string[] {
  const legal = vat.flatMap(({ reason }) => (reason === null ? [] : reason.split('; ')))
  const own = is_self_billed ? [selfBillingNote(language)] : []
  return [...new Set([...own, ...legal, ...(note === '' ? [] : [note])])]
}
