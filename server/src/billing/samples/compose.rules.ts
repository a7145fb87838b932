import type { Language } from '@cartage/contract/reading/languages'
import { inverseOf, type QuotedRate } from '../../books/exchange/rules.ts'
import { amountText, decimal, roundToCurrency } from '../../books/money.rules.ts'
import { dueDate } from '../../books/terms.rules.ts'
import { composeContent, creditTerms } from '../documents/compose.rules.ts'
import { type DocumentContent, type DocumentKind, isCredit } from '../documents/content.rules.ts'
import {
  type Credit,
  type CreditableInvoice,
  type CreditRequest,
  creditedPrice,
  creditOf,
} from '../documents/credit.rules.ts'
import { type Sums, sumsOfInvoice } from '../documents/sums.rules.ts'
import { pricedLine, totalsOf, vatRows } from '../documents/totals.rules.ts'
import { type OrderFacts, routeOf } from '../drafts/facts.rules.ts'
import type { Adjustment } from '../einvoice/terms.rules.ts'
import { exchangeOf } from '../finalise/exchange.rules.ts'
import type { LineRow } from '../records/store.ts'
import { partyOf, type SampleCompany } from './parties.rules.ts'
import { type SampleTax, sampleTax } from './taxes.rules.ts'

/** A line of a sample: an amount, or its quantity and price. */
export interface SampleLine {
  readonly name: string
  readonly tax?: SampleTax
  readonly amount?: string
  readonly computed?: readonly [quantity: string, unit: string, price: string]
  readonly order?: OrderFacts
}

/** Input for a sample invoice. */
export interface SampleInvoice {
  readonly number: string
  readonly counted: number
  readonly seller: SampleCompany
  readonly buyer: SampleCompany
  readonly currency: string
  readonly date: string
  readonly lines: readonly SampleLine[]
  readonly is_self_billed?: boolean
  readonly payment_term?: string
  readonly buyer_reference?: string | null
  readonly references?: readonly string[]
  readonly cash_discount?: { readonly percentage: string; readonly days: number }
  readonly note?: string
  readonly contract?: string
  /** Prepaid part of the total, in per cent. */
  readonly paid?: number
  /** Discounts and surcharges of the whole document. */
  readonly adjustments?: readonly Adjustment[]
}

/** Units of currency per euro, as quoted. */
const quotes: Readonly<Record<string, string>> = {
  GBP: '0.8655',
  DKK: '7.4604',
  PLN: '4.2735',
  CHF: '0.9342',
  SEK: '11.048',
  NOK: '11.732',
}

/** A sample invoice, composed by the rules that finalise real documents. */
export function sampleInvoice(sample: SampleInvoice): DocumentContent {
  const { buyer, seller, currency, date, is_self_billed = false } = sample
  const language = buyer.language
  const lines = sample.lines.map((line, at) => lineOf(line, at, sample, language))
  const sums = sumsOf(sample, lines, language)
  const paid = sample.paid === undefined ? null : part(sums.totals.with_vat, sample.paid, currency)
  const payment_term = sample.payment_term ?? 'NET_30'
  const content = composeContent({
    ...{ kind: is_self_billed ? 'PURCHASE_INVOICE' : 'SALES_INVOICE', is_self_billed, language, currency, date },
    number: numberOf(sample),
    booking_date: date,
    due_date: dueDate(payment_term, date, null),
    payment_term,
    exchange: exchangeFor(sums, is_self_billed ? buyer : seller, currency, date),
    seller: partyOf(seller),
    buyer: partyOf(buyer),
    buyer_reference: sample.buyer_reference ?? null,
    customer_reference_numbers: sample.references ?? [],
    bank: { iban: seller.iban, bic: seller.bic },
    cash_discount: sample.cash_discount ?? null,
    ...{ lines, orders: ordersOf(sample.lines), adjustments: sums.adjustments, vat: sums.vat },
    totals: totalsOf(lines, sums.adjustments, sums.vat, { currency, paid }),
    ...{ preceding: [], note: sample.note ?? '', footer: null, letterhead: null, attachments: [] },
  })
  return { ...content, contract: sample.contract ?? null }
}

function numberOf({ number, counted, date }: Pick<SampleInvoice, 'number' | 'counted' | 'date'>) {
  return { name: number, year: Number(date.slice(0, 4)), range: 0, counted }
}

function part(amount: string, percentage: number, currency: string): string {
  return amountText(roundToCurrency(decimal(amount).times(percentage).div(100), currency), currency)
}

function ordersOf(lines: readonly SampleLine[]): Map<string, OrderFacts> {
  return new Map(lines.flatMap(({ order }) => (order ? [[order.order_id, order]] : [])))
}

/** Totals as in drafts. Given discounts and surcharges change the VAT base. */
function sumsOf(sample: SampleInvoice, lines: readonly LineRow[], language: Language): Sums {
  const { currency, seller, adjustments = [] } = sample
  if (adjustments.length === 0) {
    const cash_discount = sample.cash_discount ?? null
    return sumsOfInvoice({ currency, language, lines, country: seller.country, cash_discount, discount: null })
  }
  const taxed = lines.map(({ amount, tax }) => ({ amount, ...tax! }))
  const changes = adjustments.map((one) => {
    const amount = one.kind === 'CHARGE' ? one.amount : decimal(one.amount).times(-1).toFixed()
    return { amount, category: one.category, rate: one.rate, ...reasonAsOf(taxed, one) }
  })
  const vat = vatRows([...taxed, ...changes], currency)
  return { adjustments, vat, totals: totalsOf(lines, adjustments, vat, { currency, paid: null }) }
}

function reasonAsOf(
  taxed: readonly { category: string; reason: string | null; reason_code: string | null }[],
  one: Adjustment,
) {
  const same = taxed.find(({ category }) => category === one.category)
  return { reason: same?.reason ?? null, reason_code: same?.reason_code ?? null }
}

function exchangeFor({ totals }: Pick<Sums, 'totals'>, books: SampleCompany, currency: string, date: string) {
  const { accounting_currency } = books
  if (currency === accounting_currency) return null
  const to = accounting_currency === 'EUR' ? currency : accounting_currency
  return exchangeOf(totals, { currency, accounting_currency, date }, quoted('EUR', to, quotes[to]!, date), true)
}

function quoted(from_currency: string, to_currency: string, rate: string, rate_date: string): QuotedRate {
  return { from_currency, to_currency, rate, rate_date, inverse_rate: inverseOf(decimal(rate)) }
}

function lineOf(line: SampleLine, at: number, sample: SampleInvoice, language: Language): LineRow {
  const { currency } = sample
  const computed = line.computed && {
    quantity: decimal(line.computed[0]),
    unit: line.computed[1],
    price: decimal(line.computed[2]),
  }
  const amount =
    line.amount === undefined
      ? roundToCurrency(computed!.quantity.times(computed!.price), currency)
      : decimal(line.amount)
  const priced = pricedLine(amount, computed)
  const id = `${sample.number}-${at + 1}`
  return {
    ...{ invoice_line_id: id, invoice_id: sample.number, position: at + 1, name: line.name, code: codeOf(line.name) },
    description: computed ? `${computed.quantity.toFixed()} ${computed.unit} × ${computed.price.toFixed()}` : '',
    ...{ quantity: priced.quantity, unit: priced.unit, unit_price: priced.price },
    amount: amountText(amount, currency),
    tax: sampleTax(line.tax ?? 'STANDARD', sample.seller.rates, language),
    ...{ base_percentage: null, account: null, trip_id: null, trip_name: null, credited_line_id: null },
    ...{ order_id: line.order?.order_id ?? null, order_name: line.order?.order_name ?? null },
    route: line.order ? routeOf(line.order) : null,
  }
}

function codeOf(name: string): string {
  return name
    .toUpperCase()
    .replaceAll(/[^A-Z]+/g, '_')
    .slice(0, 20)
}

/** Input for a sample credit note. */
export interface SampleCredit {
  readonly number: string
  readonly counted: number
  readonly date: string
  readonly request: CreditRequest
  readonly note?: string
}

/**
 * A credit note of a sample invoice, composed by the rules for real credit notes.
 * @param before amounts taken by earlier notes
 */
export function sampleCredit(invoice: DocumentContent, before: readonly Credit[], sample: SampleCredit) {
  const creditable: CreditableInvoice = {
    ...{ currency: invoice.currency, adjustments: invoice.adjustments, vat: invoice.vat },
    lines: invoice.lines.map(({ line_id, amount, tax }) => ({
      line_id,
      amount,
      category: tax.category,
      rate: tax.rate,
    })),
  }
  const credit = creditOf(creditable, before, sample.request)
  if ('code' in credit) throw new RangeError(`${invoice.name} cannot be credited: ${credit.code}`)
  const content = creditContent(invoice, credit, sample)
  return { credit, content }
}

function creditContent(invoice: DocumentContent, credit: Credit, sample: SampleCredit): DocumentContent {
  const { currency, exchange: before } = invoice
  const kind: DocumentKind = invoice.is_self_billed ? 'PURCHASE_CREDIT_NOTE' : 'SALES_CREDIT_NOTE'
  const lines = invoice.lines.flatMap((line) => {
    const amount = credit.lines.get(line.line_id)
    return amount === undefined ? [] : [{ ...line, amount, ...creditedPrice(line, amount) }]
  })
  const totals = totalsOf(lines, credit.adjustments, credit.vat, { currency, paid: null })
  const rate = before && quoted(currency, before.accounting_currency, before.rate, before.rate_date)
  const books = { currency, accounting_currency: before?.accounting_currency ?? currency, date: sample.date }
  const content: DocumentContent = {
    ...invoice,
    ...{ kind, name: sample.number, date: sample.date, booking_date: sample.date, due_date: null, payment: null },
    exchange: exchangeOf(totals, books, rate ?? undefined, true),
    payment_terms: creditTerms(invoice.language as Language),
    ...{ lines, adjustments: credit.adjustments, vat: credit.vat, totals },
    preceding: [{ invoice_id: invoice.name, name: invoice.name, date: invoice.date }],
    notes: [...invoice.notes, ...(sample.note ? [sample.note] : [])],
  }
  if (!isCredit(content)) throw new RangeError(`${sample.number} is not a credit note`)
  return content
}
