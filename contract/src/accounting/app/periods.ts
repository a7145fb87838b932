import { z } from 'zod'
import { invoiceKinds } from '../../billing/app/document.ts'
import { Month } from '../../books/app.ts'
import { endpoint, ofApplication } from '../../endpoint.ts'
import { bulkAnswer, bulkIds } from '../../listing.ts'
import { LocalDate, Uuid, UuidOut } from '../../scalars.ts'

/** States of a document that blocks closing its month. */
export const unpostedStates = ['DRAFT', 'NOT_POSTED', 'WAITING', 'TODO', 'FAILED'] as const

/** Document of a month that is not posted. */
export const UnpostedDocument = z
  .object({
    invoice_id: UuidOut.describe('Id of the document.'),
    name: z.string().nullable().describe('Its number, or that of the supplier; null for drafts without one.'),
    kind: z.enum(invoiceKinds).describe('Kind of document.'),
    state: z.enum(unpostedStates).describe('How far it is.'),
    company_name: z.string().describe('Name of the customer or supplier.'),
    booking_date: LocalDate.describe('Day it counts in the books.'),
    total: z.string().describe('Total with tax, as text.'),
    currency: z.string().describe('Currency of the total.'),
    message: z.string().describe('What to do.'),
  })
  .meta({ id: 'AppUnpostedDocument' })
export type UnpostedDocument = z.output<typeof UnpostedDocument>

/** Documents that block closing a month. */
export const listUnpostedDocuments = endpoint({
  ...ofApplication,
  id: 'listUnpostedDocuments',
  method: 'GET',
  path: '/app/booking-periods/unposted-documents',
  permission: 'period.close',
  summary: 'Documents of a month that are not posted',
  query: z.object({
    billing_entity_id: Uuid.describe('Id of the billing entity.'),
    month: Month.describe('Month, as 2026-11.'),
  }),
  response: z.object({
    items: z.array(UnpostedDocument).describe('Those of the earliest day first, at most 200.'),
    total: z.int().describe('All of them.'),
    carry_over_to: z.string().describe('The month they are carried over to, as 2026-12.'),
  }),
})

/** Carries documents over to a later month. */
export const carryOverDocuments = endpoint({
  ...ofApplication,
  id: 'carryOverDocuments',
  method: 'POST',
  path: '/app/booking-periods/carry-over',
  permission: 'period.close',
  summary: 'Carry documents over to the next month',
  description:
    'Each document on its own: it counts in the books on the first day of the next open month, and keeps its own date. ' +
    'An entry of the ledger is reversed in the month it was booked in.',
  body: z.object({ ids: bulkIds }),
  response: bulkAnswer,
})
