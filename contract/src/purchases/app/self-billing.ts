import { z } from 'zod'
import { endpoint, ofApplication } from '../../endpoint.ts'
import { SensibleDay } from '../../reading/entered.ts'
import { Uuid, UuidOut } from '../../scalars.ts'
import { PurchaseRecord } from '../app.ts'

const writing = { ...ofApplication, permission: 'invoice.write' } as const
const params = z.object({ invoice_id: Uuid.describe('Id of the document.') })
const comment = z.string().trim().max(2_000)

/** Result of drafting costs. */
export const SelfBilledDrafts = z
  .object({
    invoice_ids: z.array(UuidOut).describe('Ids of the documents that were written.'),
    rejected: z
      .array(
        z.object({
          charge_id: UuidOut.nullable().describe('Id of the charge; null when no cost of the supplier was drafted.'),
          trip_id: UuidOut.nullable().describe('Id of its trip; null without a charge.'),
          trip_name: z.string().describe('Name of its trip; empty without a charge.'),
          company_id: UuidOut.describe('Id of the supplier.'),
          code: z.string().describe('Why it is on no document.'),
          message: z.string().describe('Why, and what to do next.'),
        }),
      )
      .describe('Charges that are on no document, and suppliers that a fault kept from theirs.'),
  })
  .meta({ id: 'AppSelfBilledDrafts' })

/** Drafts self-billed documents from the costs of completed trips. */
export const createSelfBilledDrafts = endpoint({
  ...writing,
  id: 'createSelfBilledDrafts',
  method: 'POST',
  path: '/app/self-billing/drafts',
  creates: 'header',
  summary: 'Draft self-billed documents',
  description:
    'One document for each supplier with an agreement in force, and more only where currency or tax keep costs apart. ' +
    'It waits until the supplier agrees or the days to object are over.',
  body: z
    .object({
      company_id: Uuid.optional().describe('Id of the supplier; all with an agreement when absent.'),
      from: SensibleDay.describe('First day of supply.'),
      to: SensibleDay.describe('Last day of supply.'),
      date: SensibleDay.optional().describe('Day of the documents; today when absent.'),
    })
    .refine(({ from, to }) => from <= to, { path: ['to'], error: 'is before the first day' }),
  response: SelfBilledDrafts,
})

/** Records the supplier's agreement. */
export const agreeSelfBilled = endpoint({
  ...writing,
  id: 'agreeSelfBilled',
  method: 'POST',
  path: '/app/self-billing/{invoice_id}/agree',
  summary: 'Record that the supplier agrees',
  params,
  body: z.object({ comment: comment.default('').describe('Who agreed, and how.') }),
  response: PurchaseRecord,
})

/** Records the supplier's objection. */
export const objectSelfBilled = endpoint({
  ...writing,
  id: 'objectSelfBilled',
  method: 'POST',
  path: '/app/self-billing/{invoice_id}/object',
  summary: 'Record that the supplier objects',
  description:
    'The document is not finalised until the supplier agrees after all, or it is withdrawn and drafted again.',
  params,
  body: z.object({ reason: comment.min(1).describe('What the supplier objects to.') }),
  response: PurchaseRecord,
})

/** Withdraws a document: its costs can be drafted again. */
export const withdrawSelfBilled = endpoint({
  ...writing,
  id: 'withdrawSelfBilled',
  method: 'POST',
  path: '/app/self-billing/{invoice_id}/withdraw',
  summary: 'Withdraw a self-billed document',
  description: 'Its costs are open again: correct them on the trip, then draft again.',
  params,
  body: z.object({ reason: comment.min(1).describe('Why.') }),
  response: PurchaseRecord,
})

/** Finalises a document agreed by the supplier. */
export const finaliseSelfBilled = endpoint({
  ...ofApplication,
  id: 'finaliseSelfBilled',
  method: 'POST',
  path: '/app/self-billing/{invoice_id}/finalise',
  permission: 'invoice.finalise',
  summary: 'Finalise a self-billed document',
  description: 'It gets the next number of the series of the supplier, PDF and XML, and is posted as a purchase.',
  params,
  body: z.object({
    accepts_old_rate: z
      .boolean()
      .default(false)
      .describe('Whether an exchange rate that is older than 7 days may be used.'),
  }),
  response: PurchaseRecord,
})
