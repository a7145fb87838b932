import { z } from 'zod'
import { AuditRecord } from '../../audit/app.ts'
import { endpoint, ofApplication } from '../../endpoint.ts'
import { RecentEvent } from '../../events/app.ts'
import { openSet, UtcInstant, Uuid } from '../../scalars.ts'
import { holdReasonCodes } from '../hold-reason.ts'
import { OrderExport } from '../order-input.ts'
import { OrderWithStatus } from '../order-status.ts'
import { StopFacts, WorstPunctuality } from './punctuality.ts'

/** Which parts of an order are still editable, depending on its state and the stops reached. */
export const OrderEditable = z
  .object({
    customer: z.boolean().describe('Who ordered.'),
    start: z.boolean().describe('Whether it is a quote.'),
    transport: z.boolean().describe('Service, container, consignments, stops and goods.'),
    references: z.boolean().describe('References, instructions and everything else.'),
    frozen_stops: z
      .array(
        z.object({
          path: z.string().describe('Where the export has the stop, for example consignments.0.pickup_stop.'),
          status: openSet(['AT_STOP', 'COMPLETED']).describe('Why it may not be changed.'),
        }),
      )
      .describe('Stops that were reached.'),
  })
  .meta({ id: 'AppOrderEditable' })
export type OrderEditable = z.output<typeof OrderEditable>

/** Order for its page: the published response and additional data. */
export const OrderRecord = z
  .object({
    order: OrderWithStatus.describe('As GET order/status answers it.'),
    order_number: z.string().describe('Number for people.'),
    status: z.string().describe('State without the hold.'),
    is_blocked: z.boolean().describe('Whether it is on hold.'),
    block_reason: z.string().nullable().describe('Why it is on hold.'),
    hold_reason_code: openSet(holdReasonCodes)
      .nullable()
      .describe('Why Cartage itself put it on hold; null for a reason that a person wrote.'),
    version: z.int().describe('Rises with each change.'),
    updated_at: UtcInstant.describe('When it changed last.'),
    editable: OrderEditable.describe('What may still be changed.'),
    punctuality: WorstPunctuality.nullable().describe(
      'Of the stop with the largest deviation; null when there is nothing to compare.',
    ),
    stop_facts: z.array(StopFacts).describe('Time zone and punctuality of each stop, in sequence.'),
  })
  .meta({ id: 'AppOrderRecord' })
export type OrderRecord = z.output<typeof OrderRecord>

/** One order for its page and its panel. */
export const getOrderRecord = endpoint({
  ...ofApplication,
  id: 'getOrderRecord',
  method: 'GET',
  path: '/app/orders/{order_id}',
  summary: 'Read an order for a screen',
  permission: 'order.read',
  params: z.object({ order_id: Uuid.describe('Id of the order.') }),
  response: OrderRecord,
})

const shared = {
  ...ofApplication,
  permission: 'order.read',
  params: z.object({ order_id: Uuid.describe('Id of the order.') }),
} as const

/** Events of an order and its stops, with delivery progress. */
export const listOrderEvents = endpoint({
  ...shared,
  id: 'listOrderEvents',
  method: 'GET',
  path: '/app/orders/{order_id}/events',
  summary: 'Events of an order',
  description: 'Of the order and of its stops, newest first, at most 200.',
  response: z.object({ items: z.array(RecentEvent).describe('Newest first.') }),
})

/** History of an order: changes by screen or command. */
export const listOrderHistory = endpoint({
  ...shared,
  id: 'listOrderHistory',
  method: 'GET',
  path: '/app/orders/{order_id}/history',
  summary: 'History of an order',
  description: 'Newest first, at most 200.',
  response: z.object({ items: z.array(AuditRecord).describe('Newest first.') }),
})

/** The order as an upload body. */
export const exportOrderRecord = endpoint({
  ...shared,
  id: 'exportOrderRecord',
  method: 'GET',
  path: '/app/orders/{order_id}/export',
  summary: 'An order as a template',
  description: 'Valid input of POST /v1/orders/order/upload; another identifier creates a copy (EXP-1, EXP-2).',
  response: OrderExport,
})
