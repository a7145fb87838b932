import { decimal, minorUnits } from '../../books/money.rules.ts'
import {
  type Column,
  comma,
  compactDay,
  type FileFormat,
  isForeign,
  type LedgerFacts,
  type LedgerRow,
  plainAmount,
} from './file.format.ts'

/** Units of document currency per unit of accounting currency, to six decimal places, as published. */
function quote({ rate, inverse_rate }: LedgerRow, { edition }: LedgerFacts): string {
  const inverse = edition === undefined ? decimal('1').div(decimal(rate)) : decimal(inverse_rate)
  return comma(inverse.toFixed(6))
}

/** Rates accepted by the format: from 1 to below 10000. */
const takenRate = /^[1-9]\d{0,3},\d{2,6}$/

/** LEDGER-11: whether the row uses the document currency: only if the format accepts its rate and decimal places. */
function isInCurrency(row: LedgerRow, facts: LedgerFacts): boolean {
  if (!isForeign(row) || (facts.edition ?? 0) < 3) return isForeign(row)
  return minorUnits(row.currency) <= 2 && takenRate.test(quote(row, facts))
}

/** Always positive; debit or credit is in a separate column. */
function turnover(row: LedgerRow, facts: LedgerFacts): string {
  return isInCurrency(row, facts) ? row.amount_currency.replace('-', '') : plainAmount(row)
}

/** LEDGER-11: a row in the accounting currency states the original amount and the rate. */
function bookingText(row: LedgerRow, facts: LedgerFacts): string {
  const isConverted = isForeign(row) && !isInCurrency(row, facts)
  const amount = `${row.currency} ${comma(row.amount_currency.replace('-', ''))} Kurs ${comma(row.inverse_rate)}`
  return (isConverted ? `${amount} ${row.text}` : row.text).slice(0, 60)
}

/** LEDGER-11: a cost centre, limited to the letters, digits and blanks the format accepts. */
function costCentre(code: string, { edition }: LedgerFacts): string {
  return ((edition ?? 0) < 3 ? code : code.replace(/[^\p{L}\p{N}_ ]/gu, '')).slice(0, 36)
}

/** LEDGER-10: an amount with two decimal places, whatever the currency. Older exports keep their format. */
function places(amount: string, { edition }: LedgerFacts): string {
  return comma(edition === undefined ? amount : decimal(amount).toFixed(2))
}

/** LEDGER-10: a document number, limited to the characters the format accepts. */
function documentField(document: string, { edition }: LedgerFacts): string {
  return (edition === undefined ? document : document.replace(/[^a-zA-Z0-9$&%*+\-/]/g, '')).slice(0, 36)
}

const empty = (title: string): Column => ({ title, value: () => '' })
const foreign = (title: string, value: (row: LedgerRow, facts: LedgerFacts) => string): Column => ({
  title,
  value: (row, _, facts) => (isInCurrency(row, facts) ? value(row, facts) : ''),
})

/** Titles of eight column pairs required by the format, which stay empty. */
const evidence = Array.from({ length: 8 }, (_, at) => [
  empty(`Beleginfo - Art ${at + 1}`),
  empty(`Beleginfo - Inhalt ${at + 1}`),
]).flat()

const columns: readonly Column[] = [
  { title: 'Umsatz (ohne Soll/Haben-Kz)', value: (row, _, facts) => places(turnover(row, facts), facts) },
  { title: 'Soll/Haben-Kennzeichen', isText: true, value: ({ debit }) => (decimal(debit).gt(0) ? 'S' : 'H') },
  {
    title: 'WKZ Umsatz',
    isText: true,
    value: (row, _, facts) => (isInCurrency(row, facts) ? row.currency : row.accounting_currency),
  },
  foreign('Kurs', quote),
  foreign('Basis-Umsatz', (row, facts) => places(plainAmount(row), facts)),
  { ...foreign('WKZ Basis-Umsatz', ({ accounting_currency }) => accounting_currency), isText: true },
  { title: 'Konto', value: ({ account }) => account },
  { title: 'Gegenkonto (ohne BU-Schlüssel)', value: (_, { party }) => party.account },
  // 40: amounts exclude VAT, which has its own lines, so accounts must not compute it again.
  { title: 'BU-Schlüssel', isText: true, value: ({ tax_code }) => (tax_code === '' ? '' : '40') },
  { title: 'Belegdatum', value: ({ booking_date }) => booking_date.slice(8, 10) + booking_date.slice(5, 7) },
  { title: 'Belegfeld 1', isText: true, value: ({ document }, _, facts) => documentField(document, facts) },
  { title: 'Belegfeld 2', isText: true, value: ({ due_date }) => shortDay(due_date) },
  empty('Skonto'),
  { title: 'Buchungstext', isText: true, value: (row, _, facts) => bookingText(row, facts) },
  empty('Postensperre'),
  empty('Diverse Adressnummer'),
  empty('Geschäftspartnerbank'),
  empty('Sachverhalt'),
  empty('Zinssperre'),
  empty('Beleglink'),
  ...evidence,
  { title: 'KOST1 - Kostenstelle', isText: true, value: ({ dimension_1 }, _, facts) => costCentre(dimension_1, facts) },
  { title: 'KOST2 - Kostenstelle', isText: true, value: ({ dimension_2 }, _, facts) => costCentre(dimension_2, facts) },
]

/** `271126` for `2026-11-27`. */
function shortDay(day: string): string {
  return day === '' ? '' : day.slice(8, 10) + day.slice(5, 7) + day.slice(2, 4)
}

/** First row: format, client, business year and period. */
function head(facts: LedgerFacts): readonly (readonly string[])[] {
  const created = facts.created_at.replace(/\D/g, '').padEnd(17, '0').slice(0, 17)
  const text = (value: string) => `"${value.replaceAll('"', '""')}"`
  const yearBegins = `${facts.from.slice(0, 4)}0101`
  const { adviser_number = '', client_number = '', account_length = '' } = facts.datev ?? {}
  return [
    [
      ...['"EXTF"', '700', '21', '"Buchungsstapel"', '13', created, '', '"CA"', '""', '""'],
      ...[String(adviser_number), String(client_number), yearBegins, String(account_length)],
      ...[compactDay(facts.from), compactDay(facts.to)],
      ...[text(facts.entity_name.slice(0, 30)), '""', '1', '0', '0', text(facts.accounting_currency)],
      ...['', '""', '', '', '""', '', '', '""', '""'],
    ],
  ]
}

/** EXTF of DATEV: two header rows, then one row per line against the company's account. */
export const datev: FileFormat = {
  fileName: ({ entity_code, from, to }) => `EXTF_Buchungsstapel_${entity_code}_${compactDay(from)}_${compactDay(to)}`,
  extension: 'csv',
  dialect: { separator: ';', newline: '\r\n', quotes: 'texts' },
  byteOrderMark: true,
  isOfOneYear: true,
  hasTitles: true,
  head,
  rows: 'COUNTERPARTS',
  // LEDGER-11: the format has no zero turnover, but one yen may be less than a cent.
  hasRow: (row, { edition }) => (edition ?? 0) < 3 || !decimal(plainAmount(row)).eq(0),
  columns,
}
