import { endpoint } from '../endpoint.ts'
import { SalesCreditNoteInput, SalesInvoiceInput } from './document-input.ts'
import { SalesCreditNoteOutput, SalesInvoiceOutput } from './document-output.ts'

const accounting = { auth: 'bearer', roles: ['API_ACCOUNTING'], limit: 'general', since: '1.2.0' } as const

/** Creates and finalises a sales invoice: the response contains its number. */
export const createSalesInvoice = endpoint({
  ...accounting,
  id: 'createSalesInvoice',
  method: 'POST',
  path: '/v1/accounting/sales-invoice/',
  tag: 'accounting',
  summary: 'Create a sales invoice',
  description:
    'The invoice is finalised at once: the service gives it its number, totals and line items, and it cannot be changed ' +
    'afterwards. Charges name their type in price_list_item; without tax_rate the tax rules decide.',
  creates: 'header',
  body: SalesInvoiceInput,
  response: SalesInvoiceOutput,
})

/** Creates and finalises a sales credit note. */
export const createSalesCreditNote = endpoint({
  ...accounting,
  id: 'createSalesCreditNote',
  method: 'POST',
  path: '/v1/accounting/sales-credit-note/',
  tag: 'accounting',
  summary: 'Create a sales credit note',
  description:
    'The credit note is finalised at once. It names no invoice: where exactly one invoice of the customer has the same ' +
    'customer_reference_numbers, it credits that one.',
  creates: 'header',
  body: SalesCreditNoteInput,
  response: SalesCreditNoteOutput,
})
