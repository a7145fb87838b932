import { Big } from 'big.js'
import type { ContentTax } from '../billing/documents/content.rules.ts'
import { pricedLine } from '../billing/documents/totals.rules.ts'
import type { VatRow } from '../billing/einvoice/terms.rules.ts'
import type { DocumentParts, DraftRow, LineChargeRow, LineItemRow, LineRow, TaxRow } from '../billing/records/store.ts'
import { amountText, decimal } from '../books/money.rules.ts'
import { dueDate } from '../books/terms.rules.ts'
import type { PurchaseDocument, ReceivedLine } from './intake/document.rules.ts'
import type { MatchedLine, MatchResult } from './match/compare.rules.ts'
import type { ExecutedCharge } from './match/executed.model.ts'
import type { TaxedDocument } from './match/tax.rules.ts'

/** Code of the line that books the difference of a document. */
export const differenceCode = 'DIFFERENCE'

/** Data for the draft of a received document. */
export interface ReceivedFacts {
  readonly invoice_id: string
  readonly company_id: string
  readonly entity: { readonly billing_entity_id: string; readonly accounting_currency: string }
  readonly payment_term: string | null
  readonly credited_invoice_id: string | null
}

/** Draft of a supplier's document, with the supplier's totals. */
export function draftOfReceived(document: PurchaseDocument, facts: ReceivedFacts): DraftRow {
  const isCredit = document.kind === 'PURCHASE_CREDIT_NOTE'
  const { kind, external_name, date, currency, total_excl_tax, total_tax, total_incl_tax } = document
  return {
    ...{ invoice_id: facts.invoice_id, kind, is_self_billed: false, origin: 'INTAKE' },
    payment: isCredit ? 'OPEN' : 'UNPAID',
    billing_entity_id: facts.entity.billing_entity_id,
    company_id: facts.company_id,
    external_name,
    date,
    booking_date: null,
    due_date: isCredit ? null : dueOn(document, facts.payment_term),
    is_due_date_given: !isCredit,
    ...{ payment_term: facts.payment_term, language: 'en', currency },
    customer_reference_numbers: [...document.customer_reference_numbers],
    custom_fields: { ...document.custom_fields },
    ...{ note: '', group_key: null, is_stale: false, warnings: [] },
    sum_lines: total_excl_tax,
    ...{ total_excl_tax, total_tax, total_incl_tax, adjustments: [] },
    accounting_currency: facts.entity.accounting_currency,
    ...{ invoice_run_id: null, credited_invoice_id: facts.credited_invoice_id, releases_charges: false },
    created_by: null,
  }
}

/** The due date stated by the supplier, unless it is before the document date; else by the payment term. */
function dueOn({ due_date, date }: PurchaseDocument, term: string | null): string {
  if (due_date !== null) return due_date < date ? date : due_date
  return term === null || term === 'CUSTOM_DUE_DATE' ? dueDate('NET_30', date) : dueDate(term, date)
}

/** Data for the lines of a received document. */
export interface PartFacts {
  readonly invoice_id: string
  readonly document: PurchaseDocument
  readonly match: MatchResult
  readonly taxed: TaxedDocument
  readonly charges: readonly ExecutedCharge[]
  /** Account for differences. */
  readonly difference_account: string | null
  readonly newId: () => string
}

type Parts = DocumentParts

/** The lines as invoiced by the supplier, each with its costs. */
export function linesAsInvoiced(facts: PartFacts): Parts {
  const { document, match } = facts
  const lines = document.lines.map((line, at) => {
    const matched = match.lines[at]!
    return lineOf(facts, line, { matched, amount: line.amount, code: matched.charges[0]?.charge_type })
  })
  return partsOf(facts, lines)
}

/** PURCH-9: the executed costs, and a separate line per tax for the amount invoiced in excess. */
export function linesAsExecuted(facts: PartFacts): Parts {
  const { document, match, taxed } = facts
  const costs = document.lines.flatMap((line, at) => {
    const matched = match.lines[at]!
    if (matched.executed === null) return []
    return [lineOf(facts, line, { matched, amount: matched.executed, code: matched.charges[0]?.charge_type })]
  })
  const byTax = Map.groupBy(document.lines, (_, at) => taxKey(taxed.taxes[at] ?? null))
  const differences = [...byTax.values()].flatMap((group) => {
    const amount = group.reduce(
      (sum, line) => sum.plus(decimal(match.lines[line.position - 1]!.difference)),
      decimal('0'),
    )
    if (amount.eq(0)) return []
    return [differenceLine(facts, group[0]!, amountText(amount, document.currency))]
  })
  return partsOf(facts, [...costs, ...differences])
}

function taxKey(tax: ContentTax | null): string {
  return tax === null ? '' : `${tax.category} ${tax.rate} ${tax.code}`
}

/** An expected credit note clears the difference from the account where the invoice booked it (PURCH-10). */
export function linesAsExpected(facts: PartFacts): Parts {
  const { document } = facts
  return partsOf(
    facts,
    document.lines.map((line) => differenceLine(facts, line, line.amount)),
  )
}

interface LineGiven {
  readonly matched: MatchedLine
  readonly amount: string
  readonly code: string | undefined
}

type WrittenLine = LineRow & { charges: readonly LineChargeRow[] }

function lineOf(facts: PartFacts, line: ReceivedLine, { matched, amount, code }: LineGiven): WrittenLine {
  const invoice_line_id = facts.newId()
  const linked = facts.charges.filter(({ charge_id }) => matched.charges.some((one) => one.charge_id === charge_id))
  // As stated by the supplier, even if allowances or rounding make quantity times price differ from the amount
  // (PURCH-28).
  const isSame = decimal(line.amount).eq(decimal(amount))
  const priced = pricedLine(decimal(amount), undefined)
  return {
    ...base(facts, line, invoice_line_id),
    code: code ?? '',
    quantity: isSame ? line.quantity : priced.quantity,
    unit: isSame ? line.unit : priced.unit,
    unit_price: isSame ? unitPrice(line) : priced.price,
    amount,
    account: line.account,
    ...{ order_id: linked[0]?.order_id ?? null, trip_id: matched.trip_id, trip_name: matched.trip_name },
    charges: linked.map((charge) => ({ invoice_line_id, charge_id: charge.charge_id, amount: charge.amount })),
  }
}

/** Decimal places of a unit price, if the supplier states the price of several units. */
const placesOfPrice = 10

function unitPrice({ unit_price, price_quantity }: ReceivedLine): string {
  const of = decimal(price_quantity ?? '1')
  if (of.eq(1) || of.eq(0)) return unit_price
  return decimal(unit_price).div(of).round(placesOfPrice, Big.roundHalfUp).toFixed()
}

function differenceLine(facts: PartFacts, line: ReceivedLine, amount: string): WrittenLine {
  const priced = pricedLine(decimal(amount), undefined)
  return {
    ...base(facts, line, facts.newId()),
    ...{ name: 'Difference', description: '', code: differenceCode, amount },
    ...{ quantity: priced.quantity, unit: priced.unit, unit_price: priced.price },
    account: facts.difference_account,
    charges: [],
  }
}

function base({ invoice_id, taxed }: PartFacts, line: ReceivedLine, invoice_line_id: string) {
  const { position, name, description } = line
  const at = position - 1
  return {
    ...{ invoice_line_id, invoice_id, position, name: name || '–', description },
    tax: taxed.taxes[at] ?? null,
    base_percentage: taxed.base_percentages[at] ?? null,
    ...{ order_id: null, order_name: null, trip_id: null, trip_name: null, route: null, credited_line_id: null },
  }
}

function partsOf({ invoice_id, taxed, newId }: PartFacts, written: readonly WrittenLine[]): Parts {
  const lines = written.map(({ charges: _charges, ...line }, at): LineRow => ({ ...line, position: at + 1 }))
  const none = { dimension_1: null, dimension_2: null, dimension_3: null }
  const rest = { dimension_4: null, dimension_5: null, dimension_6: null }
  const items = lines.map(({ invoice_line_id, amount }): LineItemRow => {
    return { line_item_id: newId(), invoice_line_id, position: 1, fraction: '1', amount, ...none, ...rest }
  })
  return { lines, items, charges: written.flatMap(({ charges }) => charges), taxes: taxesOf(invoice_id, taxed) }
}

function taxesOf(invoice_id: string, { vat, taxes }: TaxedDocument): TaxRow[] {
  const isOf = (row: VatRow) => (tax: ContentTax | null) =>
    tax?.category === row.category && (tax.rate ?? '0') === (row.rate ?? '0')
  return vat.map((row, at) => ({
    invoice_id,
    position: at + 1,
    category: row.category as TaxRow['category'],
    percentage: row.rate,
    ...{ base: row.base, tax: row.tax, vatex_code: row.reason_code, reason: row.reason },
    tax_code: taxes.find(isOf(row))?.code ?? null,
  }))
}
