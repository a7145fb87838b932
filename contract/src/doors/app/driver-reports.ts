import { z } from 'zod'
import { endpoint, ofApplication } from '../../endpoint.ts'
import { openSet, UtcInstant, Uuid, UuidOut } from '../../scalars.ts'
import { deviationReasons, driverActKinds, rejectionCodes } from './driver.ts'

/** Driver report that needs attention: a remark, damage, or a refused act. */
export const OpenDriverReport = z
  .object({
    act_id: UuidOut.describe('Id that the phone gave it.'),
    kind: openSet(driverActKinds).describe('What happened.'),
    is_damage: z.boolean().describe('Whether goods are damaged.'),
    text: z.string().nullable().describe('What the driver wrote; null without.'),
    deviation: z
      .object({
        reason: openSet(deviationReasons).describe('How the goods differ from the order.'),
        quantity: z.number().nullable().describe('How many pieces; null when not counted.'),
      })
      .nullable()
      .describe('What differs from the order, for DEVIATION.'),
    document_id: UuidOut.nullable().describe('The photograph; null without.'),
    happened_at: UtcInstant.describe('When it happened.'),
    driver_name: z.string().nullable().describe('The driver who reported it.'),
    inbox_item_id: UuidOut.nullable().describe('The item of the inbox that it waits as; null when it was not refused.'),
    refusal: openSet(rejectionCodes).nullable().describe('Why it was refused; null when it was not.'),
    reason: z.string().nullable().describe('The same in words; null when it was not.'),
  })
  .meta({ id: 'AppOpenDriverReport' })
export type OpenDriverReport = z.output<typeof OpenDriverReport>

/** Marks a driver report as seen. */
export const dismissDriverReport = endpoint({
  ...ofApplication,
  id: 'dismissDriverReport',
  method: 'POST',
  path: '/app/trips/{trip_id}/driver-acts/{act_id}/seen',
  summary: 'Confirm that a report of a driver was seen',
  description: 'The day leaves it out, for everyone. One that was seen before answers the same.',
  permission: 'trip.write',
  params: z.object({
    trip_id: Uuid.describe('Id of the trip.'),
    act_id: Uuid.describe('Id that the phone gave it.'),
  }),
  response: z.object({ seen_at: UtcInstant.describe('When it was seen first.') }).meta({ id: 'AppDriverReportSeen' }),
})
