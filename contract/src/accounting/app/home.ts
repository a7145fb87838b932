import { z } from 'zod'
import { endpoint, ofApplication } from '../../endpoint.ts'
import { UuidOut } from '../../scalars.ts'

const sums = z
  .array(z.object({ currency: z.string().describe('Currency.'), amount: z.string().describe('Sum, as text.') }))
  .describe('Sums by currency.')
const count = z.int().min(0)

/** Money issues that need a person, next to unbilled work; null for members that the role may not see. */
export const MoneyIssues = z
  .object({
    deadlines: z
      .array(
        z.object({
          month: z.string().describe('Month of the work, as 2026-10.'),
          invoice_by: z.string().describe('Last day to invoice it: the 15th of the next month.'),
          count: count.describe('Orders.'),
          sums,
        }),
      )
      .describe('Work with VAT reverse-charged that is not billed, by month, the earliest first.'),
    drafts: z
      .object({ count: count.describe('Drafts, reviewed ones too.'), sums })
      .nullable()
      .describe('Sales documents that are not finalised.'),
    failed_tasks: count.nullable().describe('Failed tasks that were not retried.'),
    overdue: z
      .object({ companies: count.describe('Companies with overdue amounts.'), sums })
      .nullable()
      .describe('Receivables that are overdue.'),
    unsent: count
      .nullable()
      .describe('Finalised documents that did not reach their customer and are not on their way.'),
    failed_sendings: count.nullable().describe('Documents that could not be sent, or perhaps not.'),
    disputed: count.nullable().describe('Purchase documents in dispute.'),
    index_gaps: z
      .array(
        z.object({
          price_index_id: UuidOut.describe('Id of the index.'),
          name: z.string().describe('Its name.'),
          last_day: z.string().nullable().describe('Last day that has a value; null without any.'),
        }),
      )
      .nullable()
      .describe('Price indexes without a value for today.'),
  })
  .meta({ id: 'AppMoneyIssues' })
export type MoneyIssues = z.output<typeof MoneyIssues>

/** Money issues that need a person. */
export const getMoneyIssues = endpoint({
  ...ofApplication,
  id: 'getMoneyIssues',
  method: 'GET',
  path: '/app/money/issues',
  permission: 'charge.read',
  summary: 'What of money needs a person',
  response: MoneyIssues,
})
