import { z } from 'zod'
import { endpoint, ofApplication } from '../../endpoint.ts'
import { UtcInstant, Uuid, UuidOut } from '../../scalars.ts'

/** Sources of a driver's hours. */
export const HoursSource = z.enum(['CARD', 'VEHICLE', 'PLAN'])

/** Stop that a driver cannot reach legally. */
export const HoursFault = z
  .object({
    trip_id: UuidOut.describe('Id of the trip.'),
    stop_id: UuidOut.describe('Id of its stop.'),
    at: UtcInstant.describe('When the stop is planned.'),
    article: z.string().describe('Article of regulation (EC) 561/2006 that is broken first.'),
    message: z.string().describe('What is wrong, in a sentence.'),
  })
  .meta({ id: 'AppHoursFault' })

/** A break or a rest of a driver. */
export const DriverPause = z
  .object({
    kind: z.enum(['BREAK', 'DAILY_REST', 'WEEKLY_REST']).describe('What it counts as.'),
    start_at: UtcInstant.describe('Begin.'),
    end_at: UtcInstant.describe('End.'),
    is_aboard: z.boolean().optional().describe('On a ferry or train, as a whole or in part.'),
  })
  .meta({ id: 'AppDriverPause' })
export type DriverPause = z.output<typeof DriverPause>

const driven = {
  driving_minutes: z.int().describe('Driven until now, in minutes.'),
  planned_minutes: z.int().describe('With what is planned still, in minutes.'),
  limit_minutes: z
    .int()
    .nullable()
    .describe('Longest driving time of regulation (EC) 561/2006 in minutes; null: the transport is exempt.'),
}

/** Driven and remaining times of a driver, and when the next rest is due. */
export const DriverHours = z
  .object({
    as_of: UtcInstant.describe('When this is so.'),
    source: HoursSource.describe('Card of the driver, what the vehicle sent, or the plan alone.'),
    known_until: UtcInstant.nullable().describe(
      'Until when it is known; null: all of it is an estimate from the plan.',
    ),
    today: z
      .object({
        ...driven,
        longest_minutes: z
          .int()
          .nullable()
          .describe('The limit where a day of 10 hours is left in the week; null: the transport is exempt.'),
      })
      .describe('The day that is not over, else that of this date.'),
    until_break_minutes: z.int().nullable().describe('Driving until a break is due; null: the driver is off duty.'),
    week: z.object(driven).describe('This calendar week.'),
    fortnight: z.object(driven).describe('This calendar week and the one before.'),
    last_weekly_rest: DriverPause.omit({ kind: true, is_aboard: true })
      .nullable()
      .describe('The last weekly rest that is known.'),
    resting_since: UtcInstant.nullable().describe('Since when the driver rests or has a break; null: works.'),
    rest_by: UtcInstant.nullable().describe(
      'When the next daily rest begins at the latest; null: the driver is off duty.',
    ),
    weekly_rest_by: UtcInstant.nullable().describe(
      'When the next weekly rest begins at the latest; null: nothing is known, or the driver takes it.',
    ),
    next_pause: DriverPause.nullable().describe('The next break or rest of the plan.'),
    fault: HoursFault.nullable().describe('The first stop ahead that has no lawful timeline.'),
  })
  .meta({ id: 'AppDriverHours' })
export type DriverHours = z.output<typeof DriverHours>

/** Current hours of a driver. */
export const getDriverHours = endpoint({
  ...ofApplication,
  id: 'getDriverHours',
  method: 'GET',
  path: '/app/resources/{resource_id}/hours',
  summary: 'Read the hours of a driver',
  description: 'Driving and rest time now, with the trips of the next seven days. Only for drivers.',
  permission: 'resource.personal',
  params: z.object({ resource_id: Uuid.describe('Id of the driver.') }),
  response: DriverHours,
})
