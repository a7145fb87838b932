import { z } from 'zod'
import { endpoint, ofDoor } from '../../endpoint.ts'
import { doorLanguages } from '../../reading/languages.ts'
import { LocalDate, UtcInstant } from '../../scalars.ts'

/** Simplified order states for tracking pages. */
export const trackedStates = ['RECEIVED', 'PLANNED', 'UNDER_WAY', 'DELIVERED', 'CANCELLED'] as const
export type TrackedState = (typeof trackedStates)[number]

/** Simplified stop states for tracking pages. */
export const trackedStopStates = ['EXPECTED', 'AT_STOP', 'DONE', 'CANCELLED'] as const

/** Punctuality against the requested window. */
export const punctualities = ['EARLY', 'ON_TIME', 'LATE'] as const

/** Stop of a tracked order: the town, and times. Never a name, street, phone number or driver. */
export const TrackedStop = z
  .object({
    role: z.enum(['SETUP', 'PICKUP', 'DELIVERY', 'STANDALONE', 'TEARDOWN']).describe('What happens there.'),
    town: z.string().nullable().describe('Town of the stop.'),
    country: z.string().nullable().describe('Country, ISO 3166-1 alpha-2.'),
    latitude: z.number().nullable().describe('Degrees north of the place, roughly; null when unknown.'),
    longitude: z.number().nullable().describe('Degrees east of the place, roughly; null when unknown.'),
    time_zone: z.string().describe('Time zone of the place, else of the haulier. Times are shown in it.'),
    state: z.enum(trackedStopStates).describe('How far it is.'),
    requested_date: LocalDate.nullable().describe('Day that was requested; null without one.'),
    requested_from: z.string().nullable().describe('Earliest time that was requested, HH:mm.'),
    requested_to: z.string().nullable().describe('Latest time that was requested, HH:mm.'),
    planned_at: UtcInstant.nullable().describe('When it is planned to begin; null while it is not planned.'),
    expected_at: UtcInstant.nullable().describe(
      'When it is expected to begin; null without an estimate, and once that has passed.',
    ),
    eta_is_estimated: z.boolean().describe('Whether no router gave the driving times of expected_at.'),
    punctuality: z
      .enum(punctualities)
      .nullable()
      .describe('How it is or will be for the requested window; null without one, or without a plan.'),
    late_minutes: z.int().nullable().describe('By how much it is late; null when it is not.'),
    arrived_at: UtcInstant.nullable().describe('When it was reached.'),
    left_at: UtcInstant.nullable().describe('When it was left.'),
  })
  .meta({ id: 'DoorTrackedStop' })
export type TrackedStop = z.output<typeof TrackedStop>

/** Approximate position of an order during transport (LINK-6). */
export const TrackedPosition = z
  .object({
    latitude: z.number().describe('Degrees north, to two decimals.'),
    longitude: z.number().describe('Degrees east, to two decimals.'),
    at: UtcInstant.describe('When its vehicle was there.'),
  })
  .meta({ id: 'DoorTrackedPosition' })
export type TrackedPosition = z.output<typeof TrackedPosition>

/** An order on its tracking page (LINK-4). */
export const TrackedOrder = z
  .object({
    sender: z.string().describe('Name of the haulier.'),
    language: z.enum(doorLanguages).nullable().describe('Language that the link was created for.'),
    expires_at: UtcInstant.describe('When the link expires.'),
    order_number: z.string().describe('Number of the order.'),
    reference: z.string().nullable().describe('Reference of the customer.'),
    state: z.enum(trackedStates).describe('How far the order is.'),
    position: TrackedPosition.nullable().describe('About where it is; null unless it is on its way.'),
    stops: z.array(TrackedStop).describe('Its stops, in their order.'),
  })
  .meta({ id: 'DoorTrackedOrder' })
export type TrackedOrder = z.output<typeof TrackedOrder>

/** The order of a tracking link. */
export const getTrackedOrder = endpoint({
  ...ofDoor,
  door: 'TRACKING',
  id: 'getTrackedOrder',
  method: 'GET',
  path: '/door/tracking',
  summary: 'Read the order of a tracking link',
  response: TrackedOrder,
})
