import { z } from 'zod'
import { endpoint, ofApplication } from '../../endpoint.ts'
import { openSet, Uuid } from '../../scalars.ts'

/** Kinds of changes of a planned order. */
export const planChangeKinds = ['PLACE', 'TIME', 'STOP_ADDED', 'STOP_REMOVED', 'GOODS', 'CANCELLED'] as const

/** Short form of a goods item, so that its change is visible. */
export const PlanChangeGood = z
  .object({
    name: z.string().nullable().describe('What it is.'),
    quantity: z.number().nullable().describe('How many pieces.'),
    packaging: z.string().nullable().describe('Their packaging.'),
    weight_kg: z.number().nullable().describe('Gross weight of all pieces in kg.'),
    loading_meters: z.number().nullable().describe('Loading metres of all pieces.'),
    pallet_spaces: z.number().nullable().describe('Pallet spaces of all pieces.'),
    volume_m3: z.number().nullable().describe('Volume of all pieces in cubic metres.'),
    un_numbers: z.array(z.string()).describe('UN numbers of dangerous goods.'),
    temperatures: z.array(z.number()).describe('Degrees Celsius it may have, from the lowest on.'),
  })
  .meta({ id: 'AppPlanChangeGood' })
export type PlanChangeGood = z.output<typeof PlanChangeGood>

/** Value before or after a change. */
export const PlanChangeSide = z
  .object({
    place: z.string().nullable().describe('Name or town of the place.'),
    date: z.string().nullable().describe('Requested day, YYYY-MM-DD.'),
    from: z.string().nullable().describe('Beginning of the requested window, HH:mm.'),
    to: z.string().nullable().describe('End of it.'),
    good: PlanChangeGood.nullable().describe('The good; null for a stop.'),
  })
  .meta({ id: 'AppPlanChangeSide' })
export type PlanChangeSide = z.output<typeof PlanChangeSide>

/** One change of an order after it was planned. */
export const PlanChange = z
  .object({
    what: openSet(planChangeKinds).describe('What changed.'),
    role: openSet(['SETUP', 'PICKUP', 'DELIVERY', 'STANDALONE', 'TEARDOWN'])
      .nullable()
      .describe('What is done at the stop; null for goods and for a whole order.'),
    before: PlanChangeSide.nullable().describe('As it was planned; null for what is new.'),
    after: PlanChangeSide.nullable().describe('As it is now; null for what is gone.'),
  })
  .meta({ id: 'AppPlanChange' })
export type PlanChange = z.output<typeof PlanChange>

/** Marks changes of a planned order as seen. */
export const dismissPlanChanges = endpoint({
  ...ofApplication,
  id: 'dismissPlanChanges',
  method: 'POST',
  path: '/app/orders/{order_id}/plan-changes/seen',
  summary: 'Confirm that changes after planning were seen',
  description:
    'The day leaves them out from then on, for everyone. Changes that were seen before, or that came since the page was ' +
    'read, are not touched.',
  permission: 'trip.write',
  params: z.object({ order_id: Uuid.describe('Id of the order.') }),
  body: z.object({ change_ids: z.array(Uuid).min(1).max(200).describe('Ids of the changes, as the day has them.') }),
  response: z
    .object({ changed: z.int().describe('How many of them no one had seen before.') })
    .meta({ id: 'AppPlanChangesSeen' }),
})
