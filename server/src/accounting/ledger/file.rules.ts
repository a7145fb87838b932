import { amountText, decimal } from '../../books/money.rules.ts'

/** A line of the ledger as files have it. Amounts are text with a decimal point, days `YYYY-MM-DD`. */
export interface LedgerRow {
  year: number
  entry_number: number
  journal: 'SALES' | 'PURCHASE'
  booking_date: string
  document_date: string
  document: string
  document_type: string
  /** Place in its entry from 1; the first line is that of the company. */
  position: number
  account: string
  account_name: string
  company_code: string
  company_name: string
  vat_number: string
  debit: string
  credit: string
  /** Currency of the document, and of the books. */
  currency: string
  accounting_currency: string
  amount_currency: string
  /** Accounting currency for one unit of the document's, and the other way round as it was published. */
  rate: string
  inverse_rate: string
  tax_code: string
  tax_base: string
  due_date: string
  reference: string
  order: string
  trip: string
  dimension_1: string
  dimension_2: string
  dimension_3: string
  dimension_4: string
  dimension_5: string
  dimension_6: string
  text: string
}

/** What a file says of itself besides its lines. */
export interface LedgerFacts {
  entity_code: string
  entity_name: string
  registration_number: string
  accounting_currency: string
  /** First and last booking date; of the lines where no days were chosen. */
  from: string
  to: string
  /** When the export was created, ISO 8601. */
  created_at: string
  /** How the file is written, for formats that changed; absent in exports from before, which keep their bytes (LEDGER-4). */
  edition?: 2 | 3
  /** For DATEV; absent in exports from before the numbers were there. */
  datev?: DatevFacts
}

/** What the head of a file for DATEV must name. */
export interface DatevFacts {
  adviser_number: number
  client_number: number
  account_length: number
}

/** A column of a file: its title, and what a line has in it. */
export interface Column {
  title: string
  value(row: LedgerRow, entry: Entry, facts: LedgerFacts): string
  /** In quotes where the format has texts in quotes. */
  isText?: boolean
}

/** The lines of an entry, in their order. */
export interface Entry {
  party: LedgerRow
  rows: readonly LedgerRow[]
}

/** How the texts of a file are written. */
export interface Dialect {
  separator: string
  newline: string
  /** Which fields are in quotes: those that need them, texts as well, or none. */
  quotes: 'needed' | 'texts' | 'never'
}

/** A format of files: columns, which lines have a row, and how it is written. */
export interface FileFormat {
  /** Name of the file without its ending. */
  fileName(facts: LedgerFacts): string
  extension: string
  dialect: Dialect
  columns: readonly Column[]
  /** Rows before the titles. */
  head?(facts: LedgerFacts): readonly (readonly string[])[]
  /** Whether the titles are a row of the file. */
  hasTitles: boolean
  /** Lines that have a row: all, or all but that of the company, which is the contra account then. */
  rows: 'ALL' | 'COUNTERPARTS'
  /** Which of these have one; absent: each. */
  hasRow?(row: LedgerRow, facts: LedgerFacts): boolean
  /** LEDGER-8: a file is of one year, because the days of its lines have none. */
  isOfOneYear?: boolean
  /** Put before the first byte. */
  byteOrderMark?: boolean
}

/** LEDGER-1: the text of a file. The same lines and facts give the same bytes. */
export function writeFile(format: FileFormat, rows: readonly LedgerRow[], facts: LedgerFacts): string {
  const { dialect, columns } = format
  const titles = format.hasTitles ? [columns.map(({ title }) => title)] : []
  const head = format.head?.(facts) ?? []
  const body = entriesOf(rows).flatMap((entry) =>
    entry.rows
      .filter((row) => (format.rows === 'ALL' || row !== entry.party) && (format.hasRow?.(row, facts) ?? true))
      .map((row) => columns.map((column) => quoted(column.value(row, entry, facts), dialect, column.isText))),
  )
  const lines = [
    ...head.map((fields) => fields.join(dialect.separator)),
    ...titles.map((fields) => fields.map((field) => quoted(field, dialect)).join(dialect.separator)),
    ...body.map((fields) => fields.join(dialect.separator)),
  ]
  const text = lines.map((line) => line + dialect.newline).join('')
  return format.byteOrderMark ? `\ufeff${text}` : text
}

function entriesOf(rows: readonly LedgerRow[]): Entry[] {
  const groups = Map.groupBy(rows, ({ year, entry_number }) => `${year} ${entry_number}`)
  return [...groups.values()].map((group) => ({ party: group[0]!, rows: group }))
}

function quoted(field: string, { separator, quotes }: Dialect, isText = false): string {
  const text = field.replace(/[\r\n\t]+/g, ' ')
  if (quotes === 'never') return text.replaceAll(separator, ' ')
  const isMarked = quotes === 'texts' && isText
  const isNeeded = isMarked || text.includes(separator) || text.includes('"')
  return isNeeded ? `"${text.replaceAll('"', '""')}"` : text
}

/** `20261127` of `2026-11-27`. */
export function compactDay(day: string): string {
  return day.replaceAll('-', '')
}

/** `27-11-2026` of `2026-11-27`, with the separator of the format. */
export function dayFirst(day: string, separator: string): string {
  return day === '' ? '' : day.split('-').reverse().join(separator)
}

/** With a comma in place of the decimal point. */
export function comma(amount: string): string {
  return amount.replace('.', ',')
}

/** Debit less credit. */
export function signedAmount({ debit, credit, accounting_currency }: LedgerRow): string {
  return amountText(decimal(debit).minus(credit), accounting_currency)
}

/** The larger of debit and credit, which is the one that is not zero. */
export function plainAmount({ debit, credit }: LedgerRow): string {
  return decimal(debit).gt(0) ? debit : credit
}

/** Whether the document is in another currency than the books. */
export function isForeign({ currency, accounting_currency }: LedgerRow): boolean {
  return currency !== accounting_currency
}
