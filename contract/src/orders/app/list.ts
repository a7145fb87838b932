import { z } from 'zod'
import { endpoint, ofApplication } from '../../endpoint.ts'
import { listWindow, someOf, someTexts, windowMembers } from '../../listing.ts'
import { LocalDate, openSet, UtcInstant, Uuid, UuidOut } from '../../scalars.ts'
import { holdReasonCodes } from '../hold-reason.ts'
import { orderStates } from '../states.ts'
import { WorstPunctuality } from './punctuality.ts'

const Place = z
  .object({
    name: z.string().nullable().describe('Name of the place, null for an address without one.'),
    city: z.string().nullable().describe('Town.'),
    country: z.string().nullable().describe('Two-letter country code.'),
  })
  .meta({ id: 'AppOrderPlace' })

/** Display name of an order's carrier or resources. */
const OrderCarrier = z
  .object({
    resource_type: z.string().describe('What it is.'),
    name: z.string().describe('What it is called on the trip.'),
    license_plate: z.string().nullable().describe('Number plate on the trip.'),
  })
  .meta({ id: 'AppOrderCarrier' })

/** Load of an order, as far as its goods specify it. */
export const OrderLoad = z
  .object({
    pieces: z.number().describe('Pieces of all goods.'),
    weight_kg: z.number().describe('Weight.'),
    loading_meters: z.number().describe('Loading metres.'),
  })
  .meta({ id: 'AppOrderLoad' })
export type OrderLoad = z.output<typeof OrderLoad>

/** Order in a list. */
export const ListedOrder = z
  .object({
    order_id: UuidOut.describe('Id of the order.'),
    order_number: z.string().describe('Number for people.'),
    order_identifier: z.string().describe("The caller's own key."),
    status: openSet(orderStates).describe('State; BLOCKED while the order is on hold.'),
    block_reason: z.string().nullable().describe('Why it is on hold.'),
    hold_reason_code: openSet(holdReasonCodes)
      .nullable()
      .describe('Why Cartage itself put it on hold; null for a reason that a person wrote.'),
    customer: z
      .object({ company_id: UuidOut.describe('Id of the company.'), name: z.string().describe('Its name.') })
      .describe('Who ordered.'),
    customer_reference_number: z.string().nullable().describe("The customer's reference."),
    from: Place.nullable().describe('Where the first pickup is.'),
    to: Place.nullable().describe('Where the last delivery is.'),
    pickup_on: LocalDate.nullable().describe('Day of the first pickup.'),
    pickup_from: z.string().nullable().describe('Beginning of its time window, HH:mm.'),
    delivery_on: LocalDate.nullable().describe('Day of the last delivery.'),
    delivery_from: z.string().nullable().describe('Beginning of its time window, HH:mm.'),
    container_number: z.string().nullable().describe('Container number.'),
    container_type: z.string().nullable().describe('Code of the container type.'),
    container_scenario: openSet(['IMPORT', 'EXPORT']).nullable().describe('Import or export.'),
    is_adr: z.boolean().describe('Carries dangerous goods.'),
    is_tempered: z.boolean().describe('Has a temperature to be kept.'),
    temperature_degrees: z.number().nullable().describe('Ordered temperature of the first good that has one.'),
    load: OrderLoad.describe('How much it loads.'),
    carriers: z
      .array(OrderCarrier)
      .describe('What carries it now: of its trip that is not over, else of the last one.'),
    subcontractor: z.string().nullable().describe('Name of the company that drives that trip, when it is not our own.'),
    expected_at: UtcInstant.nullable().describe('Actual arrival at the last delivery, else its ETA, else its plan.'),
    is_delivered: z.boolean().describe('The last delivery was reached: expected_at is the actual time.'),
    eta_is_estimated: z.boolean().describe('expected_at is an ETA, and no router gave its driving times.'),
    created_at: UtcInstant.describe('When the order was created.'),
    punctuality: WorstPunctuality.nullable().describe(
      'Of the stop that is furthest off; null without a day or a plan.',
    ),
  })
  .meta({ id: 'AppListedOrder' })
export type ListedOrder = z.output<typeof ListedOrder>

/** Sort orders of the order list; a minus reverses. */
export const orderSorts = ['created', '-created', 'pickup', '-pickup'] as const

const yes = z
  .enum(['true', 'false'])
  .optional()
  .transform((value) => (value === undefined ? undefined : value === 'true'))

/** Filters of a list of orders; they are AND-ed, the values of one are OR-ed. */
export const orderFilters = {
  q: z
    .string()
    .trim()
    .max(100)
    .optional()
    .describe('Beginning of the number, the identifier, the customer reference or the container number.'),
  status: someOf(orderStates).describe('States, with commas between them; all but BLOCKED leave orders on hold out.'),
  company: someTexts.pipe(z.array(Uuid)).describe('Ids of customers, with commas between them.'),
  pickup_from: LocalDate.optional().describe('Pickup on this day or later.'),
  pickup_to: LocalDate.optional().describe('Pickup on this day or earlier.'),
  scenario: someOf(['IMPORT', 'EXPORT']).describe('Import, export, or both; then only container orders.'),
  is_adr: yes.describe('Dangerous goods only, or none.'),
  is_tempered: yes.describe('With a temperature only, or without.'),
}

const shared = {
  ...ofApplication,
  permission: 'order.read',
} as const

/** One page of the matching orders, newest first by default. */
export const listOrders = endpoint({
  ...shared,
  id: 'listOrders',
  method: 'GET',
  path: '/app/orders',
  summary: 'List orders',
  description: 'In a list of more than 5,000 orders the total may be as it was a few minutes ago; the rows never are.',
  query: z.object({
    ...windowMembers,
    ...orderFilters,
    sort: z.enum(orderSorts).default('-created').describe('Order of the rows.'),
  }),
  response: listWindow(ListedOrder),
})

const Tally = z.int().min(0).describe('In a long list it may be as it was a few minutes ago.')

/** Order counts of each state under the other filters. */
export const countOrders = endpoint({
  ...shared,
  id: 'countOrders',
  method: 'GET',
  path: '/app/orders/counts',
  summary: 'Count orders by state',
  query: z.object(orderFilters),
  response: z.object({ all: Tally, by_status: z.record(z.string(), Tally).describe('By state.') }),
})

/** All matching orders, as CSV. */
export const exportOrderList = endpoint({
  ...shared,
  id: 'exportOrderList',
  method: 'GET',
  path: '/app/orders/csv',
  summary: 'Orders as CSV',
  description: 'Streamed, UTF-8 with a byte order mark, one line an order, newest first, every match.',
  query: z.object(orderFilters),
  responseType: 'bytes',
})

/** Bulk action on orders. */
export const changeOrders = endpoint({
  ...shared,
  id: 'changeOrders',
  method: 'POST',
  path: '/app/orders/bulk',
  permission: 'order.write',
  summary: 'Do one thing to many orders',
  description: 'Each order on its own: a rejection of one does not stop the others.',
  body: z.object({
    action: z
      .enum(['skip', 'block', 'unblock', 'cancel', 'confirm'])
      .describe('What is to be done. confirm makes a quote an order that can be planned.'),
    reason: z.string().trim().min(1).max(500).optional().describe('Why; needed to block.'),
    order_ids: z.array(Uuid).min(1).max(500).describe('Ids of the orders.'),
  }),
  response: z.object({
    items: z
      .array(
        z.object({
          order_id: UuidOut.describe('Id of the order.'),
          is_done: z.boolean().describe('Whether it was done.'),
          message: z.string().nullable().describe('Why not, and what to do next.'),
        }),
      )
      .describe('One for each order, as they were sent.'),
  }),
})
