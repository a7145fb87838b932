import type { LedgerProfile } from '@cartage/contract/accounting/app/ledger'
import { decimal } from '../../books/money.rules.ts'
import { datev } from './datev.format.ts'
import {
  type Column,
  comma,
  compactDay,
  type Dialect,
  dayFirst,
  type FileFormat,
  isForeign,
  type LedgerFacts,
  type LedgerRow,
  signedAmount,
} from './file.format.ts'

const excel: Dialect = { separator: ';', newline: '\r\n', quotes: 'needed' }

/** Columns named after the member they show. */
function membersOf(names: readonly (keyof LedgerRow)[]): Column[] {
  return names.map((title) => ({ title, value: (row) => String(row[title]) }))
}

const usualName = (facts: LedgerFacts) => `ledger-${facts.entity_code}-${facts.from}-${facts.to}`

/** All columns, for programs. */
const neutral: FileFormat = {
  fileName: usualName,
  extension: 'csv',
  dialect: { separator: ';', newline: '\n', quotes: 'needed' },
  hasTitles: true,
  rows: 'ALL',
  columns: membersOf([
    ...(['entry_number', 'journal', 'booking_date', 'document_date', 'document', 'document_type'] as const),
    ...(['account', 'account_name', 'company_code', 'company_name', 'vat_number', 'debit', 'credit'] as const),
    ...(['currency', 'amount_currency', 'rate', 'tax_code', 'tax_base', 'due_date', 'reference'] as const),
    ...(['order', 'trip', 'dimension_1', 'dimension_2', 'dimension_3', 'dimension_4', 'dimension_5'] as const),
    ...(['dimension_6', 'text'] as const),
  ]),
}

const journalNames = { SALES: 'Ventes', PURCHASE: 'Achats' } as const
const journalCodes = { SALES: 'VE', PURCHASE: 'AC' } as const

/** Fichier des écritures comptables: 18 fields in the order required by law, art. A47 A-1 LPF. */
const fec: FileFormat = {
  fileName: ({ registration_number, to }) =>
    `${registration_number.replace(/\D/g, '').slice(0, 9)}FEC${compactDay(to)}`,
  extension: 'txt',
  dialect: { separator: '\t', newline: '\r\n', quotes: 'never' },
  hasTitles: true,
  rows: 'ALL',
  columns: [
    { title: 'JournalCode', value: ({ journal }) => journalCodes[journal] },
    { title: 'JournalLib', value: ({ journal }) => journalNames[journal] },
    { title: 'EcritureNum', value: ({ entry_number }) => String(entry_number) },
    { title: 'EcritureDate', value: ({ booking_date }) => compactDay(booking_date) },
    { title: 'CompteNum', value: ({ account }) => account },
    { title: 'CompteLib', value: ({ account_name }) => account_name },
    { title: 'CompAuxNum', value: (row, { party }) => (row === party ? row.company_code : '') },
    {
      title: 'CompAuxLib',
      value: (row, { party }) => (row === party && row.company_code !== '' ? row.company_name : ''),
    },
    { title: 'PieceRef', value: ({ document }) => document },
    { title: 'PieceDate', value: ({ document_date }) => compactDay(document_date) },
    { title: 'EcritureLib', value: ({ text }) => text },
    { title: 'Debit', value: ({ debit }) => comma(debit) },
    { title: 'Credit', value: ({ credit }) => comma(credit) },
    { title: 'EcritureLet', value: () => '' },
    { title: 'DateLet', value: () => '' },
    { title: 'ValidDate', value: ({ booking_date }) => compactDay(booking_date) },
    { title: 'Montantdevise', value: (row) => (isForeign(row) ? comma(row.amount_currency) : '') },
    { title: 'Idevise', value: (row) => (isForeign(row) ? row.currency : '') },
  ],
}

const dutchDay = (day: string) => dayFirst(day, '-')

/** Journal lines for Yuki, in its column order. */
const yuki: FileFormat = {
  fileName: usualName,
  extension: 'csv',
  dialect: excel,
  hasTitles: true,
  rows: 'ALL',
  columns: [
    { title: 'DocumentReference', value: ({ document }) => document },
    { title: 'GLAccountCode', value: ({ account }) => account },
    { title: 'Description', value: ({ text }) => text },
    { title: 'EntryDate', value: ({ booking_date }) => dutchDay(booking_date) },
    { title: 'Amount', value: (row) => comma(signedAmount(row)) },
    { title: 'ContactCode', value: ({ company_code }) => company_code },
    { title: 'ContactName', value: ({ company_name }) => company_name },
    { title: 'ProjectCode', value: ({ dimension_1 }) => dimension_1 },
    { title: 'VATCode', value: ({ tax_code }) => tax_code },
    { title: 'DueDate', value: ({ due_date }) => dutchDay(due_date) },
  ],
}

/** Lines for the import definition of Exact Online. */
const exactOnline: FileFormat = {
  fileName: usualName,
  extension: 'csv',
  dialect: excel,
  hasTitles: true,
  rows: 'ALL',
  columns: [
    { title: 'Journal', value: ({ journal }) => journal },
    { title: 'FinancialYear', value: ({ year }) => String(year) },
    { title: 'FinancialPeriod', value: ({ booking_date }) => String(Number(booking_date.slice(5, 7))) },
    { title: 'EntryNumber', value: ({ entry_number }) => String(entry_number) },
    { title: 'EntryDate', value: ({ booking_date }) => dutchDay(booking_date) },
    { title: 'YourRef', value: ({ document }) => document },
    { title: 'GLAccount', value: ({ account }) => account },
    { title: 'Account', value: ({ company_code }) => company_code },
    { title: 'Description', value: ({ text }) => text },
    { title: 'AmountDC', value: (row) => comma(signedAmount(row)) },
    { title: 'Currency', value: ({ currency }) => currency },
    { title: 'AmountFC', value: ({ amount_currency }) => comma(amount_currency) },
    { title: 'ExchangeRate', value: ({ rate }) => comma(rate) },
    { title: 'VATCode', value: ({ tax_code }) => tax_code },
    { title: 'VATBase', value: ({ tax_base }) => comma(tax_base) },
    { title: 'DueDate', value: ({ due_date }) => dutchDay(due_date) },
    { title: 'PaymentReference', value: ({ reference }) => reference },
    { title: 'CostCenter', value: ({ dimension_1 }) => dimension_1 },
    { title: 'CostUnit', value: ({ dimension_2 }) => dimension_2 },
  ],
}

/** Booking lines for Octopus. */
const octopus: FileFormat = {
  fileName: usualName,
  extension: 'csv',
  dialect: excel,
  hasTitles: true,
  rows: 'COUNTERPARTS',
  columns: [
    { title: 'Journal', value: ({ journal }) => (journal === 'SALES' ? 'V1' : 'A1') },
    { title: 'Period', value: ({ booking_date }) => compactDay(booking_date).slice(0, 6) },
    { title: 'DocumentNumber', value: ({ entry_number }) => String(entry_number) },
    { title: 'DocumentDate', value: ({ document_date }) => dayFirst(document_date, '/') },
    { title: 'ExpiryDate', value: ({ due_date }) => dayFirst(due_date, '/') },
    { title: 'RelationCode', value: ({ company_code }) => company_code },
    { title: 'RelationName', value: ({ company_name }) => company_name },
    { title: 'Account', value: ({ account }) => account },
    { title: 'Amount', value: (row) => comma(fromSide(row)) },
    { title: 'VatCode', value: ({ tax_code }) => tax_code },
    { title: 'Currency', value: ({ currency }) => currency },
    { title: 'ExchangeRate', value: ({ rate }) => comma(rate) },
    { title: 'Reference', value: ({ document }) => document },
    { title: 'CostCentre', value: ({ dimension_1 }) => dimension_1 },
    { title: 'Comment', value: ({ text }) => text },
  ],
}

/** Sales are positive if credited, purchases if debited. */
function fromSide(row: LedgerRow): string {
  const amount = decimal(signedAmount(row))
  const digits = row.debit.split('.')[1]?.length ?? 0
  return (row.journal === 'SALES' ? amount.times(-1) : amount).toFixed(digits)
}

/** LEDGER-2: all file formats, as column maps. */
export const formats: Readonly<Record<LedgerProfile, FileFormat>> = {
  NEUTRAL: neutral,
  DATEV: datev,
  FEC: fec,
  YUKI: yuki,
  EXACT_ONLINE: exactOnline,
  OCTOPUS: octopus,
}
