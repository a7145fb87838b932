import { z } from 'zod'
import { endpoint, ofApplication } from '../../endpoint.ts'
import { SensibleDay } from '../../reading/entered.ts'
import { UtcInstant, Uuid, UuidOut } from '../../scalars.ts'

/** States of a credit transfer file. */
export const transferFileStates = ['MADE', 'TAKEN_BACK', 'PAID'] as const

/** Supplier invoice to be paid (PAYOUT-1). */
export const PayablePurchase = z
  .object({
    invoice_id: UuidOut.describe('Id of the invoice.'),
    external_name: z.string().nullable().describe("The supplier's number; null: we wrote it."),
    name: z.string().nullable().describe('Our number.'),
    company_id: UuidOut.describe('Id of the supplier.'),
    company_name: z.string().describe('Name of the supplier.'),
    billing_entity_id: UuidOut.describe('Id of the billing entity that owes it.'),
    due_date: z.string().nullable().describe('Day it is due; null: none.'),
    currency: z.string().describe('Currency of the amount.'),
    open: z.string().describe('Open amount, as text.'),
    account: z.string().nullable().describe('Bank account that is paid; null: none is known.'),
    reference: z.string().describe('Reference for the payment.'),
    fault: z.string().nullable().describe('Why it cannot be put into a file; null: it can.'),
  })
  .meta({ id: 'AppPayablePurchase' })
export type PayablePurchase = z.output<typeof PayablePurchase>

/** Supplier credit note that can be offset against its invoices (PAYOUT-9). */
export const OpenCredit = z
  .object({
    invoice_id: UuidOut.describe('Id of the credit note.'),
    external_name: z.string().nullable().describe("The supplier's number; null: we wrote it."),
    name: z.string().nullable().describe('Our number.'),
    company_id: UuidOut.describe('Id of the supplier.'),
    company_name: z.string().describe('Name of the supplier.'),
    currency: z.string().describe('Currency of the amount.'),
    open: z.string().describe('What the supplier still owes of it, as text.'),
    fault: z.string().nullable().describe('Why it cannot be set off; null: it can.'),
  })
  .meta({ id: 'AppOpenCredit' })
export type OpenCredit = z.output<typeof OpenCredit>

/** Credit transfer file with the invoices it pays. */
export const TransferFile = z
  .object({
    transfer_file_id: UuidOut.describe('Id of the file.'),
    message_name: z.string().describe('Name of the message in the file, as banks show it.'),
    billing_entity_code: z.string().describe('Code of the billing entity that pays.'),
    status: z.enum(transferFileStates).describe('How far it is.'),
    execution_day: z.string().describe('Day on which the bank is to pay.'),
    account: z.string().describe('IBAN that is paid from.'),
    total: z.string().describe('Sum of the transfers, as text.'),
    currency: z.string().describe('Currency of the amounts.'),
    created_at: UtcInstant.describe('When it was made.'),
    created_by: z.string().nullable().describe('Name of the user who made it; null when removed.'),
    settled_at: UtcInstant.nullable().describe('When it was taken back or confirmed; null: neither.'),
    transfers: z
      .array(
        z.object({
          invoice_id: UuidOut.describe('Id of the invoice.'),
          external_name: z.string().nullable().describe("The supplier's number; null: we wrote it."),
          company_name: z.string().describe('Name of the supplier.'),
          amount: z.string().describe('What is transferred, as text; zero: credit notes settle the invoice.'),
          credits: z
            .array(
              z.object({
                invoice_id: UuidOut.describe('Id of the credit note.'),
                external_name: z.string().nullable().describe("The supplier's number; null: we wrote it."),
                amount: z.string().describe('What the transfer is less by, as text.'),
              }),
            )
            .describe('Credit notes that are set off against the invoice.'),
        }),
      )
      .describe('Transfers, in the order of the file.'),
  })
  .meta({ id: 'AppTransferFile' })
export type TransferFile = z.output<typeof TransferFile>

const reading = { ...ofApplication, permission: 'invoice.read' } as const
// PAYOUT-8: accepting invoices does not include paying them.
const paying = { ...ofApplication, permission: 'purchase.pay' } as const
const named = z.object({ transfer_file_id: Uuid.describe('Id of the file.') })

/** Invoices to be paid. */
export const listPayablePurchases = endpoint({
  ...reading,
  id: 'listPayablePurchases',
  method: 'GET',
  path: '/app/purchases/payable',
  summary: 'Purchase invoices to be paid',
  description:
    'Accepted and with an open amount, those due first; at most 500. Each that cannot be paid says why. With them the credit notes ' +
    'that can be set off.',
  query: z.object({ billing_entity_id: Uuid.describe('Id of the billing entity that owes them.') }),
  response: z.object({
    items: z.array(PayablePurchase).describe('Invoices.'),
    credits: z.array(OpenCredit).describe('Credit notes of suppliers with an amount that is not settled; at most 500.'),
  }),
})

/** Files of credit transfers. */
export const listTransferFiles = endpoint({
  ...reading,
  id: 'listTransferFiles',
  method: 'GET',
  path: '/app/purchases/transfer-files',
  summary: 'Files of credit transfers',
  description: 'The latest 100, newest first.',
  response: z.object({ items: z.array(TransferFile).describe('Files.') }),
})

/** Creates a credit transfer file (PAYOUT-2). */
export const createTransferFile = endpoint({
  ...paying,
  id: 'createTransferFile',
  method: 'POST',
  creates: 'header',
  path: '/app/purchases/transfer-files',
  summary: 'Make a file of credit transfers',
  description:
    'SEPA credit transfers in EUR from the account of the billing entity, as pain.001.001.09. 409 with the reason when one of the ' +
    'invoices cannot be paid; nothing is made then.',
  body: z.object({
    billing_entity_id: Uuid.describe('Id of the billing entity that pays.'),
    execution_day: SensibleDay.describe('Day on which the bank is to pay; not before today.'),
    invoice_ids: z.array(Uuid).min(1).max(500).describe('Ids of the invoices.'),
    credit_note_ids: z
      .array(Uuid)
      .max(500)
      .default([])
      .describe('Ids of credit notes that are set off against the invoices of the same supplier.'),
  }),
  response: TransferFile,
})

/** File in the bank's format. */
export const openTransferFile = endpoint({
  ...paying,
  id: 'openTransferFile',
  method: 'GET',
  path: '/app/purchases/transfer-files/{transfer_file_id}/file',
  summary: 'Download a file of credit transfers',
  description: 'As pain.001.001.09, the same bytes each time. One that was taken back is 409.',
  params: named,
  responseType: 'bytes',
})

/** Withdraws a file that was not sent to the bank. */
export const takeBackTransferFile = endpoint({
  ...paying,
  id: 'takeBackTransferFile',
  method: 'POST',
  path: '/app/purchases/transfer-files/{transfer_file_id}/take-back',
  summary: 'Take back a file of credit transfers',
  description: 'Its invoices can be put into another file. One that is confirmed is 409.',
  params: named,
  response: TransferFile,
})

/** Confirms that the bank has executed a file. */
export const confirmTransferFile = endpoint({
  ...paying,
  id: 'confirmTransferFile',
  method: 'POST',
  path: '/app/purchases/transfer-files/{transfer_file_id}/confirm',
  summary: 'Confirm that a file of credit transfers is paid',
  description:
    'Records a payment of each invoice, and what credit notes settle of it; what was paid meanwhile is not paid again. One that ' +
    'was taken back is 409.',
  params: named,
  body: z.object({ paid_on: SensibleDay.describe('Day on which the bank paid.') }),
  response: TransferFile,
})
