import { z } from 'zod'
import { endpoint, ofApplication } from '../../endpoint.ts'
import { SensibleDay } from '../../reading/entered.ts'
import { Uuid } from '../../scalars.ts'

const shared = { ...ofApplication, permission: 'task.read' } as const
const journals = ['SALES', 'PURCHASE'] as const

const period = {
  billing_entity_id: Uuid.describe('Id of the billing entity.'),
  from: SensibleDay.describe('First booking date.'),
  to: SensibleDay.describe('Last booking date.'),
}

/** VAT of a period by journal and tax code. */
export const VatSummaryRow = z
  .object({
    journal: z.enum(journals).describe('Journal.'),
    tax_code: z.string().nullable().describe('Code of the tax rate; null for what is booked without one.'),
    name: z.string().nullable().describe('Name of the tax rate.'),
    category: z.string().nullable().describe('VAT category of EN 16931.'),
    percentage: z.string().nullable().describe('Rate in percent, as text.'),
    documents: z.int().min(0).describe('Documents.'),
    base: z.string().describe('Base without VAT, what was credited taken off, as text.'),
    vat_due: z.string().describe('VAT to be paid, as text.'),
    vat_deductible: z.string().describe('VAT to be deducted, as text.'),
  })
  .meta({ id: 'AppVatSummaryRow' })
export type VatSummaryRow = z.output<typeof VatSummaryRow>

/** One account of the trial balance. */
export const AccountSum = z
  .object({
    account: z.string().describe('Number of the account.'),
    name: z.string().describe('Name of the account.'),
    debit: z.string().describe('Sum of debits, as text.'),
    credit: z.string().describe('Sum of credits, as text.'),
    balance: z.string().describe('Debits minus credits, as text.'),
  })
  .meta({ id: 'AppAccountSum' })
export type AccountSum = z.output<typeof AccountSum>

/** VAT and accounts booked in a period. */
export const getPeriodSummary = endpoint({
  ...shared,
  id: 'getPeriodSummary',
  method: 'GET',
  path: '/app/ledger/summary',
  summary: 'VAT and accounts of a period',
  description: 'Of the entries of sales and purchase documents booked on these days, in the currency of the books.',
  query: z.object(period),
  response: z.object({
    currency: z.string().describe('Currency of the books.'),
    entries: z.int().min(0).describe('Entries.'),
    unbooked: z
      .int()
      .min(0)
      .describe('Finalised documents of the period that have no entry: they are in none of the figures.'),
    vat: z.array(VatSummaryRow).describe('By journal and tax code.'),
    accounts: z.array(AccountSum).describe('By account.'),
    totals: z
      .object({
        vat_due: z.string().describe('VAT to be paid, as text.'),
        vat_deductible: z.string().describe('VAT to be deducted, as text.'),
        debit: z.string().describe('Sum of debits, as text.'),
        credit: z.string().describe('Sum of credits; the same, as text.'),
      })
      .describe('Sums.'),
  }),
})

/** Readable files of a period. */
export const periodFiles = ['JOURNAL', 'VAT', 'ACCOUNTS'] as const

/** Readable file of a period. */
export const downloadPeriodFile = endpoint({
  ...shared,
  id: 'downloadPeriodFile',
  method: 'GET',
  path: '/app/ledger/summary/file',
  summary: 'Journal, VAT or accounts of a period as a file for people',
  description:
    'CSV with the headings, decimals and days of the language of the reader, divided as spreadsheets in that language expect. ' +
    'Programs take the files of the ledger instead.',
  query: z.object({ ...period, file: z.enum(periodFiles).describe('Which file.') }),
  responseType: 'bytes',
})
