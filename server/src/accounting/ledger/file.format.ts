import { amountText, decimal } from '../../books/money.rules.ts'

/** A ledger line for files. Amounts are text with a decimal point, days `YYYY-MM-DD`. */
export interface LedgerRow {
  year: number
  entry_number: number
  journal: 'SALES' | 'PURCHASE'
  booking_date: string
  document_date: string
  document: string
  document_type: string
  /** Position in its entry from 1. The first line is that of the company. */
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
  /** Accounting currency per unit of document currency, and the inverse as published. */
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

/** File data besides its lines. */
export interface LedgerFacts {
  entity_code: string
  entity_name: string
  registration_number: string
  accounting_currency: string
  /** First and last booking date: the selected ones, else those of the lines. */
  from: string
  to: string
  /** When the export was created, ISO 8601. */
  created_at: string
  /** Edition of formats that changed; absent in older exports, which keep their bytes (LEDGER-4). */
  edition?: 2 | 3
  /** For DATEV; absent in exports from before these numbers existed. */
  datev?: DatevFacts
}

/** Mandatory numbers in the header of a DATEV file. */
export interface DatevFacts {
  adviser_number: number
  client_number: number
  account_length: number
}

/** A column of a file: its title, and its value for a line. */
export interface Column {
  title: string
  value(row: LedgerRow, entry: Entry, facts: LedgerFacts): string
  /** Whether the column is quoted in formats that quote texts. */
  isText?: boolean
}

/** The lines of an entry, in order. */
export interface Entry {
  party: LedgerRow
  rows: readonly LedgerRow[]
}

/** Notation of a file. */
export interface Dialect {
  separator: string
  newline: string
  /** Quoted fields: only where needed, all texts, or none. */
  quotes: 'needed' | 'texts' | 'never'
}

/** A file format: columns, lines with a row, and notation. */
export interface FileFormat {
  /** File name without extension. */
  fileName(facts: LedgerFacts): string
  extension: string
  dialect: Dialect
  columns: readonly Column[]
  /** Rows before the titles. */
  head?(facts: LedgerFacts): readonly (readonly string[])[]
  /** Whether the file has a title row. */
  hasTitles: boolean
  /** Lines with a row: all, or all except that of the company, which is then the contra account. */
  rows: 'ALL' | 'COUNTERPARTS'
  /** Filters these lines; absent: all. */
  hasRow?(row: LedgerRow, facts: LedgerFacts): boolean
  /** LEDGER-8: whether a file covers only one year, because its dates contain none. */
  isOfOneYear?: boolean
  /** Whether the file starts with a byte order mark. */
  byteOrderMark?: boolean
}

/** LEDGER-1: text of a file. The same lines and facts give the same bytes. */
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

/** `20261127` for `2026-11-27`. */
export function compactDay(day: string): string {
  return day.replaceAll('-', '')
}

/** `27-11-2026` for `2026-11-27`, with the separator of the format. */
export function dayFirst(day: string, separator: string): string {
  return day === '' ? '' : day.split('-').reverse().join(separator)
}

/** Replaces the decimal point by a comma. */
export function comma(amount: string): string {
  return amount.replace('.', ',')
}

/** Debit minus credit. */
export function signedAmount({ debit, credit, accounting_currency }: LedgerRow): string {
  return amountText(decimal(debit).minus(credit), accounting_currency)
}

/** The nonzero one of debit and credit. */
export function plainAmount({ debit, credit }: LedgerRow): string {
  return decimal(debit).gt(0) ? debit : credit
}

/** Whether the document is in a foreign currency. */
export function isForeign({ currency, accounting_currency }: LedgerRow): boolean {
  return currency !== accounting_currency
}
