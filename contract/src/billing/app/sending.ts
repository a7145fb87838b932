import { z } from 'zod'
import { endpoint, ofApplication } from '../../endpoint.ts'
import { bulkAnswer, bulkIds, listWindow, someOf, tally, windowMembers } from '../../listing.ts'
import { UtcInstant, Uuid, UuidOut } from '../../scalars.ts'
import { EInvoicingOutput } from '../document-output.ts'
import { billingChannels } from './channel.ts'
import { invoiceKinds } from './document.ts'

/** Statuses of a sending. */
export const sendingStatuses = ['PENDING', 'STARTED', 'SENT', 'FAILED', 'UNKNOWN'] as const
export type SendingStatus = (typeof sendingStatuses)[number]

/** Content of a sending: the document, a payment reminder, or a request to its supplier for a credit note. */
export const sendingPurposes = ['DOCUMENT', 'REMINDER', 'CREDIT_REQUEST'] as const

/** One sending of a document to a recipient. */
export const Sending = z
  .object({
    sending_id: UuidOut.describe('Id of the sending.'),
    invoice_id: UuidOut.describe('Id of the document.'),
    document: z.string().describe('Number of the document.'),
    kind: z.enum(invoiceKinds).describe('Kind of document.'),
    company_id: UuidOut.describe('Id of the company.'),
    company_name: z.string().describe('Name of the company.'),
    channel: z.enum(billingChannels).describe('How it is sent.'),
    address: z.string().describe('E-mail address, or scheme and electronic address; empty when none was known.'),
    purpose: z
      .enum(sendingPurposes)
      .describe(
        'DOCUMENT: the document. REMINDER: a reminder to pay it. CREDIT_REQUEST: a credit note is requested from its supplier.',
      ),
    reminder_level: z.string().nullable().describe('Name of the reminder level; null for documents.'),
    status: z
      .enum(sendingStatuses)
      .describe(
        'PENDING: not begun, or to be attempted again. STARTED: being sent. SENT: accepted. FAILED: it was not sent. ' +
          'UNKNOWN: it may have been sent; a person has to find out.',
      ),
    failure: z.string().nullable().describe('Why it failed, is unknown or has to be attempted again.'),
    attempts: z.int().min(0).describe('Attempts so far.'),
    repeat_of: UuidOut.nullable().describe('The sending that a person repeated; null for none.'),
    has_repeat: z.boolean().describe('Whether a person sent it again.'),
    requested_by: z.string().nullable().describe('Name of the user; null when the document was finalised.'),
    created_at: UtcInstant.describe('When it was requested.'),
    started_at: UtcInstant.nullable().describe('When the last attempt began.'),
    finished_at: UtcInstant.nullable().describe('When it ended.'),
    finished_by: z.string().nullable().describe('Name of the user who marked it; null when its result did.'),
  })
  .meta({ id: 'AppSending' })
export type Sending = z.output<typeof Sending>

/** Filters of the sending list; they are AND-ed. */
export const sendingFilters = {
  q: z.string().trim().min(1).max(100).optional().describe('Beginning of the number of the document.'),
  status: someOf(sendingStatuses).describe('States.'),
  channel: someOf(billingChannels).describe('Channels.'),
  purpose: someOf(sendingPurposes).describe('Documents, reminders or requests for credit notes.'),
  company_id: Uuid.optional().describe('Only to this company.'),
}

const read = { ...ofApplication, permission: 'invoice.read' } as const
const write = { ...ofApplication, permission: 'invoice.write' } as const
const ofInvoice = z.object({ invoice_id: Uuid.describe('Id of the document.') })
const named = z.object({ sending_id: Uuid.describe('Id of the sending.') })

/** One page of the sendings. */
export const listSendings = endpoint({
  ...read,
  id: 'listSendings',
  method: 'GET',
  path: '/app/sendings',
  summary: 'Sendings of documents',
  query: z.object({
    ...sendingFilters,
    ...windowMembers,
    sort: z.enum(['newest', 'oldest']).default('newest').describe('The newest first, or the oldest.'),
  }),
  response: listWindow(Sending),
})

/** Sending counts of each state and channel under the other filters. */
export const countSendings = endpoint({
  ...read,
  id: 'countSendings',
  method: 'GET',
  path: '/app/sendings/counts',
  summary: 'Count sendings by state and channel',
  query: z.object(sendingFilters),
  response: z.object({
    by_status: tally.describe('By state.'),
    by_channel: tally.describe('By channel.'),
    by_purpose: tally.describe('Documents, reminders and requests for credit notes.'),
  }),
})

/** All matching sendings, as CSV. */
export const exportSendings = endpoint({
  ...read,
  id: 'exportSendings',
  method: 'GET',
  path: '/app/sendings/csv',
  summary: 'Sendings as CSV',
  description: 'Streamed, UTF-8 with a byte order mark, one line a sending, newest first, every match.',
  query: z.object(sendingFilters),
  responseType: 'bytes',
})

/** One sending. */
export const getSending = endpoint({
  ...read,
  id: 'getSending',
  method: 'GET',
  path: '/app/sendings/{sending_id}',
  summary: 'Read a sending',
  params: named,
  response: Sending,
})

/** Sendings of one document. */
export const listInvoiceSendings = endpoint({
  ...read,
  id: 'listInvoiceSendings',
  method: 'GET',
  path: '/app/invoices/{invoice_id}/sendings',
  summary: 'Sendings of a document',
  description: 'The latest first, reminders included.',
  params: ofInvoice,
  response: z
    .object({
      e_invoicing: EInvoicingOutput.nullable().describe('How the access point registered it; null when it did not.'),
      items: z.array(Sending).describe('All of them.'),
    })
    .meta({ id: 'AppInvoiceSendings' }),
})

/** Sends a document to an additional address. */
export const sendInvoice = endpoint({
  ...write,
  id: 'sendInvoice',
  method: 'POST',
  creates: 'header',
  path: '/app/invoices/{invoice_id}/sendings',
  summary: 'Send a document',
  description:
    'A finalised document, to an address it was not sent to: 409 already_sent otherwise, then the sending can be sent again.',
  params: ofInvoice,
  body: z.object({
    channel: z.enum(billingChannels).describe('How.'),
    address: z
      .string()
      .trim()
      .max(200)
      .nullable()
      .default(null)
      .describe('E-mail address, or scheme and electronic address such as 0208:0202239951; null: of the company.'),
  }),
  response: Sending,
})

/** Sends documents according to their customers' billing preferences. */
export const sendInvoices = endpoint({
  ...write,
  id: 'sendInvoices',
  method: 'POST',
  creates: 'header',
  path: '/app/invoices/send',
  summary: 'Send documents',
  description:
    'Each on its own: as the billing preference of the customer says, by e-mail where it names no channel, and again what ' +
    'failed. What was sent or is on its way is rejected with 409 already_sent.',
  body: z.object({ ids: bulkIds }),
  response: bulkAnswer,
})

/** Repeats finished sendings, as new ones. */
export const resendSendings = endpoint({
  ...write,
  id: 'resendSendings',
  method: 'POST',
  path: '/app/sendings/resend',
  summary: 'Send again',
  description:
    'Each on its own, as a new sending to the same address. What is still being sent, or was sent again already, is rejected.',
  body: z.object({ ids: bulkIds }),
  response: bulkAnswer,
})

/** Manually sets the outcome of a sending with an unknown result. */
export const setSendingStatus = endpoint({
  ...write,
  id: 'setSendingStatus',
  method: 'POST',
  path: '/app/sendings/{sending_id}/status',
  summary: 'Mark a sending of unknown result: it arrived, or it failed',
  description: 'Of a sending that is UNKNOWN or FAILED; others answer 409 sending_in_progress or sending_decided.',
  params: named,
  body: z.object({
    status: z.enum(['SENT', 'FAILED']).describe('What happened.'),
    message: z.string().trim().max(500).default('').describe('How that is known.'),
  }),
  response: Sending,
})
