import { z } from 'zod'
import { endpoint } from '../../endpoint.ts'
import { Facts } from '../../rates/app/facts.ts'
import { ExplainedRating } from '../../rates/app/rating.ts'
import { UtcInstant, Uuid } from '../../scalars.ts'

const shared = {
  tag: 'application',
  auth: 'session',
  limit: 'none',
  since: '0.1.0',
  added: true,
  method: 'GET',
} as const
const OrderParams = z.object({ order_id: Uuid.describe('Id of the order.') })
const TripParams = z.object({ trip_id: Uuid.describe('Id of the trip.') })

/** Explanation of an order's or trip's last rating, recalculated from stored facts. */
export const RatingExplanation = z
  .object({
    phase: z.enum(['EXPECTED', 'ACTUAL']).describe('EXPECTED while times are planned, ACTUAL when they are reported.'),
    rated_at: UtcInstant.describe('When it was rated.'),
    message: z.string().describe('Why there is no price, what is missing, or which card was used.'),
    is_shipment: z.boolean().describe('Whether it is priced together with other orders.'),
    explanation: ExplainedRating.describe('How the price is calculated.'),
    facts: Facts.describe('What it was rated from; the test bench takes it as it is.'),
  })
  .meta({ id: 'AppRatingExplanation' })
export type RatingExplanation = z.output<typeof RatingExplanation>

/** Explains the sales of an order (CHARGE-14). */
export const explainOrder = endpoint({
  ...shared,
  id: 'explainOrder',
  path: '/app/orders/{order_id}/rating',
  permission: 'charge.read',
  summary: 'Explain the price of an order',
  description: 'An order that was not rated is 404.',
  params: OrderParams,
  response: RatingExplanation,
})

/** Explains the costs of a trip, for users who may see costs. */
export const explainTrip = endpoint({
  ...shared,
  id: 'explainTrip',
  path: '/app/trips/{trip_id}/rating',
  permission: 'charge.approve',
  summary: 'Explain the costs of a trip',
  description: 'A trip that was not rated is 404.',
  params: TripParams,
  response: RatingExplanation,
})
