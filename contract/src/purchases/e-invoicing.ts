import { z } from 'zod'
import { ExchangeRate } from '../billing/document-output.ts'
import { InvoiceTaxRate } from '../billing/line-item.ts'
import { endpoint } from '../endpoint.ts'
import { Location } from '../locations/location.ts'
import { ErrorStatus } from '../orders/upload-record.ts'
import { FreeObject, LocalDate, longestList, optionalText, Uuid } from '../scalars.ts'

/** Maximum body size of one document. */
export const largestEInvoice = 16 * 1_048_576
/** Maximum body size of a form with the document and its attachments. */
export const largestEInvoiceForm = 50 * 1_048_576

/** Decimal as a JSON number or text; its digits are preserved. */
const Amount = z
  .union([
    z.number({ error: 'must be a number or a decimal as text' }),
    z.string({ error: 'must be a number or a decimal as text' }).max(40),
  ])
  .transform((value) => String(value).trim())

/** Supplier of a purchase document, found by id, VAT number, bank account or name. */
export const EInvoiceCompanyInput = z
  .object({
    id: Uuid.nullish().describe('Id of the company; it goes before the other members.'),
    name: z.string().max(1_000).describe('Name of the supplier.'),
    vat_number: optionalText('VAT number of the supplier.'),
    billing_location: Location.nullish().describe('Address of the supplier.'),
  })
  .meta({ id: 'EInvoiceCompanyInput' })

/** Ledger account of a line. */
export const ChargeAccountInput = z
  .object({ code: z.string().max(255).describe('Number of the account in the chart of accounts.') })
  .meta({ id: 'ChargeAccountInput' })

/** A line of a purchase document. */
export const EInvoiceLineItem = z
  .object({
    description: optionalText('What it is for.').meta({ default: '' }),
    amount: Amount.describe('Amount without tax.'),
    account: ChargeAccountInput.nullish().describe('Account of the ledger; null: that of the charge it is for.'),
    tax_rate: InvoiceTaxRate.nullish().describe('Tax rate; null: the only rate that the totals allow.'),
    currency: z.string().max(3).describe('Currency of the amount, ISO 4217.'),
    references: z
      .record(z.string(), z.string().max(1_000))
      .nullish()
      .describe('What the line is for, by kind of reference: trip_name, order_name, customer_reference_number.'),
  })
  .meta({ id: 'EInvoiceLineItem' })

/** Types of an attached file (EINV-2). */
export const EInvoiceDocumentType = z.enum(['INVOICE', 'CREDIT_NOTE', 'OTHER']).meta({ id: 'EInvoiceDocumentType' })

/** A file that is attached to a purchase document. */
export const EInvoiceDocumentAttachment = z
  .object({
    base64: z.string().describe('The file in base64.'),
    content_type: z.string().max(255).describe('Media type of the file.'),
    document_type: EInvoiceDocumentType.describe('What it is.'),
    filename: z.string().max(1_000).describe('Name of the file.'),
  })
  .meta({ id: 'EInvoiceDocumentAttachment' })

/** An attachment of a purchase document. */
export const EInvoiceAttachment = z
  .object({ document: EInvoiceDocumentAttachment.describe('The file.') })
  .meta({ id: 'EInvoiceAttachment' })

const common = {
  name: z.string().trim().min(1).max(255).describe("The supplier's number of the document."),
  date: LocalDate.describe('Day of the document.'),
  currency: z.string().max(3).describe('Currency of the amounts, ISO 4217.'),
  exchange_rate: ExchangeRate.nullish().describe('Rate to the currency of the books. It is kept for information.'),
  total_excl_tax: Amount.describe('Sum without tax.'),
  total_incl_tax: Amount.describe('Sum with tax.'),
  total_tax: Amount.describe('Tax.'),
  custom_fields: FreeObject.optional().describe('Keys of the tenant.'),
  supplier: EInvoiceCompanyInput.describe('Who bills us.'),
  customer_reference_numbers: z
    .array(z.string().max(1_000))
    .max(200)
    .optional()
    .describe('References the lines are placed by when they have none: names of trips or orders.'),
  line_items: z.array(EInvoiceLineItem).min(1).max(longestList).describe('Lines.'),
  attachments: z.array(EInvoiceAttachment).max(50).nullish().describe('Files that belong to the document.'),
}

/** A purchase invoice as JSON (EINV-3). */
export const PurchaseEInvoiceInput = z
  .object({
    ...common,
    due_date: LocalDate.describe('Day it is due.'),
    invoice_type: z.literal('PURCHASE').describe('Kind of document.'),
  })
  .meta({ id: 'PurchaseEInvoiceInput' })
export type PurchaseEInvoiceInput = z.output<typeof PurchaseEInvoiceInput>

/** A purchase credit note as JSON; its amounts are all negative or all positive (EINV-3). */
export const PurchaseECreditNoteInput = z
  .object({ ...common, invoice_type: z.literal('PURCHASE_CREDIT_NOTE').describe('Kind of document.') })
  .meta({ id: 'PurchaseECreditNoteInput' })
export type PurchaseECreditNoteInput = z.output<typeof PurchaseECreditNoteInput>

/** A purchase document as JSON. */
export const EInvoiceInput = z.union([PurchaseEInvoiceInput, PurchaseECreditNoteInput])

/** Response: errors that prevented placing the document; without errors it was accepted. */
export const EInvoicingResponse = z.object({
  errors: z.array(ErrorStatus).optional().describe('Why the document waits for a person.'),
})
export type EInvoicingResponse = z.output<typeof EInvoicingResponse>

/** Supplier invoices and credit notes (EINV-1). Any media type is accepted; the format is detected from the bytes. */
export const receiveEInvoice = endpoint({
  id: 'receiveEInvoice',
  method: 'POST',
  path: '/v1/webhook/e-invoicing',
  tag: 'inbound-webhooks',
  summary: 'Receive an invoice or credit note of a supplier',
  description:
    'As JSON; as UBL or CII (application/xml); as a PDF with the XML inside (Factur-X, ZUGFeRD); or as multipart/form-data ' +
    'whose first part is the JSON document and whose other parts are files, each with its Content-Type. At most 16 MiB, ' +
    'a form 50 MiB. A document of an unknown supplier, or one whose totals do not add up, is kept and waits in the inbox ' +
    'for a person: the response says so in errors. The same document again has no effect.',
  auth: 'webhook',
  limit: 'none',
  since: '1.2.0',
  creates: 'record',
  bodyType: 'raw',
  otherBodies: ['application/xml', 'multipart/form-data'],
  bodyLimit: largestEInvoiceForm,
  body: EInvoiceInput,
  response: EInvoicingResponse,
})
