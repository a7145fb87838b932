import { z } from 'zod'
import { endpoint, ofApplication } from '../../endpoint.ts'
import { bulkAnswer, bulkIds } from '../../listing.ts'
import { languages } from '../../reading/languages.ts'
import { UtcInstant, Uuid, UuidOut } from '../../scalars.ts'
import { longestBody, longestSubject, MailKind } from './templates.ts'

/** E-mail statuses. */
export const mailStatuses = ['PENDING', 'STARTED', 'SENT', 'FAILED', 'UNKNOWN'] as const

/** E-mail stored with its order or trip. */
export const Mail = z
  .object({
    mail_id: UuidOut.describe('Id of the e-mail.'),
    kind: MailKind.describe('Which e-mail.'),
    order_id: UuidOut.nullable().describe('Order it is about; null when it is about a trip.'),
    trip_id: UuidOut.nullable().describe('Trip it is about; null when it is about an order.'),
    company_name: z.string().describe('Name of the company it is for.'),
    address: z.string().describe('E-mail address.'),
    language: z.enum(languages).describe('Its language.'),
    subject: z.string().describe('Subject.'),
    body: z.string().describe('Text.'),
    status: z
      .enum(mailStatuses)
      .describe(
        'PENDING: not begun, or to be attempted again. STARTED: being sent. SENT: accepted. FAILED: it was not sent. ' +
          'UNKNOWN: it may have been sent; a person has to find out.',
      ),
    failure: z.string().nullable().describe('Why it failed, is unknown or has to be attempted again.'),
    attempts: z.int().min(0).describe('Attempts so far.'),
    has_repeat: z.boolean().describe('Whether a person sent it again.'),
    is_automatic: z.boolean().describe('Whether it was sent by itself.'),
    requested_by: z.string().nullable().describe('Name of the user.'),
    created_at: UtcInstant.describe('When it was requested.'),
    finished_at: UtcInstant.nullable().describe('When it ended.'),
    finished_by: z.string().nullable().describe('Name of the user who marked it; null when its result did.'),
  })
  .meta({ id: 'AppMail' })
export type Mail = z.output<typeof Mail>

/** An e-mail before it is sent. */
export const MailDraft = z
  .object({
    company_name: z.string().describe('Name of the company it is for.'),
    address: z.string().nullable().describe('Address of its contact; null when none is known.'),
    language: z.enum(languages).describe('Language of the company, else that of the organisation.'),
    subject: z.string().describe('Subject.'),
    body: z.string().describe('Text.'),
    is_possible: z.boolean().describe('Whether a mail server is set up.'),
    asked: z
      .object({
        at: UtcInstant.describe('When.'),
        by: z.string().nullable().describe('Name of the user.'),
      })
      .nullable()
      .describe('PROOF_REQUEST: when the carrier was asked within the last 24 hours; null otherwise.'),
  })
  .meta({ id: 'AppMailDraft' })
export type MailDraft = z.output<typeof MailDraft>

/** E-mail kinds about an order. */
export const orderMailKinds = ['ORDER_CONFIRMATION', 'DELAY', 'PROOF_REQUEST'] as const

const ofOrder = { order_id: Uuid.describe('Id of the order.') }
const ofTrip = { trip_id: Uuid.describe('Id of the trip.') }
const orderKind = z.enum(orderMailKinds).describe('Which e-mail.')
const language = z.enum(languages).optional().describe('Language; that of the company when absent.')
const address = z.string().trim().max(200).optional().describe('E-mail address; that of the contact when absent.')
const listed = z.object({ items: z.array(Mail).describe('The latest first.') })
/** User's text in place of the template. */
const ownText = {
  subject: z.string().trim().min(1).max(longestSubject).optional().describe('Subject; that of the draft when absent.'),
  body: z.string().trim().min(1).max(longestBody).optional().describe('Text; that of the draft when absent.'),
}
const draftQuery = z.object({ language })

/** E-mails of an order. */
export const listOrderMails = endpoint({
  ...ofApplication,
  id: 'listOrderMails',
  method: 'GET',
  path: '/app/orders/{order_id}/mails',
  permission: 'order.read',
  summary: 'E-mails of an order',
  description: 'About the order, and about the trips it is on.',
  params: z.object(ofOrder),
  response: listed,
})

/** Draft of an e-mail about an order. */
export const draftOrderMail = endpoint({
  ...ofApplication,
  id: 'draftOrderMail',
  method: 'GET',
  path: '/app/orders/{order_id}/mails/{mail_kind}/draft',
  permission: 'order.read',
  summary: 'Draft of an e-mail about an order',
  description:
    'Nothing is stored. 409 for a delay when no stop of the order is expected late, and for a request of the proof of ' +
    'delivery when no carrier delivered the order.',
  params: z.object({ ...ofOrder, mail_kind: orderKind }),
  query: draftQuery,
  response: MailDraft,
})

/** Sends an e-mail about an order to its customer, or to the carrier that delivered it. */
export const sendOrderMail = endpoint({
  ...ofApplication,
  id: 'sendOrderMail',
  method: 'POST',
  creates: 'header',
  path: '/app/orders/{order_id}/mails',
  permission: 'order.write',
  summary: 'Send an e-mail about an order',
  description:
    'To the customer, in its language; PROOF_REQUEST to the carrier that delivered the order. 409 without a mail server, an ' +
    'address or, for a delay, a late stop; proof_requested when the carrier was asked within the last 24 hours and ' +
    'is_confirmed is not true.',
  params: z.object(ofOrder),
  body: z.object({
    kind: orderKind,
    language,
    address,
    ...ownText,
    is_confirmed: z.boolean().optional().describe('PROOF_REQUEST: ask again within 24 hours.'),
  }),
  response: Mail,
})

/** E-mails of a trip. */
export const listTripMails = endpoint({
  ...ofApplication,
  id: 'listTripMails',
  method: 'GET',
  path: '/app/trips/{trip_id}/mails',
  permission: 'trip.read',
  summary: 'E-mails of a trip',
  params: z.object(ofTrip),
  response: listed,
})

/** Draft of a trip's dispatch e-mail. */
export const draftTripMail = endpoint({
  ...ofApplication,
  id: 'draftTripMail',
  method: 'GET',
  path: '/app/trips/{trip_id}/mails/draft',
  permission: 'trip.read',
  summary: 'Draft of the dispatch of a trip by e-mail',
  description: 'Nothing is stored. 409 when no carrier drives the trip.',
  params: z.object(ofTrip),
  query: draftQuery,
  response: MailDraft,
})

/** Sends a trip to its carrier. */
export const sendTripMail = endpoint({
  ...ofApplication,
  id: 'sendTripMail',
  method: 'POST',
  creates: 'header',
  path: '/app/trips/{trip_id}/mails',
  permission: 'dispatch.write',
  summary: 'Send a trip to its carrier by e-mail',
  description: 'In the language of the carrier. 409 without a mail server, a carrier or an address.',
  params: z.object(ofTrip),
  body: z.object({ language, address, ...ownText }),
  response: Mail,
})

/** Repeats finished e-mails, as new ones. */
export const resendMails = endpoint({
  ...ofApplication,
  id: 'resendMails',
  method: 'POST',
  path: '/app/mails/resend',
  permission: 'order.write',
  summary: 'Send e-mails again',
  description:
    'The same text to the same address. What is still being sent, or was sent again already, is rejected, each on its own.',
  body: z.object({ ids: bulkIds }),
  response: bulkAnswer,
})

/** Manually sets the outcome of an e-mail with an unknown result. */
export const setMailStatus = endpoint({
  ...ofApplication,
  id: 'setMailStatus',
  method: 'POST',
  path: '/app/mails/{mail_id}/status',
  permission: 'order.write',
  summary: 'Mark an e-mail of unknown result: it arrived, or it failed',
  description: 'Of an e-mail that is UNKNOWN or FAILED; others answer 409 sending_in_progress or sending_decided.',
  params: z.object({ mail_id: Uuid.describe('Id of the e-mail.') }),
  body: z.object({ status: z.enum(['SENT', 'FAILED']).describe('What happened.') }),
  response: Mail,
})
