import type { Big } from 'big.js'
import { amountText, decimal, roundToCurrency } from '../../books/money.rules.ts'
import { type Adjustment, amountOf, sumOf, type VatCategory, type VatRow } from '../einvoice/terms.rules.ts'
import { pricedLine } from './totals.rules.ts'

/** Creditable parts of a finalised invoice. */
export interface CreditableInvoice {
  readonly currency: string
  readonly lines: readonly ({ readonly line_id: string; readonly amount: string } & VatCategory)[]
  readonly adjustments: readonly Adjustment[]
  readonly vat: readonly VatRow[]
}

/** Amounts of a credit note, with the sign they have on the invoice. */
export interface Credit {
  /** Amount by invoice line. Lines that are not credited are missing. */
  readonly lines: ReadonlyMap<string, string>
  readonly adjustments: readonly Adjustment[]
  readonly vat: readonly VatRow[]
}

/** What to credit: everything that is left, a share of every line, or amounts of lines. */
export type CreditRequest =
  | { readonly kind: 'REST' }
  | { readonly kind: 'FRACTION'; readonly fraction: string }
  | { readonly kind: 'LINES'; readonly amounts: ReadonlyMap<string, string> }

/** Why a credit is rejected: nothing is left, or more was requested than is left. */
export interface CreditFault {
  readonly code: 'nothing_left' | 'more_than_left'
  /** The affected line, if any. */
  readonly line_id: string | null
  /** Amount that is left of it. */
  readonly left: string
}

/**
 * Amounts of a credit note. A share of a line is rounded half away from zero, and limited by earlier credits. The note
 * that takes the last of a VAT category credits exactly the tax and discounts that are left of it, so that all notes
 * together equal the invoice to the cent.
 * @param before the credit notes of this invoice so far
 */
export function creditOf(
  invoice: CreditableInvoice,
  before: readonly Credit[],
  request: CreditRequest,
): Credit | CreditFault {
  const lines = new Map<string, string>()
  for (const line of invoice.lines) {
    const left = leftOf(line, before)
    const amount = requestedOf(line, left, request, invoice.currency)
    if (amount.eq(0)) continue
    if (exceeds(amount, left)) {
      return { code: 'more_than_left', line_id: line.line_id, left: amountText(left, invoice.currency) }
    }
    lines.set(line.line_id, amountText(amount, invoice.currency))
  }
  if (lines.size === 0) return { code: 'nothing_left', line_id: null, left: amountText(decimal('0'), invoice.currency) }
  const adjustments = invoice.adjustments.flatMap((_, at) => adjustmentOf(invoice, before, lines, at))
  const vat = invoice.vat.flatMap((row) => vatRowOf(invoice, before, { lines, adjustments }, row))
  return { lines, adjustments, vat }
}

type Line = CreditableInvoice['lines'][number]

function leftOf({ line_id, amount }: Line, before: readonly Credit[]): Big {
  return decimal(amount).minus(sumOf(before.map(({ lines }) => lines.get(line_id) ?? null)))
}

function requestedOf(line: Line, left: Big, request: CreditRequest, currency: string): Big {
  switch (request.kind) {
    case 'REST':
      return left
    case 'FRACTION': {
      const part = roundToCurrency(decimal(line.amount).times(decimal(request.fraction)), currency)
      return exceeds(part, left) ? left : part
    }
    case 'LINES':
      return roundToCurrency(amountOf(request.amounts.get(line.line_id) ?? null), currency)
  }
}

/** Price of a credited line: as on the invoice if credited in full, else as one piece. */
export function creditedPrice(
  line: { readonly amount: string; readonly quantity: string; readonly unit: string; readonly unit_price: string },
  amount: string,
): { quantity: string; unit: string; unit_price: string } {
  const { quantity, unit, unit_price } = line
  if (decimal(amount).eq(decimal(line.amount))) return { quantity, unit, unit_price }
  const { price, ...piece } = pricedLine(decimal(amount), undefined)
  return { ...piece, unit_price: price }
}

/** Whether an amount is more than is left, or has the opposite sign. */
function exceeds(amount: Big, left: Big): boolean {
  return amount.abs().gt(left.abs()) || amount.times(left).lt(0)
}

const isSame = (one: VatCategory, other: VatCategory) =>
  one.category === other.category && amountOf(one.rate).eq(amountOf(other.rate))

/** Sums of a category: its lines on the invoice, and what notes credit of them. */
function linesOf(invoice: CreditableInvoice, category: VatCategory, credits: readonly Pick<Credit, 'lines'>[]) {
  const own = invoice.lines.filter((line) => isSame(line, category))
  const credited = own.flatMap(({ line_id }) => credits.map(({ lines }) => lines.get(line_id) ?? null))
  return { all: sumOf(own.map(({ amount }) => amount)), credited: sumOf(credited) }
}

/** Credited share of a discount or surcharge: that of its lines, or of all lines if it has none. */
function adjustmentOf(
  invoice: CreditableInvoice,
  before: readonly Credit[],
  lines: ReadonlyMap<string, string>,
  at: number,
): Adjustment[] {
  const adjustment = invoice.adjustments[at]!
  const hasLines = invoice.lines.some((line) => isSame(line, adjustment))
  const now = hasLines ? linesOf(invoice, adjustment, [{ lines }]) : allLines(invoice, [{ lines }])
  const past = hasLines ? linesOf(invoice, adjustment, before) : allLines(invoice, before)
  if (now.credited.eq(0) || now.all.eq(0)) return []
  const given = sumOf(before.map(({ adjustments }) => findSame(adjustments, adjustment)?.amount ?? null))
  const isLast = past.credited.plus(now.credited).eq(now.all)
  const share = roundToCurrency(decimal(adjustment.amount).times(now.credited).div(now.all), invoice.currency)
  const amount = isLast ? decimal(adjustment.amount).minus(given) : share
  if (amount.eq(0)) return []
  return [{ ...adjustment, amount: amountText(amount, invoice.currency), base: null, percentage: null }]
}

function allLines(invoice: CreditableInvoice, credits: readonly Pick<Credit, 'lines'>[]) {
  const credited = credits.flatMap(({ lines }) => [...lines.values()])
  return { all: sumOf(invoice.lines.map(({ amount }) => amount)), credited: sumOf(credited) }
}

function findSame(adjustments: readonly Adjustment[], one: Adjustment): Adjustment | undefined {
  return adjustments.find(
    (other) => other.kind === one.kind && other.reason_code === one.reason_code && isSame(other, one),
  )
}

function vatRowOf(
  invoice: CreditableInvoice,
  before: readonly Credit[],
  { lines, adjustments }: Pick<Credit, 'lines' | 'adjustments'>,
  row: VatRow,
): VatRow[] {
  const { credited } = linesOf(invoice, row, [{ lines }])
  const base = adjustments
    .filter((one) => isSame(one, row))
    .reduce((sum, { kind, amount }) => (kind === 'CHARGE' ? sum.plus(amount) : sum.minus(amount)), credited)
  if (base.eq(0)) return []
  const past = before.flatMap(({ vat }) => vat.filter((one) => isSame(one, row)))
  const isLast = sumOf(past.map((one) => one.base))
    .plus(base)
    .eq(decimal(row.base))
  const left = decimal(row.tax).minus(sumOf(past.map(({ tax }) => tax)))
  const computed = roundToCurrency(base.times(amountOf(row.rate)).div(100), invoice.currency)
  const tax = isLast || exceeds(computed, left) ? left : computed
  return [{ ...row, base: amountText(base, invoice.currency), tax: amountText(tax, invoice.currency) }]
}
