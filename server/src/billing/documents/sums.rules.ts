import type { DraftDiscount } from '@cartage/contract/billing/app/draft'
import { fill } from '@cartage/contract/message'
import type { Language } from '@cartage/contract/reading/languages'
import type { Big } from 'big.js'
import { amountText, decimal, splitByLargestRemainder } from '../../books/money.rules.ts'
import { labelsOf } from '../../languages/labels.ts'
import { type Adjustment, amountOf, type Totals, type VatRow } from '../einvoice/terms.rules.ts'
import type { TaxRow } from '../records/store.ts'
import type { ContentTax } from './content.rules.ts'
import { belgianCashDiscount, keepsTotal, type Taxed, totalsOf, vatRows } from './totals.rules.ts'

/** Inputs for the totals of an invoice. */
export interface SummedInvoice {
  readonly currency: string
  readonly language: Language
  readonly lines: readonly { readonly amount: string; readonly tax: ContentTax | null }[]
  /** Country of the billing entity. */
  readonly country: string | null
  readonly cash_discount: { readonly percentage: string; readonly days: number } | null
  /** Manual discount on the whole document; null for none. */
  readonly discount: DraftDiscount | null
}

/** Totals of a document with their inputs. */
export interface Sums {
  readonly adjustments: readonly Adjustment[]
  readonly vat: readonly VatRow[]
  readonly totals: Totals
}

const labels = labelsOf('payment', { discount: '{percentage} % cash discount for payment within {days} days' })

/** Sentence about the discount for early payment. */
export function discountText(language: Language, discount: { percentage: string; days: number }): string {
  return fill(labels(language).discount, discount)
}

/**
 * Amount due if paid early. If VAT is already reduced (BILL-18), the total without the charge that restores it; else
 * the payable amount less the discount.
 */
export function payableInTime(payable: Big, percentage: string, adjustments: readonly Adjustment[]): Big {
  const kept = adjustments.find(({ kind, reason_code: code }) => kind === 'CHARGE' && code === keepsTotal)
  return payable.minus(kept ? decimal(kept.amount) : payable.times(decimal(percentage)).div(100))
}

/** Totals of an invoice: VAT once per category and rate, with the Belgian cash discount (BILL-18). */
export function sumsOfInvoice({ currency, language, country, cash_discount, ...invoice }: SummedInvoice): Sums {
  const { lines, discount } = invoice
  const plain = lines.map(({ amount, tax }): Taxed => {
    return {
      amount,
      category: tax?.category ?? 'O',
      rate: tax?.rate ?? null,
      reason_code: tax?.reason_code ?? null,
      reason: tax?.reason ?? null,
    }
  })
  const rows = vatRows(plain, currency)
  const given = discount ? discountOf(rows, discount, currency) : []
  const taxed = [...plain, ...given.map((one) => takenOff(one, rows))]
  // Items outside the scope of VAT have no base to reduce, and may not appear with an exempt charge (BR-O-14).
  const isSubject = taxed.every(({ category }) => category !== 'O')
  const isBelgian = country === 'BE' && cash_discount !== null && isSubject
  const cash = isBelgian
    ? belgianCashDiscount(vatRows(taxed, currency), cash_discount.percentage, {
        currency,
        reason: discountText(language, cash_discount),
      })
    : []
  const vat = vatRows([...taxed, ...cash.map(asTaxed)], currency)
  const adjustments = [...given, ...cash]
  return { adjustments, vat, totals: totalsOf(lines, adjustments, vat, { currency, paid: null }) }
}

/** UNCL5189 code for a special rebate: marks manual discounts. Discounts for early payment have another code. */
const rebate = '100'

/** A manual discount, as a draft stores it until its totals are computed. */
export function discountMark({ percentage, amount, reason }: DraftDiscount): Adjustment {
  const named = { kind: 'ALLOWANCE', category: 'O', rate: null, reason, reason_code: rebate } as const
  return percentage === undefined
    ? { ...named, base: null, amount: amount!, percentage: null }
    : { ...named, base: '0', amount: '0', percentage }
}

/** The manual discount; null for none. */
export function keptDiscount(adjustments: readonly Adjustment[]): DraftDiscount | null {
  const found = adjustments.filter(({ reason_code: code }) => code === rebate)
  const [first] = found
  if (!first) return null
  const reason = first.reason ?? ''
  if (first.percentage) return { percentage: first.percentage, reason }
  return { amount: sumOf(found.map(({ amount }) => decimal(amount))).toFixed(), reason }
}

const sumOf = (amounts: readonly Big[]) => amounts.reduce((sum, one) => sum.plus(one), decimal('0'))

/**
 * Splits a discount over categories and rates, by percentage or by share of the amount, so that VAT is due on the rest
 * (BILL-19). It never exceeds the total, since lines may have left the draft after it was entered.
 */
function discountOf(rows: readonly VatRow[], discount: DraftDiscount, currency: string): Adjustment[] {
  const { percentage, amount: given, reason } = discount
  const named = { kind: 'ALLOWANCE', reason, reason_code: rebate } as const
  if (percentage !== undefined) {
    return rows.map(({ category, rate, base }) => {
      const amount = amountText(decimal(base).times(decimal(percentage)).div(100), currency)
      return { ...named, category, rate, amount, base, percentage }
    })
  }
  const bases = rows.map(({ base }) => (decimal(base).gt(0) ? decimal(base) : decimal('0')))
  const [whole, wanted] = [sumOf(bases), decimal(given!)]
  const shares = splitByLargestRemainder(wanted.gt(whole) ? whole : wanted, bases, currency)
  return rows.flatMap(({ category, rate }, at) => {
    const share = shares[at]!
    return share.eq(0)
      ? []
      : { ...named, category, rate, amount: amountText(share, currency), base: null, percentage: null }
  })
}

/** A discount as input for VAT, exempt for the same reason as its lines. */
function takenOff({ amount, category, rate }: Adjustment, rows: readonly VatRow[]): Taxed {
  const row = rows.find((one) => one.category === category && one.rate === rate)
  const reasons = { reason_code: row?.reason_code ?? null, reason: row?.reason ?? null }
  return { amount: amountOf(amount).times(-1).toFixed(), category, rate, ...reasons }
}

/** An adjustment as input for VAT: allowances are negative, and the charge is exempt for its own reason. */
function asTaxed({ kind, amount, category, rate, reason }: Adjustment): Taxed {
  const isCharge = kind === 'CHARGE'
  return {
    amount: isCharge ? amount : amountOf(amount).times(-1).toFixed(),
    ...{ category, rate, reason_code: null },
    reason: isCharge && category === 'E' ? reason : null,
  }
}

/** VAT rows for storage. The ledger code is that of the first line of the category and rate. */
export function taxRows(
  invoiceId: string,
  vat: readonly VatRow[],
  lines: readonly { readonly tax: ContentTax | null }[],
): TaxRow[] {
  return vat.map((row, at) => ({
    invoice_id: invoiceId,
    position: at + 1,
    category: row.category as TaxRow['category'],
    percentage: row.rate,
    base: row.base,
    tax: row.tax,
    vatex_code: row.reason_code,
    reason: row.reason,
    tax_code:
      lines.find(({ tax }) => tax?.category === row.category && amountOf(tax.rate).eq(amountOf(row.rate)))?.tax?.code ??
      null,
  }))
}

/** VAT rows for documents and the credit rules. */
export function vatRowsOf(taxes: readonly TaxRow[]): VatRow[] {
  return taxes.map(({ category, percentage, base, tax, vatex_code, reason }) => ({
    ...{ category, rate: percentage, base, tax },
    ...{ reason_code: vatex_code, reason },
  }))
}
