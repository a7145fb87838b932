import { z } from 'zod'
import { endpoint, ofApplication } from '../../endpoint.ts'
import { LocalDate, UuidOut } from '../../scalars.ts'

/** Grouping of sales and costs. */
export const marginGroups = ['order', 'trip', 'customer', 'week'] as const
export type MarginGroup = (typeof marginGroups)[number]

const figures = {
  sales: z.string().describe('Sales without tax, without what was credited.'),
  cost: z.string().describe('Costs.'),
  margin: z.string().describe('Sales minus costs.'),
  expected_sales: z
    .string()
    .nullable()
    .describe('Sales as expected when the trip was confirmed, of the orders of which they are known; null: of none.'),
  unexpected_sales: z.int().min(0).describe('Orders of which no sales were expected then.'),
  expected_cost: z
    .string()
    .nullable()
    .describe('Costs as expected then, of the orders of which they are known; null: of none.'),
  unexpected_cost: z.int().min(0).describe('Orders of which no costs were expected then.'),
  unpriced: z.int().min(0).describe('Orders without any charge to their customer: their sales are 0.'),
}

/** Sales, costs and margin of an order, trip, customer or week. */
export const MarginRow = z
  .object({
    id: UuidOut.nullable().describe('Id of the order, trip or customer; null for a week.'),
    name: z.string().describe('Number, name, or the Monday of the week.'),
    order_count: z.int().min(0).describe('Orders in it.'),
    ...figures,
  })
  .meta({ id: 'AppMarginRow' })
export type MarginRow = z.output<typeof MarginRow>

/** Margin of the orders of a period. */
export const listMargin = endpoint({
  ...ofApplication,
  // Order entry staff see charges but no costs.
  permission: 'charge.approve',
  id: 'listMargin',
  method: 'GET',
  path: '/app/margin',
  summary: 'Sales, costs and margin',
  description:
    'Of orders that are picked up in the period, at most 366 days. Amounts in another currency are converted at the rate of ' +
    'that day.',
  query: z.object({
    by: z.enum(marginGroups).default('customer').describe('What is added up.'),
    from: LocalDate.describe('First day.'),
    to: LocalDate.describe('Last day.'),
  }),
  response: z.object({
    currency: z.string().describe('Currency of the figures: that of the haulier.'),
    items: z.array(MarginRow).describe('The lowest margin first, weeks by day; at most 500.'),
    total: z.object({ ...figures, order_count: z.int().min(0).describe('Orders.') }).describe('Of all orders.'),
    unconverted: z.int().min(0).describe('Amounts left out because there is no exchange rate for their currency.'),
  }),
})
