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

/** What the sums of an invoice follow from. */
export interface SummedInvoice {
  readonly currency: string
  readonly language: Language
  readonly lines: readonly { readonly amount: string; readonly tax: ContentTax | null }[]
  /** Country of the billing entity. */
  readonly country: string | null
  readonly cash_discount: { readonly percentage: string; readonly days: number } | null
  /** What a person took off the whole document; null for nothing. */
  readonly discount: DraftDiscount | null
}

/** Sums of a document with what they were computed from. */
export interface Sums {
  readonly adjustments: readonly Adjustment[]
  readonly vat: readonly VatRow[]
  readonly totals: Totals
}

const labels = labelsOf('payment', { discount: '{percentage} % cash discount for payment within {days} days' })

/** What a document says about a discount for payment in time. */
export function discountText(language: Language, discount: { percentage: string; days: number }): string {
  return fill(labels(language).discount, discount)
}

/**
 * What is to be paid when it is paid in time: where VAT is lowered already (BILL-18), without the charge that keeps the
 * total; elsewhere the discount is of what is payable.
 */
export function payableInTime(payable: Big, percentage: string, adjustments: readonly Adjustment[]): Big {
  const kept = adjustments.find(({ kind, reason_code: code }) => kind === 'CHARGE' && code === keepsTotal)
  return payable.minus(kept ? decimal(kept.amount) : payable.times(decimal(percentage)).div(100))
}

/** The sums of an invoice: VAT once per category and rate, and the cash discount as Belgium wants it (BILL-18). */
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
  // What is not subject to VAT has no base that the discount could lower, and may not be next to an exempt charge (BR-O-14).
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

/** Code of UNCL5189 for a special rebate: a discount that a person gave has it, one for payment in time has another. */
const rebate = '100'

/** A discount that a person gave, as a draft keeps it until its sums are computed. */
export function discountMark({ percentage, amount, reason }: DraftDiscount): Adjustment {
  const named = { kind: 'ALLOWANCE', category: 'O', rate: null, reason, reason_code: rebate } as const
  return percentage === undefined
    ? { ...named, base: null, amount: amount!, percentage: null }
    : { ...named, base: '0', amount: '0', percentage }
}

/** The discount that a person gave; null for none. */
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
 * Of each category and rate the same percentage, or its share of the amount, so that VAT is due on what is left (BILL-19). An
 * amount never takes off more than there is: lines may have left the draft since it was given.
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

/** A discount as VAT is computed from it: exempt for the reason that its lines have. */
function takenOff({ amount, category, rate }: Adjustment, rows: readonly VatRow[]): Taxed {
  const row = rows.find((one) => one.category === category && one.rate === rate)
  const reasons = { reason_code: row?.reason_code ?? null, reason: row?.reason ?? null }
  return { amount: amountOf(amount).times(-1).toFixed(), category, rate, ...reasons }
}

/** An adjustment as VAT is computed from it: what is taken off is negative; its charge is exempt for its own reason. */
function asTaxed({ kind, amount, category, rate, reason }: Adjustment): Taxed {
  const isCharge = kind === 'CHARGE'
  return {
    amount: isCharge ? amount : amountOf(amount).times(-1).toFixed(),
    ...{ category, rate, reason_code: null },
    reason: isCharge && category === 'E' ? reason : null,
  }
}

/** VAT rows as they are kept. The code of the ledger is that of the first line of the category and rate. */
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

/** VAT rows as documents and the credit rules take them. */
export function vatRowsOf(taxes: readonly TaxRow[]): VatRow[] {
  return taxes.map(({ category, percentage, base, tax, vatex_code, reason }) => ({
    ...{ category, rate: percentage, base, tax },
    ...{ reason_code: vatex_code, reason },
  }))
}
