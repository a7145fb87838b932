import { z } from 'zod'
import { endpoint, ofApplication } from '../../endpoint.ts'
import { SensibleDay } from '../../reading/entered.ts'
import { UtcInstant, Uuid, UuidOut } from '../../scalars.ts'

const shared = { ...ofApplication, permission: 'task.read' } as const
const InvoiceParams = z.object({ invoice_id: Uuid.describe('Id of the invoice or credit note.') })

/** A payment of an invoice or a refund of a credit note. */
export const PaymentRecord = z
  .object({
    payment_id: UuidOut.describe('Id of the payment.'),
    amount: z.string().describe('Amount, as text.'),
    currency: z.string().describe('Currency of the document.'),
    paid_on: z.string().describe('Day it was paid.'),
    origin: z
      .enum(['API', 'MANUAL', 'DOCUMENT', 'ROUNDING', 'TRANSFER', 'SET_OFF'])
      .describe(
        'Recorded by a program or by a person, said by the document, the rounding of its amount due, a transfer file, or a credit ' +
          'note that was set off in one.',
      ),
    created_at: UtcInstant.describe('When it was recorded.'),
    created_by: z.string().nullable().describe('Name of the API client or user; null when removed.'),
    reversed_at: UtcInstant.nullable().describe('When it was reversed; null when it counts.'),
  })
  .meta({ id: 'AppPayment' })
export type PaymentRecord = z.output<typeof PaymentRecord>

/** Payments of a document, with the open amount. */
export const PaymentList = z
  .object({
    status: z.enum(['UNPAID', 'PAID', 'OPEN', 'REFUNDED']).describe('Whether it is paid or refunded.'),
    total: z.string().describe('Total with tax, as text.'),
    open: z.string().describe('Open amount: total without payments and credit notes, as text.'),
    currency: z.string().describe('Currency of the amounts.'),
    items: z.array(PaymentRecord).describe('Payments, reversed ones too, the earliest first.'),
  })
  .meta({ id: 'AppPaymentList' })
export type PaymentList = z.output<typeof PaymentList>

/** Payments of a document. */
export const listPayments = endpoint({
  ...shared,
  id: 'listPayments',
  method: 'GET',
  path: '/app/invoices/{invoice_id}/payments',
  summary: 'Payments of a document',
  params: InvoiceParams,
  response: PaymentList,
})

/** Records a payment. */
export const createPayment = endpoint({
  ...shared,
  id: 'createPayment',
  method: 'POST',
  path: '/app/invoices/{invoice_id}/payments',
  permission: 'task.write',
  summary: 'Record a payment',
  description: 'At most the open amount. A document whose open amount is paid is PAID, a credit note REFUNDED.',
  creates: 'header',
  params: InvoiceParams,
  body: z.object({
    amount: z
      .string()
      .trim()
      .max(40)
      .regex(/^\d+(\.\d+)?$/, { error: 'must be a decimal number, such as 1250.00' })
      .describe('Amount in the currency of the document, as text.'),
    paid_on: SensibleDay.describe('Day it was paid.'),
  }),
  response: PaymentList,
})

/** Reverses a payment. */
export const reversePayment = endpoint({
  ...shared,
  id: 'reversePayment',
  method: 'POST',
  path: '/app/invoices/{invoice_id}/payments/{payment_id}/reverse',
  permission: 'task.write',
  summary: 'Reverse a payment',
  description: 'The payment is kept, and its amount is open again.',
  params: InvoiceParams.extend({ payment_id: Uuid.describe('Id of the payment.') }),
  response: PaymentList,
})
