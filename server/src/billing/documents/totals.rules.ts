import type { Big } from 'big.js'
import { amountText, decimal, roundToCurrency } from '../../books/money.rules.ts'
import {
  type Adjustment,
  amountOf,
  sumOf,
  type Totals,
  type VatCategory,
  type VatRow,
} from '../einvoice/terms.rules.ts'

/** An input for VAT: a line, or an adjustment of the whole document. */
export interface Taxed extends VatCategory {
  readonly amount: string
  /** Reason for exemption: a VATEX code or a sentence; none for S and Z. */
  readonly reason_code: string | null
  readonly reason: string | null
}

/**
 * VAT of a document: one row for each category and rate, its tax rounded once. If rows of one category have different
 * reasons, the reason is all their sentences and no code.
 * @param taxed lines and surcharges unchanged, discounts negative
 */
export function vatRows(taxed: readonly Taxed[], currency: string): VatRow[] {
  const groups = Map.groupBy(
    taxed,
    ({ category, rate }) => `${category} ${rate === null ? '' : decimal(rate).toFixed()}`,
  )
  return [...groups.values()].map((group) => {
    const { category, rate } = group[0]!
    const base = sumOf(group.map(({ amount }) => amount))
    return {
      ...{ category, rate, ...reasonOf(group) },
      base: amountText(base, currency),
      tax: amountText(taxOf(base, rate), currency),
    }
  })
}

function taxOf(base: Big, rate: string | null): Big {
  return base.times(amountOf(rate)).div(100)
}

function reasonOf(group: readonly Taxed[]): Pick<VatRow, 'reason' | 'reason_code'> {
  const codes = new Set(group.map(({ reason_code: code }) => code))
  const reasons = new Set(group.flatMap(({ reason }) => reason ?? []))
  return {
    reason_code: codes.size === 1 ? [...codes][0]! : null,
    reason: reasons.size === 0 ? null : [...reasons].join('; '),
  }
}

/**
 * Totals of a document (BG-22).
 * @param paid prepaid amount as text; null: nothing
 */
export function totalsOf(
  lines: readonly { readonly amount: string }[],
  adjustments: readonly Adjustment[],
  vat: readonly VatRow[],
  { currency, paid }: { currency: string; paid: string | null },
): Totals {
  const text = (amount: Big) => amountText(amount, currency)
  const ofKind = (kind: Adjustment['kind']) => adjustments.filter((one) => one.kind === kind)
  const [allowances, charges] = [ofKind('ALLOWANCE'), ofKind('CHARGE')]
  const sum = sumOf(lines.map(({ amount }) => amount))
  const [less, more] = [allowances, charges].map((some) => sumOf(some.map(({ amount }) => amount)))
  const withoutVat = sum.minus(less!).plus(more!)
  const tax = sumOf(vat.map((row) => row.tax))
  const withVat = withoutVat.plus(tax)
  return {
    lines: text(sum),
    allowances: allowances.length === 0 ? null : text(less!),
    charges: charges.length === 0 ? null : text(more!),
    without_vat: text(withoutVat),
    vat: text(tax),
    with_vat: text(withVat),
    prepaid: paid,
    rounding: null,
    payable: text(withVat.minus(amountOf(paid))),
  }
}

/** A price that yields the amount of a line: the computed one, or the amount itself for one unit. */
export interface Priced {
  readonly quantity: string
  readonly unit: string
  readonly price: string
}

/** Largest allowed difference between quantity times price and the line amount (PEPPOL-EN16931-R120). */
const slack = decimal('0.02')

/** UN/ECE code for one piece, used for lines without a unit. */
const piece = 'C62'

/**
 * Quantity and price of a line. A price is never negative and has at most six decimal places. If quantity times price
 * is not the amount, because of a minimum or a lower break, the line is one piece at the amount; a deduction is minus
 * one.
 * @param amount of the line, rounded to its currency
 * @param computed quantity, unit and unit price that the amount was computed from; undefined if there are none
 */
export function pricedLine(amount: Big, computed: { quantity: Big; unit: string; price: Big } | undefined): Priced {
  const price = computed?.price.round(6)
  if (computed && price && isPriceOf(amount, computed.quantity, price)) {
    return { quantity: computed.quantity.toFixed(), unit: computed.unit, price: price.toFixed() }
  }
  return { quantity: amount.lt(0) ? '-1' : '1', unit: piece, price: amount.abs().toFixed() }
}

function isPriceOf(amount: Big, quantity: Big, price: Big): boolean {
  return price.gte(0) && quantity.times(price).minus(amount).abs().lte(slack)
}

/** UNCL 7161 code "mutually defined": marks the charge that restores the total of a document with a cash discount. */
export const keepsTotal = 'ZZZ'

/**
 * Belgian cash discount: VAT is due on the price less the discount, whether or not it is used. An allowance for each
 * category subtracts the discount, and one exempt charge of the same amount restores the total.
 * @param vat rows of the document before the discount
 * @param percentage as text, `2`
 * @param reason the sentence on the document
 */
export function belgianCashDiscount(
  vat: readonly VatRow[],
  percentage: string,
  { currency, reason }: { currency: string; reason: string },
): Adjustment[] {
  const allowances = vat.flatMap(({ category, rate, base }): Adjustment[] => {
    const amount = amountText(taxOf(decimal(base), percentage), currency)
    if (decimal(amount).eq(0)) return []
    return [{ kind: 'ALLOWANCE', category, rate, amount, base, percentage, reason, reason_code: '95' }]
  })
  if (allowances.length === 0) return []
  const sum = roundToCurrency(sumOf(allowances.map(({ amount }) => amount)), currency)
  const amount = amountText(sum, currency)
  const exempt = { category: 'E', rate: '0', base: null, percentage: null }
  return [...allowances, { kind: 'CHARGE', ...exempt, amount, reason, reason_code: keepsTotal }]
}
