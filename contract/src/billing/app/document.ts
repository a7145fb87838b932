import { z } from 'zod'
import { AuditRecord } from '../../audit/app.ts'
import { TaxRateType } from '../../books/tax-rate.ts'
import { endpoint, ofApplication } from '../../endpoint.ts'
import { listWindow, someOf, someTexts, tally, windowMembers } from '../../listing.ts'
import { LocalDate, UtcInstant, Uuid, UuidOut } from '../../scalars.ts'

/** Document kinds. */
export const invoiceKinds = ['SALES_INVOICE', 'SALES_CREDIT_NOTE', 'PURCHASE_INVOICE', 'PURCHASE_CREDIT_NOTE'] as const
export type InvoiceKind = (typeof invoiceKinds)[number]

/** Document statuses. */
export const invoiceStatuses = ['DRAFT', 'PRE_INVOICED', 'INVOICED', 'INVOICE_POSTED', 'REJECTED'] as const
export type InvoiceStatus = (typeof invoiceStatuses)[number]

/** Posting states in the accounting system. */
export const invoicePostings = ['NONE', 'WAITING', 'TODO', 'FAILED', 'POSTED'] as const
export type InvoicePosting = (typeof invoicePostings)[number]

/** Payment states; OPEN and REFUNDED apply to credit notes. */
export const invoicePayments = ['UNPAID', 'PAID', 'OPEN', 'REFUNDED'] as const

/** Whether one of our documents reached its customer. */
export const invoiceDispatches = ['NOT_SENT', 'SENDING', 'SENT', 'NOT_DELIVERED'] as const

const Amount = z.string()

/** Members common to all views of a document. */
const head = {
  invoice_id: UuidOut.describe('Id of the document.'),
  kind: z.enum(invoiceKinds).describe('Kind of document.'),
  is_self_billed: z.boolean().describe('Whether we write it in the name of the supplier.'),
  status: z.enum(invoiceStatuses).describe('How far it is.'),
  posting: z.enum(invoicePostings).describe('How far the accounting system took it over.'),
  payment: z.enum(invoicePayments).describe('Whether it is paid or refunded.'),
  name: z.string().nullable().describe('Number; null until it is finalised.'),
  external_name: z.string().nullable().describe("The supplier's number of a purchase."),
  company_id: UuidOut.describe('Id of the company.'),
  company_name: z.string().describe('Name of the company.'),
  billing_entity_code: z.string().describe('Code of the billing entity.'),
  date: LocalDate.nullable().describe('Day of the document.'),
  due_date: LocalDate.nullable().describe('Day it is due; null on credit notes.'),
  currency: z.string().describe('Currency of the amounts.'),
  total_excl_tax: Amount.describe('Sum without tax, as text.'),
  total_tax: Amount.describe('Tax, as text.'),
  total_incl_tax: Amount.describe('Sum with tax, as text.'),
  open_amount: Amount.nullable().describe(
    'What is not paid, credited or set off yet, as text; null before it is finalised.',
  ),
  dispatch: z
    .enum(invoiceDispatches)
    .nullable()
    .describe(
      'NOT_SENT: nothing was sent. SENDING: on its way. SENT: accepted. NOT_DELIVERED: it failed, or no one knows. Null: a ' +
        'draft, or a document of a supplier.',
    ),
  is_stale: z.boolean().describe('Whether charges changed since the draft was written.'),
  created_at: UtcInstant.describe('When it was created.'),
}

/** A document in the list. */
export const ListedInvoice = z
  .object({
    ...head,
    line_count: z.int().min(0).describe('Number of lines.'),
    warning_codes: z.array(z.string()).describe('Of a draft: codes of what to look at before it is finalised.'),
  })
  .meta({ id: 'AppListedInvoice' })
export type ListedInvoice = z.output<typeof ListedInvoice>

const sorts = ['created', '-created', 'date', '-date', 'company', '-company'] as const

/** Filters of the document list. */
export const invoiceFilters = {
  kind: someOf(invoiceKinds).describe('Kinds.'),
  status: someOf(invoiceStatuses).describe('States.'),
  posting: someOf(invoicePostings).describe('States of the posting.'),
  payment: someOf(invoicePayments).describe('Whether they are paid.'),
  company: someTexts.pipe(z.array(Uuid)).describe('Ids of companies.'),
  from: LocalDate.optional().describe('First day of the document.'),
  to: LocalDate.optional().describe('Last day of the document.'),
  overdue: z
    .literal('true')
    .optional()
    .transform((text) => text === 'true')
    .describe('True: only unpaid invoices that were due before today.'),
  unsent: z
    .literal('true')
    .optional()
    .transform((text) => text === 'true')
    .describe('True: only finalised documents of ours that did not reach their customer and are not on their way.'),
  run: someTexts.pipe(z.array(Uuid)).describe('Ids of runs.'),
  q: z.string().trim().max(100).optional().describe('Beginning of the number.'),
}

const shared = { ...ofApplication, permission: 'invoice.read' } as const
const named = z.object({ invoice_id: Uuid.describe('Id of the document.') })

/** One page of the documents. */
export const listInvoices = endpoint({
  ...shared,
  id: 'listInvoices',
  method: 'GET',
  path: '/app/invoices',
  summary: 'Invoices and credit notes',
  query: z.object({
    ...invoiceFilters,
    ...windowMembers,
    sort: z.enum(sorts).default('-created').describe('Order of the rows.'),
  }),
  response: listWindow(ListedInvoice),
})

/** Document counts of each kind and state under the other filters. */
export const countInvoices = endpoint({
  ...shared,
  id: 'countInvoices',
  method: 'GET',
  path: '/app/invoices/counts',
  summary: 'Count documents by kind and state',
  query: z.object(invoiceFilters),
  response: z.object({
    by_kind: tally.describe('By kind.'),
    by_status: tally.describe('By state.'),
    by_posting: tally.describe('By state of the posting.'),
    by_payment: tally.describe('By whether they are paid.'),
    overdue: z.int().min(0).describe('Unpaid invoices that were due before today.'),
    unsent: z.int().min(0).describe('Finalised documents of ours that did not reach their customer.'),
  }),
})

/** All matching documents, as CSV. */
export const exportInvoiceList = endpoint({
  ...shared,
  id: 'exportInvoiceList',
  method: 'GET',
  path: '/app/invoices/csv',
  summary: 'Documents as CSV',
  description: 'Streamed, UTF-8 with a byte order mark, one line a document, every match.',
  query: z.object(invoiceFilters),
  responseType: 'bytes',
})

const RecordLine = z.object({
  invoice_line_id: UuidOut.describe('Id of the line.'),
  position: z.int().describe('Place, from 1.'),
  name: z.string().describe('Name.'),
  code: z.string().describe('Code of the charge type.'),
  description: z.string().describe('What it is for.'),
  quantity: z.string().describe('Quantity, as text.'),
  unit: z.string().describe('Unit of UNECE Recommendation 20.'),
  unit_price: z.string().describe('Price of one unit, as text.'),
  amount: Amount.describe('Amount without tax, as text.'),
  tax: z
    .object({
      category: z.string().describe('VAT category of EN 16931.'),
      percentage: z.string().nullable().describe('Rate in percent, as text.'),
      code: z.string().describe('Code of the tax rate.'),
      name: z.string().describe('Name of the tax rate.'),
      tax_type: TaxRateType.describe('What it is, in short.'),
      reason: z.string().nullable().describe('What the document says about it.'),
    })
    .nullable()
    .describe('Tax as it was decided.'),
  order_id: UuidOut.nullable().describe('Id of the order.'),
  order_name: z.string().nullable().describe('Number of the order.'),
  trip_id: UuidOut.nullable().describe('Id of the trip.'),
  trip_name: z.string().nullable().describe('Name of the trip.'),
  route: z.string().nullable().describe('Where it went.'),
  charge_ids: z.array(UuidOut).describe('Ids of the charges it bills.'),
  credited_amount: Amount.describe('What credit notes took of it, drafts included, as text.'),
})

const Warning = z.object({
  code: z.string().describe('Code of the warning.'),
  message: z.string().describe('The warning as a sentence.'),
})

/** A document with all details for its page. */
export const InvoiceRecord = z
  .object({
    ...head,
    billing_entity_id: UuidOut.describe('Id of the billing entity.'),
    booking_date: LocalDate.nullable().describe('Day it counts in the books.'),
    payment_term: z.string().nullable().describe('Code of the payment term.'),
    is_due_date_given: z.boolean().describe('Whether the due date was entered and does not follow from the term.'),
    language: z.string().describe('Language of the document.'),
    customer_reference_numbers: z.array(z.string()).describe("The customer's references."),
    custom_fields: z.record(z.string(), z.unknown()).describe('Keys of the tenant.'),
    note: z.string().describe('Free text on the document.'),
    warnings: z.array(Warning).describe('What to look at before it is finalised.'),
    lines: z.array(RecordLine).describe('Lines.'),
    taxes: z
      .array(
        z.object({
          category: z.string().describe('VAT category of EN 16931.'),
          percentage: z.string().nullable().describe('Rate in percent, as text.'),
          base: Amount.describe('What it is computed from, as text.'),
          tax: Amount.describe('Tax, as text.'),
          reason: z.string().nullable().describe('Why it is exempt.'),
        }),
      )
      .describe('VAT by category and rate.'),
    accounting_currency: z.string().describe('Currency of the books.'),
    accounting_excl_tax: Amount.nullable().describe('Sum without tax in the currency of the books, as text.'),
    accounting_tax: Amount.nullable().describe('Tax in the currency of the books, as text.'),
    credited_invoice_id: UuidOut.nullable().describe('Of a credit note: the invoice that is credited.'),
    releases_charges: z.boolean().describe('Of a credit note: whether its charges can be billed again.'),
    credit_notes: z
      .array(
        z.object({
          invoice_id: UuidOut.describe('Id of the credit note.'),
          name: z.string().nullable().describe('Number; null until it is finalised.'),
          status: z.enum(invoiceStatuses).describe('How far it is.'),
          total_incl_tax: Amount.describe('Sum with tax, as text.'),
        }),
      )
      .describe('Credit notes of it, drafts included.'),
    credited_invoice_name: z.string().nullable().describe('Of a credit note: number of the invoice that is credited.'),
    adjustments: z
      .array(
        z.object({
          kind: z.enum(['ALLOWANCE', 'CHARGE']).describe('Whether it lowers or raises the sum.'),
          category: z.string().describe('VAT category of EN 16931.'),
          rate: z.string().nullable().describe('Rate in percent, as text.'),
          amount: Amount.describe('Amount without tax, as text.'),
          percentage: z.string().nullable().describe('Percent it was computed with, as text.'),
          reason: z.string().nullable().describe('What the document says about it.'),
        }),
      )
      .describe('Discounts and surcharges of the whole document.'),
    can_bill_again: z.boolean().describe('Whether charges of it were released and are free to be billed again.'),
    files: z
      .array(
        z.object({
          kind: z.enum(['PDF', 'UBL', 'FACTUR_X', 'RECEIVED']).describe('Kind of file.'),
          document_id: UuidOut.describe('Id of the document that has it.'),
        }),
      )
      .describe('Files.'),
    finalised_at: UtcInstant.nullable().describe('When it was finalised.'),
    version: z.int().describe('Grows with every change.'),
    updated_at: UtcInstant.describe('When it changed last.'),
  })
  .meta({ id: 'AppInvoice' })
export type InvoiceRecord = z.output<typeof InvoiceRecord>

/** One document. */
export const getInvoiceRecord = endpoint({
  ...shared,
  id: 'getInvoiceRecord',
  method: 'GET',
  path: '/app/invoices/{invoice_id}',
  summary: 'An invoice or credit note',
  params: named,
  response: InvoiceRecord,
})

/** Preview PDF of a document, including drafts. */
export const previewInvoice = endpoint({
  ...shared,
  id: 'previewInvoice',
  method: 'GET',
  path: '/app/invoices/{invoice_id}/preview',
  summary: 'Preview an invoice or credit note',
  description: 'A PDF. A draft has no number yet.',
  params: named,
  responseType: 'bytes',
})

/** History of a document. */
export const listInvoiceHistory = endpoint({
  ...shared,
  id: 'listInvoiceHistory',
  method: 'GET',
  path: '/app/invoices/{invoice_id}/history',
  summary: 'History of an invoice or credit note',
  description: 'Newest first, at most 200.',
  params: named,
  response: z.object({ items: z.array(AuditRecord).describe('Newest first.') }),
})
