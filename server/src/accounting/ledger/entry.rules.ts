import type { Big } from 'big.js'
import type { DocumentKind } from '../../billing/documents/content.rules.ts'
import { amountText, decimal, roundToCurrency, splitByLargestRemainder } from '../../books/money.rules.ts'
import { type EntryAccounts, isSales, type LedgerAccount, type Stated, type VatAccounts } from './accounts.rules.ts'

/** Document amounts for an entry. Decimals are text. */
export interface EntryDocument {
  kind: DocumentKind
  name: string
  company_name: string
  currency: string
  accounting_currency: string
  /** In the currency of the document. */
  without_vat: string
  vat: string
  /** In the accounting currency, which may be the same. */
  accounting_without_vat: string
  accounting_vat: string
  lines: readonly EntrySourceLine[]
  /** Discounts negative, surcharges positive. */
  adjustments: readonly { text: string; amount: string; tax_code: string | null }[]
  vat_rows: readonly { tax_code: string | null; tax: string }[]
  stated: Stated
}

/** A line of a document, and its items by dimension. */
export interface EntrySourceLine {
  text: string
  amount: string
  tax_code: string | null
  order_name: string | null
  trip_name: string | null
  items: readonly ({ amount: string } & Dimensions)[]
}

export interface Dimensions {
  dimension_1: string | null
  dimension_2: string | null
  dimension_3: string | null
  dimension_4: string | null
  dimension_5: string | null
  dimension_6: string | null
}

/** A line of a ledger entry. */
export interface EntryLine extends Dimensions {
  account: string
  account_name: string
  /** In the accounting currency; one of the two is zero. */
  debit: string
  credit: string
  /** Currency of the document, and the amount in it, positive for debit. */
  currency: string
  amount_currency: string
  tax_code: string | null
  tax_base: string | null
  order_name: string | null
  trip_name: string | null
  line_text: string
}

const noDimensions: Dimensions = {
  dimension_1: null,
  dimension_2: null,
  dimension_3: null,
  dimension_4: null,
  dimension_5: null,
  dimension_6: null,
}

/**
 * POST-1: lines of an entry. The company's open amount comes first, even if zero, because files use the first line for
 * it and an entry without lines would leave a gap. Then prepaid amount and rounding (POST-6), each document line by its
 * dimensions, and the VAT of each tax code. Debit equals credit in the accounting and the document currency. Converted
 * amounts are shared among the lines, so that no cent is lost (EXR-6).
 */
export function entryLines(document: EntryDocument, accounts: EntryAccounts): EntryLine[] {
  const sides = sidesOf(document)
  const shares = shareOf(document)
  const vatShares = vatSharesOf(document)
  const write = writer(document)
  const { due, prepaid, rounding } = owedOf(document)
  const text = { line_text: `${document.name} ${document.company_name}` }
  const across = ({ inBooks, inDocument }: Amounts) => ({
    inBooks: inBooks.times(-sides),
    inDocument: inDocument.times(-sides),
  })
  const party = lineOf(document, accounts.party, across(due), text)
  const stated = [write(accounts.prepaid, across(prepaid), text), write(accounts.rounding, across(rounding), text)]
  const lines = document.lines.flatMap((line, at) => {
    const parts = partsOf(line, shares[at]!, document.accounting_currency)
    return parts.map(({ inBooks, inDocument, dimensions }) =>
      write(
        accounts.lines[at]!,
        { inBooks: inBooks.times(sides), inDocument: inDocument.times(sides) },
        {
          ...dimensions,
          tax_code: line.tax_code,
          order_name: line.order_name,
          trip_name: line.trip_name,
          line_text: line.text,
        },
      ),
    )
  })
  const adjustments = document.adjustments.map(({ text, amount, tax_code }, at) => {
    const inBooks = shares[document.lines.length + at]!
    const amounts = { inBooks: inBooks.times(sides), inDocument: decimal(amount).times(sides) }
    return write(accounts.adjustments, amounts, { tax_code, line_text: text })
  })
  const bases = basesOf(document, shares)
  const vat = document.vat_rows.flatMap((row, at) =>
    vatLines(write, { row, share: vatShares[at]!, base: bases.get(row.tax_code), document, sides }, accounts.vat[at]!),
  )
  return [party, ...stated, ...lines, ...adjustments, ...vat].flatMap((line) => line ?? [])
}

/**
 * POST-6: amount due, prepaid amount and rounding, which add up to the total. Each is converted to the accounting
 * currency at the rate of the document.
 */
function owedOf(document: EntryDocument): { due: Amounts; prepaid: Amounts; rounding: Amounts } {
  const gross = decimal(document.without_vat).plus(decimal(document.vat))
  const grossInBooks = decimal(document.accounting_without_vat).plus(decimal(document.accounting_vat))
  const part = (text: string): Amounts => {
    const inDocument = decimal(text)
    if (document.currency === document.accounting_currency) return { inDocument, inBooks: inDocument }
    if (gross.eq(0)) return { inDocument, inBooks: decimal('0') }
    const exact = inDocument.times(grossInBooks).div(gross)
    return { inDocument, inBooks: roundToCurrency(exact, document.accounting_currency) }
  }
  const [prepaid, rounding] = [part(document.stated.prepaid), part(document.stated.rounded_off)]
  const left = (whole: Big, member: keyof Amounts) => whole.minus(prepaid[member]).minus(rounding[member])
  return {
    due: { inDocument: left(gross, 'inDocument'), inBooks: left(grossInBooks, 'inBooks') },
    ...{ prepaid, rounding },
  }
}

/** 1 if lines are debited: purchases, and credit notes of sales. */
function sidesOf({ kind }: EntryDocument): 1 | -1 {
  const isCredit = kind === 'SALES_CREDIT_NOTE' || kind === 'PURCHASE_CREDIT_NOTE'
  return isSales(kind) === isCredit ? 1 : -1
}

/** Net amount of each line, then of each adjustment, in the accounting currency. */
function shareOf(document: EntryDocument): Big[] {
  const amounts = [...document.lines, ...document.adjustments].map(({ amount }) => decimal(amount))
  if (document.currency === document.accounting_currency) return amounts
  const net = decimal(document.accounting_without_vat)
  const sum = decimal(document.without_vat)
  if (amounts.every((amount) => amount.gte(0))) {
    return splitByLargestRemainder(net, amounts, document.accounting_currency)
  }
  // With deductions, amounts are converted one by one, and the difference goes to the largest.
  const alone = amounts.map((amount) =>
    sum.eq(0) ? decimal('0') : roundToCurrency(amount.times(net).div(sum), document.accounting_currency),
  )
  const left = alone.reduce((rest, share) => rest.minus(share), net)
  const units = splitByLargestRemainder(
    left,
    amounts.map((amount) => amount.abs()),
    document.accounting_currency,
  )
  return alone.map((share, at) => share.plus(units[at]!))
}

function vatSharesOf(document: EntryDocument): Big[] {
  const taxes = document.vat_rows.map(({ tax }) => decimal(tax))
  if (document.currency === document.accounting_currency) return taxes
  const sizes = taxes.map((tax) => tax.abs())
  if (taxes.length === 0) return []
  return splitByLargestRemainder(decimal(document.accounting_vat), sizes, document.accounting_currency)
}

function partsOf(line: EntrySourceLine, share: Big, currency: string) {
  const items = line.items.length === 0 ? [{ amount: line.amount, ...noDimensions }] : line.items
  const sizes = items.map(({ amount }) => decimal(amount).abs())
  const shares = splitByLargestRemainder(share, sizes, currency)
  return items.map(({ amount, ...dimensions }, at) => ({
    inBooks: shares[at]!,
    inDocument: decimal(amount),
    dimensions: pickDimensions(dimensions),
  }))
}

function pickDimensions(given: Dimensions): Dimensions {
  const { dimension_1, dimension_2, dimension_3, dimension_4, dimension_5, dimension_6 } = given
  return { dimension_1, dimension_2, dimension_3, dimension_4, dimension_5, dimension_6 }
}

/** Net amounts by tax code, in the accounting currency. */
function basesOf(document: EntryDocument, shares: readonly Big[]): Map<string | null, Big> {
  const bases = new Map<string | null, Big>()
  const parts = [...document.lines, ...document.adjustments]
  parts.forEach(({ tax_code }, at) => {
    bases.set(tax_code, (bases.get(tax_code) ?? decimal('0')).plus(shares[at]!))
  })
  return bases
}

interface Amounts {
  inBooks: Big
  inDocument: Big
}

type Write = (account: LedgerAccount, amounts: Amounts, members: Partial<EntryLine>) => EntryLine | undefined

/** Writes a line with its amount on the correct side; none for zero. */
function writer(document: EntryDocument): Write {
  return (account, amounts, members) =>
    amounts.inBooks.eq(0) && amounts.inDocument.eq(0) ? undefined : lineOf(document, account, amounts, members)
}

function lineOf(
  { currency, accounting_currency }: EntryDocument,
  account: LedgerAccount,
  { inBooks, inDocument }: Amounts,
  members: Partial<EntryLine>,
): EntryLine {
  const zero = decimal('0')
  return {
    ...noDimensions,
    ...{ tax_code: null, tax_base: null, order_name: null, trip_name: null, line_text: '' },
    account: account.code,
    account_name: account.name,
    debit: amountText(inBooks.gt(0) ? inBooks : zero, accounting_currency),
    credit: amountText(inBooks.lt(0) ? inBooks.times(-1) : zero, accounting_currency),
    currency,
    amount_currency: amountText(inDocument, currency),
    ...members,
  }
}

interface VatRow {
  row: EntryDocument['vat_rows'][number]
  share: Big
  base: Big | undefined
  document: EntryDocument
  sides: 1 | -1
}

/** VAT of a row. If reverse-charged, both sides, which offset each other (POST-4). */
function vatLines(write: Write, { row, share, base, document, sides }: VatRow, accounts: VatAccounts) {
  // LEDGER-13: the base of a credit note is negative.
  const signed = base?.times(document.kind.endsWith('CREDIT_NOTE') ? -1 : 1)
  const tax_base = signed === undefined ? null : amountText(signed, document.accounting_currency)
  const members = { tax_code: row.tax_code, tax_base, line_text: row.tax_code ?? '' }
  if (accounts.account === null) return []
  if (accounts.reverse === null) {
    const amounts = { inBooks: share.times(sides), inDocument: decimal(row.tax).times(sides) }
    return [write(accounts.account, amounts, members)]
  }
  const rate = decimal(accounts.reverse.percentage)
  const due = (amount: Big, currency: string) => roundToCurrency(amount.times(rate).div(100), currency)
  const inBooks = due(base ?? decimal('0'), document.accounting_currency)
  const inDocument = due(documentBase(document, row.tax_code), document.currency)
  return [
    write(accounts.account, { inBooks: inBooks.times(sides), inDocument: inDocument.times(sides) }, members),
    write(accounts.reverse.account, { inBooks: inBooks.times(-sides), inDocument: inDocument.times(-sides) }, members),
  ]
}

function documentBase({ lines, adjustments }: EntryDocument, taxCode: string | null): Big {
  return [...lines, ...adjustments]
    .filter(({ tax_code }) => tax_code === taxCode)
    .reduce((sum, { amount }) => sum.plus(decimal(amount)), decimal('0'))
}

/** Lines that reverse those of an entry: debit and credit are swapped (LEDGER-7). */
export function reversedLines(lines: readonly EntryLine[]): EntryLine[] {
  const minus = (amount: string) =>
    decimal(amount).eq(0) ? amount : amount.startsWith('-') ? amount.slice(1) : `-${amount}`
  return lines.map((line) => ({
    ...line,
    debit: line.credit,
    credit: line.debit,
    amount_currency: minus(line.amount_currency),
    tax_base: line.tax_base === null ? null : minus(line.tax_base),
  }))
}
