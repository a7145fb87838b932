import { z } from 'zod'
import { endpoint, ofApplication } from '../../endpoint.ts'
import { openSet, UtcInstant, Uuid, UuidOut } from '../../scalars.ts'

/**
 * Requests of carriers and customers to the office: another price for a trip, a change or the cancellation of an order.
 */
export const doorRequestKinds = ['OFFER', 'CHANGE', 'CANCEL'] as const

/** States of a request. */
export const doorRequestStates = ['OPEN', 'ACCEPTED', 'DECLINED'] as const

/** Request to be decided by the office. */
export const OpenDoorRequest = z
  .object({
    door_request_id: UuidOut.describe('Id of the request.'),
    kind: openSet(doorRequestKinds).describe(
      'OFFER: a carrier offers another price for a trip. CHANGE, CANCEL: a customer requests a change or the cancellation of an order.',
    ),
    amount: z.string().nullable().describe('Price that the carrier asks, as a decimal; null for other kinds.'),
    agreed: z
      .string()
      .nullable()
      .describe('What the trip costs as it stands, in the same currency; null when unknown.'),
    currency: z.string().nullable().describe('Currency of the price; null for other kinds.'),
    text: z.string().nullable().describe('What was written; null without.'),
    company_name: z.string().describe('Carrier or customer that asks.'),
    requested_by: z.string().nullable().describe('Office or person that has the link; null when unknown.'),
    requested_at: UtcInstant.describe('When it was asked.'),
  })
  .meta({ id: 'AppOpenDoorRequest' })
export type OpenDoorRequest = z.output<typeof OpenDoorRequest>

/** Decision of the office. */
export const DoorDecision = z
  .discriminatedUnion('decision', [
    z.object({
      decision: z.literal('ACCEPTED').describe('It is done as it was asked.'),
      answer: z.string().trim().max(1_000).nullish().describe('What is said to it.'),
    }),
    z.object({
      decision: z.literal('DECLINED').describe('It is not done.'),
      answer: z.string().trim().min(1).max(1_000).describe('Why; shown to the one who asked.'),
    }),
  ])
  .meta({ id: 'AppDoorDecision' })
export type DoorDecision = z.output<typeof DoorDecision>

const Decided = z
  .object({ state: openSet(doorRequestStates).describe('ACCEPTED or DECLINED.') })
  .meta({ id: 'AppDecidedDoorRequest' })

const RequestId = Uuid.describe('Id of the request.')

/** Accepts or declines a carrier's price for a trip (DOOR-14). */
export const decideCarrierOffer = endpoint({
  ...ofApplication,
  id: 'decideCarrierOffer',
  method: 'POST',
  path: '/app/trips/{trip_id}/offers/{door_request_id}',
  summary: 'Take or decline the price that a carrier asks',
  description:
    'ACCEPTED makes it the cost of the trip, and the trip accepted by its carrier. The same decision again answers the same; another one, or an offer that was replaced, answers 409.',
  permission: 'dispatch.write',
  params: z.object({ trip_id: Uuid.describe('Id of the trip.'), door_request_id: RequestId }),
  body: DoorDecision,
  response: Decided,
})

/** Accepts or declines a customer's request about an order (DOOR-15). */
export const decideOrderRequest = endpoint({
  ...ofApplication,
  id: 'decideOrderRequest',
  method: 'POST',
  path: '/app/orders/{order_id}/requests/{door_request_id}',
  summary: 'Accept or decline what a customer asks of an order',
  description:
    'ACCEPTED cancels the order of a CANCEL; of a CHANGE it says that a person has made it. The same decision again answers the same; another one answers 409.',
  permission: 'order.write',
  params: z.object({ order_id: Uuid.describe('Id of the order.'), door_request_id: RequestId }),
  body: DoorDecision,
  response: Decided,
})
