import { z } from 'zod'
import { Document } from '../documents/endpoints.ts'
import { endpoint } from '../endpoint.ts'
import { FreeObject, Uuid } from '../scalars.ts'
import { PurchaseCreditNote, PurchaseInvoice, SalesCreditNoteOutput, SalesInvoiceOutput } from './document-output.ts'

const accounting = {
  tag: 'accounting',
  auth: 'bearer',
  roles: ['API_ACCOUNTING'],
  limit: 'general',
  since: '1.2.0',
} as const

const IdParams = z.object({ id: Uuid.describe('Id of the document.') })
const files = z.array(Document).describe('Files, the oldest first.')

/** ACC-9: no other member of a document can be changed. */
const patch = {
  custom_fields: FreeObject.optional().describe('Keys of the tenant; an object replaces the one before.'),
}

const SalesInvoicePatchInput = z.object(patch).meta({ id: 'SalesInvoicePatchInput' })
const SalesCreditNotePatchInput = z.object(patch).meta({ id: 'SalesCreditNotePatchInput' })
const PurchaseInvoiceInput = z.object(patch).meta({ id: 'PurchaseInvoiceInput' })
const PurchaseCreditNoteInput = z.object(patch).meta({ id: 'PurchaseCreditNoteInput' })

/** Whether an invoice is paid (ACC-8). */
export const PaymentStatusUpdate = z
  .object({ status: z.enum(['UNPAID', 'PAID']).meta({ id: 'PaymentStatus' }).describe('Whether it is paid.') })
  .meta({ id: 'PaymentStatusUpdate' })

/** Whether a credit note is refunded (ACC-8). */
export const RefundStatusUpdate = z
  .object({ status: z.enum(['OPEN', 'REFUNDED']).meta({ id: 'RefundStatus' }).describe('Whether it is refunded.') })
  .meta({ id: 'RefundStatusUpdate' })

const paying =
  'From the moment the document is finalised; before that 409 document_not_finalised. The answer repeats the status. ' +
  'PAID records a payment of the open amount, UNPAID reverses the payments that were recorded in this way.'
const refunding =
  'From the moment the document is finalised; before that 409 document_not_finalised. The answer repeats the status. ' +
  'REFUNDED records a refund of the open amount, OPEN reverses the refunds that were recorded in this way.'

/** A sales invoice. */
export const getSalesInvoice = endpoint({
  ...accounting,
  id: 'getSalesInvoice',
  method: 'GET',
  path: '/v1/accounting/sales-invoice/{id}',
  aliases: ['/v1/accounting/sales_invoice/{id}'],
  summary: 'Read a sales invoice',
  params: IdParams,
  response: SalesInvoiceOutput,
})

/** Changes the custom fields of a sales invoice. */
export const patchSalesInvoice = endpoint({
  ...accounting,
  id: 'patchSalesInvoice',
  method: 'PATCH',
  path: '/v1/accounting/sales-invoice/{id}',
  aliases: ['/v1/accounting/sales_invoice/{id}'],
  summary: 'Change the custom fields of a sales invoice',
  params: IdParams,
  body: SalesInvoicePatchInput,
  response: SalesInvoiceOutput,
})

/** Files of a sales invoice. */
export const listSalesInvoiceDocuments = endpoint({
  ...accounting,
  id: 'listSalesInvoiceDocuments',
  method: 'GET',
  path: '/v1/accounting/sales-invoice/{id}/documents',
  aliases: ['/v1/accounting/sales_invoice/{id}/documents'],
  summary: 'List files of a sales invoice',
  params: IdParams,
  response: files,
})

/** Sets whether a sales invoice is paid. */
export const setSalesInvoicePayment = endpoint({
  ...accounting,
  id: 'setSalesInvoicePayment',
  method: 'POST',
  path: '/v1/accounting/sales-invoice/{id}/payment/update-status',
  aliases: ['/v1/accounting/sales_invoice/{id}/payment/update-status'],
  summary: 'Set whether a sales invoice is paid',
  description: paying,
  creates: 'header',
  params: IdParams,
  body: PaymentStatusUpdate,
  response: PaymentStatusUpdate,
})

/** A sales credit note. */
export const getSalesCreditNote = endpoint({
  ...accounting,
  id: 'getSalesCreditNote',
  method: 'GET',
  path: '/v1/accounting/sales-credit-note/{id}',
  aliases: ['/v1/accounting/sales_credit_note/{id}'],
  summary: 'Read a sales credit note',
  params: IdParams,
  response: SalesCreditNoteOutput,
})

/** Changes the custom fields of a sales credit note. */
export const patchSalesCreditNote = endpoint({
  ...accounting,
  id: 'patchSalesCreditNote',
  method: 'PATCH',
  path: '/v1/accounting/sales-credit-note/{id}',
  aliases: ['/v1/accounting/sales_credit_note/{id}'],
  summary: 'Change the custom fields of a sales credit note',
  params: IdParams,
  body: SalesCreditNotePatchInput,
  response: SalesCreditNoteOutput,
})

/** Files of a sales credit note. */
export const listSalesCreditNoteDocuments = endpoint({
  ...accounting,
  id: 'listSalesCreditNoteDocuments',
  method: 'GET',
  path: '/v1/accounting/sales-credit-note/{id}/documents',
  aliases: ['/v1/accounting/sales_credit_note/{id}/documents'],
  summary: 'List files of a sales credit note',
  params: IdParams,
  response: files,
})

/** Sets whether a sales credit note is refunded. */
export const setSalesCreditNoteRefund = endpoint({
  ...accounting,
  id: 'setSalesCreditNoteRefund',
  method: 'POST',
  path: '/v1/accounting/sales-credit-note/{id}/refund/update-status',
  aliases: ['/v1/accounting/sales_credit_note/{id}/refund/update-status'],
  summary: 'Set whether a sales credit note is refunded',
  description: refunding,
  creates: 'header',
  params: IdParams,
  body: RefundStatusUpdate,
  response: RefundStatusUpdate,
})

/** A purchase invoice. */
export const getPurchaseInvoice = endpoint({
  ...accounting,
  id: 'getPurchaseInvoice',
  method: 'GET',
  path: '/v1/accounting/purchase-invoice/{id}',
  aliases: ['/v1/accounting/purchase_invoice/{id}'],
  summary: 'Read a purchase invoice',
  params: IdParams,
  response: PurchaseInvoice,
})

/** Changes the custom fields of a purchase invoice. */
export const patchPurchaseInvoice = endpoint({
  ...accounting,
  id: 'patchPurchaseInvoice',
  method: 'PATCH',
  path: '/v1/accounting/purchase-invoice/{id}',
  aliases: ['/v1/accounting/purchase_invoice/{id}'],
  summary: 'Change the custom fields of a purchase invoice',
  params: IdParams,
  body: PurchaseInvoiceInput,
  response: PurchaseInvoice,
})

/** Files of a purchase invoice. */
export const listPurchaseInvoiceDocuments = endpoint({
  ...accounting,
  id: 'listPurchaseInvoiceDocuments',
  method: 'GET',
  path: '/v1/accounting/purchase-invoice/{id}/documents',
  aliases: ['/v1/accounting/purchase_invoice/{id}/documents'],
  summary: 'List files of a purchase invoice',
  params: IdParams,
  response: files,
})

/** Sets whether a purchase invoice is paid. */
export const setPurchaseInvoicePayment = endpoint({
  ...accounting,
  id: 'setPurchaseInvoicePayment',
  method: 'POST',
  path: '/v1/accounting/purchase-invoice/{id}/payment/update-status',
  aliases: ['/v1/accounting/purchase_invoice/{id}/payment/update-status'],
  summary: 'Set whether a purchase invoice is paid',
  description: paying,
  creates: 'header',
  params: IdParams,
  body: PaymentStatusUpdate,
  response: PaymentStatusUpdate,
})

/** A purchase credit note. The old paths have no such operations. */
export const getPurchaseCreditNote = endpoint({
  ...accounting,
  id: 'getPurchaseCreditNote',
  method: 'GET',
  path: '/v1/accounting/purchase-credit-note/{id}',
  summary: 'Read a purchase credit note',
  params: IdParams,
  response: PurchaseCreditNote,
})

/** Changes the custom fields of a purchase credit note. */
export const patchPurchaseCreditNote = endpoint({
  ...accounting,
  id: 'patchPurchaseCreditNote',
  method: 'PATCH',
  path: '/v1/accounting/purchase-credit-note/{id}',
  summary: 'Change the custom fields of a purchase credit note',
  params: IdParams,
  body: PurchaseCreditNoteInput,
  response: PurchaseCreditNote,
})

/** Files of a purchase credit note. */
export const listPurchaseCreditNoteDocuments = endpoint({
  ...accounting,
  id: 'listPurchaseCreditNoteDocuments',
  method: 'GET',
  path: '/v1/accounting/purchase-credit-note/{id}/documents',
  summary: 'List files of a purchase credit note',
  params: IdParams,
  response: files,
})

/** Sets whether a purchase credit note is refunded. */
export const setPurchaseCreditNoteRefund = endpoint({
  ...accounting,
  id: 'setPurchaseCreditNoteRefund',
  method: 'POST',
  path: '/v1/accounting/purchase-credit-note/{id}/refund/update-status',
  summary: 'Set whether a purchase credit note is refunded',
  description: refunding,
  creates: 'header',
  params: IdParams,
  body: RefundStatusUpdate,
  response: RefundStatusUpdate,
})
