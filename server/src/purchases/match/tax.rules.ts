import type { ContentTax } from '../../billing/documents/content.rules.ts'
import { vatRows } from '../../billing/documents/totals.rules.ts'
import type { VatRow } from '../../billing/einvoice/terms.rules.ts'
import { amountText, decimal } from '../../books/money.rules.ts'
import type { TaxRateRow } from '../../books/tax-rates.rules.ts'
import type { PurchaseDocument, ReceivedLine } from '../intake/document.rules.ts'

/** Lines of a document with our own tax rates. */
export interface TaxedDocument {
  /** In line order; null if no rate matches. */
  readonly taxes: readonly (ContentTax | null)[]
  readonly base_percentages: readonly (string | null)[]
  readonly vat: readonly VatRow[]
  /** Positions of lines whose tax is disputed. */
  readonly untaxed: ReadonlySet<number>
}

/** Maximum difference to the supplier's VAT, since many suppliers round per line. */
const mostCents = '0.05'

/**
 * PURCH-7: tax of each line in our books: the rate named by the line, else the only one that yields the document's tax.
 * The VAT stated by the supplier is kept.
 */
export function taxDocument(
  document: PurchaseDocument,
  rates: readonly TaxRateRow[],
  { isForeign, standard }: { isForeign: boolean; standard: string | null },
): TaxedDocument {
  const valid = rates.filter(
    ({ valid_from, valid_to }) => valid_from <= document.date && (valid_to === null || document.date <= valid_to),
  )
  const rows = document.lines.map((line) => rateOf(line, document, valid, isForeign))
  const taxed = document.lines.flatMap((line, at) => {
    const row = rows[at]
    return row ? [{ amount: line.amount, ...reasonOf(row, line, document) }] : []
  })
  const { vat, isOff } = settled(vatRows(taxed, document.currency), document)
  const untaxed = new Set(document.lines.flatMap((line, at) => (rows[at] && !isOff ? [] : [line.position])))
  return {
    taxes: rows.map((row, at) => (row ? contentTax(row, document.lines[at]!, document) : null)),
    // Reverse-charged VAT is due at the standard rate of our country.
    base_percentages: rows.map((row) => row?.base_percentage ?? (row?.category === 'AE' ? standard : null)),
    vat,
    untaxed,
  }
}

function rateOf(
  line: ReceivedLine,
  document: PurchaseDocument,
  rates: readonly TaxRateRow[],
  isForeign: boolean,
): TaxRateRow | undefined {
  const { tax } = line
  if (tax?.code) {
    const named = rates.find(({ code }) => code.toLowerCase() === tax.code!.toLowerCase())
    if (named) return named
  }
  if (tax?.category) {
    const alike = rates.filter(({ category }) => category === categoryIn(tax.category!))
    if (tax.category !== 'S') return withReason(alike, tax.category, document) ?? alike[0]
    return alike.find(({ percentage }) => tax.percentage !== null && decimal(percentage).eq(decimal(tax.percentage)))
  }
  if (tax?.percentage != null && decimal(tax.percentage).gt(0)) {
    return rates.find(
      ({ category, percentage }) => category === 'S' && decimal(percentage).eq(decimal(tax.percentage!)),
    )
  }
  return withoutRate(tax?.tax_type ?? null, document, rates, isForeign)
}

/**
 * The books have no category for K and G. VAT of goods from another member state (K) is ours to declare, like AE; an
 * export of the supplier (G) is exempt.
 */
function categoryIn(category: string): string {
  if (category === 'K') return 'AE'
  return category === 'G' ? 'E' : category
}

/** The rate with the supplier's exemption reason for the category. */
function withReason(
  rates: readonly TaxRateRow[],
  category: string,
  document: PurchaseDocument,
): TaxRateRow | undefined {
  const reason = document.vat?.find((row) => row.category === category)?.reason_code ?? null
  return reason === null
    ? undefined
    : rates.find(({ vatex_code }) => vatex_code?.toUpperCase() === reason.toUpperCase())
}

/** Without a rate, the totals decide: the supplier owes no VAT, or one rate yields exactly the tax. */
function withoutRate(
  taxType: string | null,
  document: PurchaseDocument,
  rates: readonly TaxRateRow[],
  isForeign: boolean,
): TaxRateRow | undefined {
  const tax = decimal(document.total_tax)
  if (tax.eq(0)) {
    const named = taxType !== null && taxType !== 'VAT' ? rates.find((row) => row.tax_type === taxType) : undefined
    return named ?? rates.find(({ category }) => (isForeign ? category === 'AE' : category === 'Z' || category === 'E'))
  }
  const net = decimal(document.total_excl_tax)
  const fitting = rates.filter(({ category, percentage }) => {
    return category === 'S' && net.times(decimal(percentage)).div(100).minus(tax).abs().lte(decimal(mostCents))
  })
  return fitting[0]
}

/** PURCH-7: the supplier's exemption reason; ours if there is none. */
function reasonOf(row: TaxRateRow, { tax }: ReceivedLine, { vat }: PurchaseDocument) {
  const { category, percentage, vatex_code, description, name } = row
  const isPlain = category === 'S' || category === 'Z'
  const given = vat?.find((one) => one.category === tax?.category && (one.reason || one.reason_code))
  return {
    category,
    rate: category === 'O' ? null : percentage,
    reason_code: isPlain ? null : given ? given.reason_code : vatex_code,
    reason: isPlain ? null : given?.reason || description || name,
  }
}

function contentTax(row: TaxRateRow, line: ReceivedLine, document: PurchaseDocument): ContentTax {
  const { tax_rate_id, name, code, tax_type } = row
  return { tax_rate_id, name, code, tax_type, ...reasonOf(row, line, document) }
}

/** Makes the rows add up to the supplier's tax: the largest row takes the rounding difference. */
function settled(vat: readonly VatRow[], document: PurchaseDocument): { vat: VatRow[]; isOff: boolean } {
  const ours = vat.reduce((total, { tax }) => total.plus(decimal(tax)), decimal('0'))
  const left = decimal(document.total_tax).minus(ours)
  if (left.eq(0)) return { vat: [...vat], isOff: false }
  const largest = vat.toSorted((one, other) => Number(decimal(other.tax).cmp(decimal(one.tax))))[0]
  const fixed = vat.map((row) =>
    row === largest ? { ...row, tax: amountText(decimal(row.tax).plus(left), document.currency) } : row,
  )
  return { vat: fixed, isOff: left.abs().gt(decimal(mostCents)) }
}
