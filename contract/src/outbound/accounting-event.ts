import { z } from 'zod'
import { UtcInstant, UuidOut } from '../scalars.ts'

/** Members of each update beyond the published ones, with which receivers can order updates. */
const place = {
  event_id: UuidOut.optional().describe('Id of the event, the same as in the log. Added member.'),
  event_type: z.string().optional().describe('Kind of event. Added member.'),
  entity_type: z.string().optional().describe('What it is about. Added member.'),
  entity_id: UuidOut.optional().describe('Id of what it is about. Added member.'),
  sequence: z.int().positive().optional().describe('Place among all events of the document. Added member.'),
  epoch: z.int().nonnegative().optional().describe('Grows when the sequence starts again. Added member.'),
}
const invoiceStatus = z
  .enum(['DRAFT', 'PRE_INVOICED', 'INVOICED', 'INVOICE_POSTED'])
  .meta({ id: 'InvoiceStatus' })
  .describe('New state of the invoice.')
const creditNoteStatus = z
  .enum(['DRAFT', 'PRE_INVOICED', 'INVOICED', 'POSTED'])
  .meta({ id: 'CreditNoteStatus' })
  .describe('New state of the credit note.')
const id = UuidOut.describe('Id of the document.')

/** Status change of a sales invoice. */
export const SalesInvoiceStatusUpdate = z
  .object({ type: z.literal('SalesInvoice').describe('Always SalesInvoice.'), id, status: invoiceStatus, ...place })
  .meta({ id: 'SalesInvoiceStatusUpdate' })

/** Status change of a sales credit note. */
export const SalesCreditNoteStatusUpdate = z
  .object({
    type: z.literal('SalesCreditNote').describe('Always SalesCreditNote.'),
    ...{ id, status: creditNoteStatus, ...place },
  })
  .meta({ id: 'SalesCreditNoteStatusUpdate' })

/** Status change of a purchase invoice. */
export const PurchaseInvoiceStatusUpdate = z
  .object({
    type: z.literal('PurchaseInvoice').describe('Always PurchaseInvoice.'),
    ...{ id, status: invoiceStatus, ...place },
  })
  .meta({ id: 'PurchaseInvoiceStatusUpdate' })

/** Status change of a purchase credit note. */
export const PurchaseCreditNoteStatusUpdate = z
  .object({
    type: z.literal('PurchaseCreditNote').describe('Always PurchaseCreditNote.'),
    ...{ id, status: creditNoteStatus, ...place },
  })
  .meta({ id: 'PurchaseCreditNoteStatusUpdate' })

/** Outbound message about invoices and credit notes, one update each. */
export const AccountingVisibilityUpdate = z
  .object({
    timestamp: UtcInstant.describe('When it happened.'),
    updates: z
      .array(
        z.discriminatedUnion('type', [
          SalesInvoiceStatusUpdate,
          SalesCreditNoteStatusUpdate,
          PurchaseInvoiceStatusUpdate,
          PurchaseCreditNoteStatusUpdate,
        ]),
      )
      .min(1)
      .describe('What happened; type says to which kind of document.'),
  })
  .meta({ id: 'AccountingVisibilityUpdate' })
export type AccountingVisibilityUpdate = z.output<typeof AccountingVisibilityUpdate>
