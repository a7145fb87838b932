import { z } from 'zod'
import { sendingStatuses } from '../../billing/app/sending.ts'
import { endpoint, ofApplication } from '../../endpoint.ts'
import { bulkAnswer, mostAtOnce } from '../../listing.ts'
import { LocalDate, UtcInstant, Uuid, UuidOut } from '../../scalars.ts'

/** Overdue invoice with its next reminder. */
export const ReminderProposal = z
  .object({
    invoice_id: UuidOut.describe('Id of the invoice.'),
    document: z.string().describe('Number of the invoice.'),
    company_id: UuidOut.describe('Id of the customer.'),
    company_name: z.string().describe('Name of the customer.'),
    due_date: LocalDate.describe('Day it was due.'),
    days_overdue: z.int().min(1).describe('Days since then.'),
    open: z.string().describe('Open amount, as text.'),
    currency: z.string().describe('Currency of the amount.'),
    address: z.string().nullable().describe('E-mail address for reminders; null when the customer has none.'),
    reminder_level_id: UuidOut.describe('Id of the level that is due.'),
    reminder_level: z.string().describe('Name of that level.'),
    last: z
      .object({
        reminder_level: z.string().describe('Name of its level.'),
        status: z.enum(sendingStatuses).describe('How far it is.'),
        created_at: UtcInstant.describe('When it was sent.'),
      })
      .nullable()
      .describe('The reminder before; null for none.'),
  })
  .meta({ id: 'AppReminderProposal' })
export type ReminderProposal = z.output<typeof ReminderProposal>

/** Overdue invoices with due reminders. */
export const listReminders = endpoint({
  ...ofApplication,
  permission: 'invoice.read',
  id: 'listReminders',
  method: 'GET',
  path: '/app/reminders',
  summary: 'Reminders to send',
  description:
    'Overdue invoices whose highest reminder level that is due was not sent, the oldest due date first, at most 1,000.',
  query: z.object({ company_id: Uuid.optional().describe('Only invoices of this company.') }),
  response: z.object({
    items: z.array(ReminderProposal).describe('Invoices.'),
    has_levels: z.boolean().describe('Whether reminder levels are set up.'),
  }),
})

/** Sends reminders. */
export const sendReminders = endpoint({
  ...ofApplication,
  permission: 'invoice.write',
  id: 'sendReminders',
  method: 'POST',
  creates: 'header',
  path: '/app/reminders',
  summary: 'Send reminders',
  description: 'Each invoice on its own. A level that was sent for an invoice is not sent again.',
  body: z.object({
    items: z
      .array(
        z.object({
          invoice_id: Uuid.describe('Id of the invoice.'),
          reminder_level_id: Uuid.describe('Id of the level, as proposed.'),
        }),
      )
      .min(1)
      .max(mostAtOnce)
      .describe('Invoices with their level.'),
  }),
  response: bulkAnswer,
})
