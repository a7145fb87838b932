import { z } from 'zod'
import { endpoint, ofApplication } from '../../endpoint.ts'
import { listWindow, windowMembers } from '../../listing.ts'
import { SensibleDay } from '../../reading/entered.ts'
import { UtcInstant, Uuid, UuidOut } from '../../scalars.ts'

const shared = { ...ofApplication, permission: 'task.read' } as const

/** Ledger export formats. */
export const ledgerProfiles = ['NEUTRAL', 'DATEV', 'FEC', 'YUKI', 'EXACT_ONLINE', 'OCTOPUS'] as const
export type LedgerProfile = (typeof ledgerProfiles)[number]

/** Line of a ledger entry. */
const EntryLine = z.object({
  account: z.string().describe('Number of the account.'),
  account_name: z.string().describe('Name of the account.'),
  debit: z.string().describe('Debit in the currency of the books, as text.'),
  credit: z.string().describe('Credit in the currency of the books, as text.'),
  amount_currency: z.string().describe('Amount in the currency of the document, debit positive, as text.'),
  currency: z.string().describe('Currency of the document.'),
  tax_code: z.string().nullable().describe('Code of the tax rate; null for none.'),
  line_text: z.string().describe('Text.'),
})

/** Ledger entry of a document. */
export const LedgerEntry = z
  .object({
    posting_id: UuidOut.describe('Id of the entry.'),
    journal: z.enum(['SALES', 'PURCHASE']).describe('Journal.'),
    year: z.int().describe('Year of the books.'),
    entry_number: z.int().describe('Number in its billing entity and year, without gaps.'),
    booking_date: z.string().describe('Day it counts in the books.'),
    currency: z.string().describe('Currency of the books.'),
    lines: z.array(EntryLine).describe('Lines; debit equals credit.'),
  })
  .meta({ id: 'AppLedgerEntry' })
export type LedgerEntry = z.output<typeof LedgerEntry>

/** Ledger entry of a document. */
export const getLedgerEntry = endpoint({
  ...shared,
  id: 'getLedgerEntry',
  method: 'GET',
  path: '/app/invoices/{invoice_id}/entry',
  summary: 'Entry of a document in the ledger',
  description: 'A document that is not booked has none: 404.',
  params: z.object({ invoice_id: Uuid.describe('Id of the invoice or credit note.') }),
  response: LedgerEntry,
})

/** An export of the ledger. */
export const LedgerExport = z
  .object({
    ledger_export_id: UuidOut.describe('Id of the export.'),
    billing_entity_id: UuidOut.describe('Id of the billing entity.'),
    billing_entity_code: z.string().describe('Code of the billing entity.'),
    profile: z.enum(ledgerProfiles).describe('Format of the file.'),
    from: z.string().nullable().describe('First booking date; null: every entry since the last export.'),
    to: z.string().nullable().describe('Last booking date; null: every entry since the last export.'),
    entries: z.int().min(0).describe('Entries in the file.'),
    sha256: z.string().describe('SHA-256 of the file in hexadecimal.'),
    file_name: z.string().describe('Name of the file.'),
    created_at: UtcInstant.describe('When it was created.'),
    created_by: z.string().nullable().describe('Name of the user; null when it was not a user.'),
  })
  .meta({ id: 'AppLedgerExport' })
export type LedgerExport = z.output<typeof LedgerExport>

/** Ledger exports, latest first. */
export const listLedgerExports = endpoint({
  ...shared,
  id: 'listLedgerExports',
  method: 'GET',
  path: '/app/ledger-exports',
  summary: 'Exports of the ledger',
  query: z.object(windowMembers),
  response: listWindow(LedgerExport),
})

/** Exports the ledger of a billing entity. */
export const createLedgerExport = endpoint({
  ...shared,
  id: 'createLedgerExport',
  method: 'POST',
  path: '/app/ledger-exports',
  permission: 'task.write',
  summary: 'Export the ledger',
  description:
    'Without days: every entry since the last such export in this format. With both days: entries booked in them. A ' +
    'file of DATEV is of one year: without days it has the first year with new entries. An export never changes.',
  creates: 'header',
  body: z.object({
    billing_entity_id: Uuid.describe('Id of the billing entity.'),
    profile: z.enum(ledgerProfiles).describe('Format of the file.'),
    from: SensibleDay.nullable().default(null).describe('First booking date.'),
    to: SensibleDay.nullable().default(null).describe('Last booking date.'),
  }),
  response: LedgerExport,
})

/** The file of an export. */
export const downloadLedgerExport = endpoint({
  ...shared,
  id: 'downloadLedgerExport',
  method: 'GET',
  path: '/app/ledger-exports/{ledger_export_id}/file',
  summary: 'Download an export',
  params: z.object({ ledger_export_id: Uuid.describe('Id of the export.') }),
  responseType: 'bytes',
})
