import { z } from 'zod'
import { endpoint, ofApplication } from '../../endpoint.ts'
import { listWindow, someOf, someTexts, tally, windowMembers } from '../../listing.ts'
import { chargeSides } from '../../rates/app/charge-type.ts'
import { LocalDate, Uuid, UuidOut } from '../../scalars.ts'
import { Charge, chargeApprovals, chargeOrigins, chargeStatuses } from './charge.ts'

const reads = { ...ofApplication, permission: 'charge.read' } as const

/** Why an order is not billed yet. */
export const unbilledReasons = [
  'NO_CARD',
  'INCOMPLETE',
  'ZERO_BASE',
  'APPROVAL',
  'TAX_HOLD',
  'READY',
  'DRAFT',
  'MINIMUM',
] as const
export type UnbilledReason = (typeof unbilledReasons)[number]

/** Billing stages of an order. */
export const invoiceTabs = ['review', 'to_request', 'requested', 'rejected', 'ready', 'draft'] as const
export type InvoiceTab = (typeof invoiceTabs)[number]

/** Unbilled order in a list. */
export const UnbilledOrder = z
  .object({
    order_id: UuidOut.describe('Id of the order.'),
    order_number: z.string().describe('Number of the order.'),
    order_status: z.string().describe('Status of the order.'),
    customer_reference_number: z.string().nullable().describe("The customer's reference."),
    company_id: UuidOut.describe('The company that is billed.'),
    company_name: z.string().describe('Its name.'),
    completed_on: z.string().nullable().describe('Last day of the work.'),
    reason: z.enum(unbilledReasons).describe('What the order waits for.'),
    amount: z.string().describe('Sum of what is left to bill, without tax.'),
    currency: z.string().nullable().describe('Currency; null without charges.'),
    charge_count: z.int().min(0).describe('Charges that are left to bill.'),
    waiting_count: z.int().min(0).describe('Charges of these that wait for an approval.'),
    waiting_charge_id: UuidOut.nullable().describe('Id of the first of these; null when there is none.'),
  })
  .meta({ id: 'AppUnbilledOrder' })
export type UnbilledOrder = z.output<typeof UnbilledOrder>

export const unbilledSorts = ['day', '-day'] as const

/** Filters of the orders to invoice; they are AND-ed, the values of one are OR-ed. */
export const unbilledFilters = {
  tab: z.enum(invoiceTabs).optional().describe('Where the order is on its way to an invoice.'),
  reason: someOf(unbilledReasons).describe('What the order waits for, with commas between them.'),
  company: someTexts.pipe(z.array(Uuid)).describe('Ids of the companies that are billed, with commas between them.'),
  until: LocalDate.optional().describe('Last day of the work, or an earlier one.'),
  q: z.string().trim().max(100).optional().describe('Beginning of the number of the order.'),
}

/** One page of the orders to invoice. */
export const listUnbilledOrders = endpoint({
  ...reads,
  id: 'listUnbilledOrders',
  method: 'GET',
  path: '/app/orders-to-invoice',
  summary: 'List orders to invoice',
  query: z.object({
    ...windowMembers,
    ...unbilledFilters,
    sort: z.enum(unbilledSorts).default('day').describe('Order of the rows.'),
  }),
  response: listWindow(UnbilledOrder),
})

/** Order counts of each tab and reason under the other filters. */
export const countUnbilledOrders = endpoint({
  ...reads,
  id: 'countUnbilledOrders',
  method: 'GET',
  path: '/app/orders-to-invoice/counts',
  summary: 'Count orders to invoice',
  query: z.object(unbilledFilters),
  response: z.object({ by_tab: tally.describe('By tab.'), by_reason: tally.describe('By reason.') }),
})

/** All matching orders to invoice, as CSV. */
export const exportUnbilledOrders = endpoint({
  ...reads,
  id: 'exportUnbilledOrders',
  method: 'GET',
  path: '/app/orders-to-invoice/csv',
  summary: 'Orders to invoice as CSV',
  description: 'Streamed, UTF-8 with a byte order mark, one line an order, the oldest work first, every match.',
  query: z.object(unbilledFilters),
  responseType: 'bytes',
})

const yes = z
  .enum(['true', 'false'])
  .optional()
  .transform((value) => value === 'true')

/** Filters of the list of charges; they are AND-ed, the values of one are OR-ed. */
export const chargeFilters = {
  side: z.enum(chargeSides).default('SALES').describe('Sales or costs.'),
  status: someOf(chargeStatuses).describe('How far they are billed, with commas between them.'),
  approval: someOf(chargeApprovals).describe('Approvals, with commas between them.'),
  origin: someOf(chargeOrigins).describe('Where they come from, with commas between them.'),
  type: someTexts.describe('Codes of charge types, with commas between them.'),
  company: someTexts.pipe(z.array(Uuid)).describe('Ids of companies, with commas between them.'),
  outdated: yes.describe('True: only overrides that rating says something else about since.'),
  q: z
    .string()
    .trim()
    .max(100)
    .optional()
    .describe('Beginning of the number of the order, or of the name of the trip.'),
}

export const chargeSorts = ['newest', 'oldest'] as const

/** One page of the charges. */
export const listCharges = endpoint({
  ...reads,
  id: 'listCharges',
  method: 'GET',
  path: '/app/charges',
  summary: 'List charges and costs',
  query: z.object({
    ...windowMembers,
    ...chargeFilters,
    sort: z.enum(chargeSorts).default('newest').describe('Order of the rows.'),
  }),
  response: listWindow(Charge),
})

/** Charge counts of each value under the other filters, up to 10,000. */
export const countCharges = endpoint({
  ...reads,
  id: 'countCharges',
  method: 'GET',
  path: '/app/charges/counts',
  summary: 'Count charges and costs',
  query: z.object(chargeFilters),
  response: z.object({
    by_status: tally.describe('By status.'),
    by_approval: tally.describe('By approval.'),
    by_type: tally.describe('By charge type.'),
    outdated: z.int().min(0).describe('Overrides that rating says something else about since.'),
  }),
})

/** All matching charges, as CSV. */
export const exportCharges = endpoint({
  ...reads,
  id: 'exportCharges',
  method: 'GET',
  path: '/app/charges/csv',
  summary: 'Charges and costs as CSV',
  description: 'Streamed, UTF-8 with a byte order mark, one line a charge, the oldest first, every match.',
  query: z.object(chargeFilters),
  responseType: 'bytes',
})

const sums = z
  .array(
    z.object({
      currency: z.string().describe('Currency.'),
      amount: z.string().describe('Sum without tax.'),
    }),
  )
  .describe('Sums by currency.')

/** Completed unbilled work, and what needs a person. */
export const MoneyHome = z
  .object({
    count: z.int().min(0).describe('Orders that are done and not billed.'),
    sums,
    oldest: z.string().nullable().describe('Day of the oldest work among them.'),
    by_reason: z
      .array(
        z.object({
          reason: z.enum(unbilledReasons).describe('What they wait for.'),
          count: z.int().min(0).describe('Orders.'),
          sums,
          oldest: z.string().nullable().describe('Day of the oldest work.'),
        }),
      )
      .describe('By what they wait for.'),
    by_company: z
      .array(
        z.object({
          company_id: UuidOut.describe('The company that is billed.'),
          company_name: z.string().describe('Its name.'),
          count: z.int().min(0).describe('Orders.'),
          sums,
          oldest: z.string().nullable().describe('Day of the oldest work.'),
        }),
      )
      .describe('By customer, the most orders first, at most 20.'),
    approvals: tally.describe('Charges that wait, by approval.'),
    outdated: z.int().min(0).describe('Overrides that rating says something else about since.'),
  })
  .meta({ id: 'AppMoneyHome' })
export type MoneyHome = z.output<typeof MoneyHome>

/** Content of the money page. */
export const getMoneyHome = endpoint({
  ...reads,
  id: 'getMoneyHome',
  method: 'GET',
  path: '/app/money',
  summary: 'Work done and not billed',
  response: MoneyHome,
})
