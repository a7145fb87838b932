import { z } from 'zod'
import { endpoint, ofApplication } from '../../endpoint.ts'

/** One invariant of money with its violations. */
export const MoneyCheck = z
  .object({
    number: z.int().describe('Its number.'),
    title: z.string().describe('What has to hold.'),
    breaches: z.int().min(0).describe('Records that break it.'),
    rows: z
      .array(
        z.object({
          entity_type: z.string().describe('Kind of the record.'),
          entity_id: z.string().describe('Id of the record.'),
          detail: z.string().describe('What is wrong.'),
        }),
      )
      .describe('The first 100 of them.'),
  })
  .meta({ id: 'AppMoneyCheck' })
export type MoneyCheck = z.output<typeof MoneyCheck>

/** Checks the invariants of money. */
export const runMoneyChecks = endpoint({
  ...ofApplication,
  id: 'runMoneyChecks',
  method: 'GET',
  path: '/app/money/checks',
  permission: 'audit.read',
  summary: 'Check charges, invoices, tasks and the ledger',
  description: 'As `cartage money check`: reads one moment and changes nothing.',
  response: z.object({ items: z.array(MoneyCheck).describe('Each invariant, in their order.') }),
})
