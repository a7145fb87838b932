import { z } from 'zod'
import { InvoiceRecord, invoicePostings, invoiceStatuses } from '../billing/app/document.ts'
import { endpoint, ofApplication } from '../endpoint.ts'
import { listWindow, someOf, someTexts, tally, windowMembers } from '../listing.ts'
import { LocalDate, UtcInstant, Uuid, UuidOut } from '../scalars.ts'
import { ReceivedParts } from './app/received.ts'
import { transferFileStates } from './app/transfers.ts'

/** Why a line of a purchase document is disputed. */
export const purchaseReasons = [
  'PRICE',
  'QUANTITY',
  'FUEL_RATE',
  'WAITING_NOT_APPROVED',
  'NOT_EXECUTED',
  'UNKNOWN_TRIP',
  'ALREADY_INVOICED',
  'TAX',
  'CURRENCY',
  'NO_LINES',
] as const
export type PurchaseReason = (typeof purchaseReasons)[number]

/** Result of matching a document, and the decision on it. */
export const purchaseResults = ['MATCHED', 'DISPUTED', 'ACCEPTED', 'REJECTED'] as const

/** Supplier's agreement to a self-billed document. */
export const selfBillingStates = ['WAITING', 'OBJECTED', 'AGREED', 'WITHDRAWN'] as const

/** Document kinds from suppliers. */
export const purchaseKinds = ['PURCHASE_INVOICE', 'PURCHASE_CREDIT_NOTE'] as const

const Amount = z.string()

/** A purchase document in the list. */
export const ListedPurchase = z
  .object({
    invoice_id: UuidOut.describe('Id of the document.'),
    kind: z.enum(purchaseKinds).describe('Kind of document.'),
    is_self_billed: z.boolean().describe('Whether we write it in the name of the supplier.'),
    status: z.enum(invoiceStatuses).describe('How far it is.'),
    posting: z.enum(invoicePostings).describe('How far the accounting system took it over.'),
    result: z
      .enum(purchaseResults)
      .nullable()
      .describe(
        'What comparing it came to; of a self-billed document MATCHED while it waits, DISPUTED after an objection.',
      ),
    name: z.string().nullable().describe('Our number; null until it is accepted.'),
    external_name: z.string().nullable().describe("The supplier's number."),
    company_id: UuidOut.describe('Id of the supplier.'),
    company_name: z.string().describe('Name of the supplier.'),
    date: LocalDate.nullable().describe('Day of the document.'),
    due_date: LocalDate.nullable().describe('Day it is due.'),
    currency: z.string().describe('Currency of the amounts.'),
    total_excl_tax: Amount.describe('Sum without tax, as text.'),
    total_incl_tax: Amount.describe('Sum with tax, as text.'),
    executed: Amount.nullable().describe('What was executed, as text; null when nothing was found.'),
    amount_due: Amount.nullable().describe('Amount due by the document, as text; null: it says none.'),
    account: z.string().nullable().describe('Bank account on the document.'),
    payment_reference: z.string().nullable().describe('Reference for the payment.'),
    payment_hold: z.enum(['ACCOUNT']).nullable().describe('Why it is not to be paid yet; null: nothing.'),
    created_at: UtcInstant.describe('When it was received.'),
  })
  .meta({ id: 'AppListedPurchase' })
export type ListedPurchase = z.output<typeof ListedPurchase>

const sorts = ['created', '-created', 'date', '-date'] as const

/** Filters of the purchase document list. */
export const purchaseFilters = {
  kind: someOf(purchaseKinds).describe('Kinds.'),
  status: someOf(invoiceStatuses).describe('States.'),
  result: someOf(purchaseResults).describe('What comparing them came to.'),
  self_billed: z.enum(['true', 'false']).optional().describe('Whether we write them in the name of the supplier.'),
  company: someTexts.pipe(z.array(Uuid)).describe('Ids of suppliers.'),
  from: LocalDate.optional().describe('First day of the document.'),
  to: LocalDate.optional().describe('Last day of the document.'),
  q: z.string().trim().max(100).optional().describe("Beginning of the supplier's number."),
}

const reading = { ...ofApplication, permission: 'invoice.read' } as const
const writing = { ...ofApplication, permission: 'invoice.write' } as const
const named = z.object({ invoice_id: Uuid.describe('Id of the document.') })

/** One page of the purchase documents. */
export const listPurchases = endpoint({
  ...reading,
  id: 'listPurchases',
  method: 'GET',
  path: '/app/purchases',
  summary: 'Purchase documents',
  query: z.object({
    ...purchaseFilters,
    ...windowMembers,
    sort: z.enum(sorts).default('-created').describe('Order of the rows.'),
  }),
  response: listWindow(ListedPurchase),
})

/** Purchase document counts of each state under the other filters. */
export const countPurchases = endpoint({
  ...reading,
  id: 'countPurchases',
  method: 'GET',
  path: '/app/purchases/counts',
  summary: 'Count purchase documents by state',
  query: z.object(purchaseFilters),
  response: z.object({
    by_kind: tally.describe('By kind.'),
    by_status: tally.describe('By state.'),
    by_result: tally.describe('By what comparing them came to.'),
  }),
})

/** All matching purchase documents, as CSV. */
export const exportPurchases = endpoint({
  ...reading,
  id: 'exportPurchases',
  method: 'GET',
  path: '/app/purchases/csv',
  summary: 'Purchase documents as CSV',
  description: 'Streamed, UTF-8 with a byte order mark, one line a document, newest first, every match.',
  query: z.object(purchaseFilters),
  responseType: 'bytes',
})

/** Line with its agreed and executed amounts. */
export const PurchaseLine = z.object({
  position: z.int().describe('Place, from 1.'),
  name: z.string().describe('What the supplier calls it.'),
  trip_id: UuidOut.nullable().describe('Id of the trip it is for.'),
  trip_name: z.string().nullable().describe('Name of the trip it is for.'),
  charges: z
    .array(
      z.object({
        charge_id: UuidOut.describe('Id of the charge.'),
        charge_type: z.string().describe('Code of the charge type.'),
        name: z.string().describe('Name of the charge.'),
      }),
    )
    .describe('Charges it is for.'),
  agreed: Amount.nullable().describe('Amount expected at dispatch, as text.'),
  executed: Amount.nullable().describe('Amount executed, as text; null when nothing was.'),
  invoiced: Amount.describe('Amount on the document, as text.'),
  difference: Amount.describe('Invoiced less executed, as text.'),
  reason: z.enum(purchaseReasons).nullable().describe('Why it is disputed; null when it is not.'),
  proposal: z
    .object({ trip_id: UuidOut.describe('Id of the trip.'), trip_name: z.string().describe('Name of the trip.') })
    .nullable()
    .describe('A trip it is probably for, by amount and day.'),
})

/** Supplier's response to a self-billed document. */
const SelfBilling = z.object({
  state: z.enum(selfBillingStates).describe('Whether the supplier agrees.'),
  objections_until: LocalDate.describe('Last day to object.'),
  comment: z.string().describe('What the supplier said, or why the document was withdrawn; empty: nothing.'),
  decided_at: UtcInstant.nullable().describe('When that was recorded; null: not yet.'),
  is_by_time: z.boolean().describe('Whether it counts as agreed because the days to object are over.'),
  next_step: z.string().nullable().describe('What to do next; null: nothing.'),
})

/** Purchase document with all details for its page. */
export const PurchaseRecord = z
  .object({
    invoice: InvoiceRecord.describe('The document.'),
    match: z
      .object({
        result: z.enum(purchaseResults).describe('What comparing it came to.'),
        agreed: Amount.nullable().describe('Sum expected at dispatch, as text.'),
        executed: Amount.nullable().describe('Sum executed, as text.'),
        invoiced: Amount.describe('Sum on the document without tax, as text.'),
        difference: Amount.describe('Invoiced less executed, as text.'),
        tolerance: Amount.describe('Difference that is accepted without a person, as text.'),
        lines: z.array(PurchaseLine).describe('Lines.'),
        decision: z
          .object({
            action: z.enum(['ACCEPT', 'ACCEPT_EXECUTED', 'REJECT']).describe('What was decided.'),
            comment: z.string().describe('Comment or reason.'),
            expected_credit: Amount.nullable().describe('Amount a credit note is expected for, as text.'),
            at: UtcInstant.describe('When.'),
          })
          .nullable()
          .describe('What a person decided; null: nothing yet.'),
        message: z
          .string()
          .nullable()
          .describe('Text to send to the supplier: what differs, and the credit note that is expected.'),
        credit_request: z
          .object({
            amount: Amount.describe('What is invoiced beyond the executed amount, as text.'),
            address: z.string().nullable().describe('E-mail address of the supplier; null: none is known.'),
          })
          .nullable()
          .describe('The credit note that can be requested when the executed amount is accepted; null: none.'),
      })
      .nullable()
      .describe('What it was compared with; null for documents of ours.'),
    received: ReceivedParts.nullable().describe('What the supplier says on it; null for documents of ours.'),
    self_billing: SelfBilling.nullable().describe(
      'What the supplier says; null for documents that the supplier wrote.',
    ),
    transfer_files: z
      .array(
        z.object({
          transfer_file_id: UuidOut.describe('Id of the file.'),
          message_name: z.string().describe('Name of the message in the file, as banks show it.'),
          status: z.enum(transferFileStates).describe('How far it is.'),
          execution_day: z.string().describe('Day on which the bank is to pay.'),
          amount: Amount.describe('What it pays of an invoice, or sets off of a credit note, as text.'),
        }),
      )
      .describe('Files of credit transfers that the document is in, the earliest first.'),
  })
  .meta({ id: 'AppPurchase' })
export type PurchaseRecord = z.output<typeof PurchaseRecord>

/** One purchase document. */
export const getPurchase = endpoint({
  ...reading,
  id: 'getPurchase',
  method: 'GET',
  path: '/app/purchases/{invoice_id}',
  summary: 'A purchase document',
  params: named,
  response: PurchaseRecord,
})

/** Original file from the supplier. */
export const openReceivedFile = endpoint({
  ...reading,
  id: 'openReceivedFile',
  method: 'GET',
  path: '/app/purchases/{invoice_id}/file',
  summary: 'Open the received file of a purchase document',
  description: 'A PDF or a picture, or the XML or JSON as plain text.',
  params: named,
  responseType: 'bytes',
})

/** Accepts a document: assigns our number and posts it. */
export const acceptPurchase = endpoint({
  ...ofApplication,
  id: 'acceptPurchase',
  method: 'POST',
  path: '/app/purchases/{invoice_id}/accept',
  permission: 'invoice.finalise',
  summary: 'Accept a purchase document',
  description:
    'As invoiced, or with the executed amounts as costs: the difference is booked on the account for differences, and a ' +
    'credit note is expected for it.',
  params: named,
  body: z.object({
    amount: z.enum(['INVOICED', 'EXECUTED']).default('INVOICED').describe('Amounts that are booked as costs.'),
    comment: z.string().trim().max(2_000).default('').describe('Comment.'),
    requests_credit: z
      .boolean()
      .default(false)
      .describe(
        'With EXECUTED: whether the credit note is requested from the supplier by e-mail. 409 without an address.',
      ),
    accepts_old_rate: z
      .boolean()
      .default(false)
      .describe('Whether an exchange rate that is older than 7 days may be used.'),
  }),
  response: PurchaseRecord,
})

/** Rejects a document: it is not posted. */
export const rejectPurchase = endpoint({
  ...writing,
  id: 'rejectPurchase',
  method: 'POST',
  path: '/app/purchases/{invoice_id}/reject',
  summary: 'Reject a purchase document',
  params: named,
  body: z.object({ reason: z.string().trim().min(1).max(2_000).describe('Why; it can be sent to the supplier.') }),
  response: PurchaseRecord,
})

/** Reopens a rejected document: it is matched again and can be accepted. */
export const reopenPurchase = endpoint({
  ...writing,
  id: 'reopenPurchase',
  method: 'POST',
  path: '/app/purchases/{invoice_id}/reopen',
  summary: 'Take back the rejection of a purchase document',
  description: 'Not where another document with its number has come since.',
  params: named,
  response: PurchaseRecord,
})

/** Confirms the bank account on a document, so that it may be paid. */
export const confirmPurchaseAccount = endpoint({
  ...ofApplication,
  id: 'confirmPurchaseAccount',
  method: 'POST',
  path: '/app/purchases/{invoice_id}/confirm-account',
  permission: 'invoice.finalise',
  summary: 'Confirm the bank account on a purchase document',
  description: 'Ask the supplier first, not by what the document says. The account of the company stays as it is.',
  params: named,
  body: z.object({ account: z.string().trim().min(1).max(255).describe('The account, as it is shown.') }),
  response: PurchaseRecord,
})

/** Assigns lines to trips, and matches the document again. */
export const matchPurchase = endpoint({
  ...writing,
  id: 'matchPurchase',
  method: 'POST',
  path: '/app/purchases/{invoice_id}/match',
  summary: 'Match a purchase document again',
  description: 'With the costs, tax rates and tolerance as they are now. Trips that are named stay chosen.',
  params: named,
  body: z.object({
    lines: z
      .array(
        z.object({
          position: z.int().min(1).describe('Place of the line.'),
          trip_id: Uuid.describe('Id of the trip it is for.'),
        }),
      )
      .max(2_000)
      .default([])
      .describe('Lines with the trips they are for.'),
  }),
  response: PurchaseRecord,
})
