import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { FieldMatchInput } from '../inbound/matching.ts'
import { ErrorStatus } from '../orders/upload-record.ts'
import { FreeObject, longestList } from '../scalars.ts'

/** Identifies a sales invoice. */
export const SalesInvoiceMatch = z
  .object({ name: FieldMatchInput.nullish().describe('Number of the invoice.') })
  .meta({ id: 'SalesInvoiceMatch' })

/** One criterion for a document. */
export const BillingDocumentMatchInput = z
  .object({ sales_invoice: SalesInvoiceMatch.describe('The invoice.') })
  .meta({ id: 'BillingDocumentMatchInput' })

/** Criteria that must all hold for exactly one document. */
export const BillingDocumentMatchTarget = z
  .object({
    matches_all: z
      .array(BillingDocumentMatchInput)
      .max(100)
      .optional()
      .describe('The document meets all of these criteria. Without a criterion nothing matches.'),
  })
  .meta({ id: 'BillingDocumentMatchTarget' })

/** Changes of one sales invoice. */
export const SalesInvoiceUpdate = z
  .object({
    id: z.string().max(255).meta({ format: 'uuid' }).nullish().describe('Id of the invoice; it goes before match.'),
    custom_fields: FreeObject.nullish().describe('Replaces the custom fields; null or absent: they stay.'),
    match: BillingDocumentMatchTarget.nullish().describe('Criteria for the invoice, when its id is unknown.'),
  })
  .meta({ id: 'SalesInvoiceUpdate' })
export type SalesInvoiceUpdate = z.output<typeof SalesInvoiceUpdate>

/** One change. */
export const BillingDocumentUpdate = z
  .object({ sales_invoice: SalesInvoiceUpdate.nullish().describe('The invoice and what changes on it.') })
  .meta({ id: 'BillingDocumentUpdate' })

/** Changes of documents. */
export const BillingDocumentUpdatePayload = z
  .object({
    updates: z.array(BillingDocumentUpdate).max(longestList).optional().describe('Changes, at most 2,000.'),
  })
  .meta({ id: 'BillingDocumentUpdatePayload' })

/** Response: changes not applied; all were applied if there are no errors. */
export const BillingDocumentUpdateResponse = z.object({
  errors: z.array(ErrorStatus).optional().describe('What could not be applied, one entry per change.'),
})
export type BillingDocumentUpdateResponse = z.output<typeof BillingDocumentUpdateResponse>

/** Custom fields of documents, by id or by number. */
export const updateBillingDocuments = endpoint({
  id: 'updateBillingDocuments',
  method: 'POST',
  path: '/v1/webhook/billing-document-update',
  tag: 'inbound-webhooks',
  summary: 'Change custom fields of invoices',
  description:
    'Each change names an invoice by id, or by criteria that only one invoice meets. A change that matches none or several ' +
    'is listed in errors, the others are applied.',
  auth: 'webhook',
  limit: 'none',
  since: '1.2.0',
  creates: 'record',
  bodyType: 'raw',
  bodyLimit: 8 * 1_048_576,
  body: BillingDocumentUpdatePayload,
  response: BillingDocumentUpdateResponse,
})
