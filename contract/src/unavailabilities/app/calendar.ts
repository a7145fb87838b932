import { z } from 'zod'
import { endpoint, ofApplication } from '../../endpoint.ts'
import { SensibleInstant } from '../../reading/entered.ts'
import { resourceTypes } from '../../resources/kinds.ts'
import { LenientInstant, openSet, UtcInstant, Uuid, UuidOut } from '../../scalars.ts'
import { UnavailabilityInput, UnavailabilityOutput } from '../endpoints.ts'

/** Unavailability for screens. */
export const UnavailabilityRecord = UnavailabilityOutput.extend({
  resource_id: UuidOut.describe('Id of the resource.'),
  source: z
    .string()
    .nullable()
    .describe(
      'The list of another system that manages it; it cannot be changed here then. Null for one created by hand.',
    ),
}).meta({ id: 'AppUnavailability' })
export type UnavailabilityRecord = z.output<typeof UnavailabilityRecord>

/** Unavailability entered by a user (SENSE-3). */
export const UnavailabilityEntry = UnavailabilityInput.extend({
  start_time: SensibleInstant.describe('When it begins.'),
  end_time: SensibleInstant.nullish().describe('When it ends; null or left out: unknown (UNAV-5).'),
}).meta({ id: 'AppUnavailabilityInput' })

/** Resource row of the calendar. */
export const CalendarResource = z
  .object({
    resource_id: UuidOut.describe('Id of the resource.'),
    resource_type: openSet(resourceTypes).describe('Kind; a truck is RIGID.'),
    name: z.string().describe('Name.'),
    license_plate: z.string().nullable().describe('Licence plate.'),
    group_id: UuidOut.nullable().describe('Its first group by name; null when it is in none.'),
    group_name: z.string().nullable().describe('Name of that group.'),
  })
  .meta({ id: 'AppCalendarResource' })
export type CalendarResource = z.output<typeof CalendarResource>

/** Trip of a resource in the calendar. */
export const CalendarTrip = z
  .object({
    trip_id: UuidOut.describe('Id of the trip.'),
    resource_id: UuidOut.describe('Id of the resource.'),
    name: z.string().describe('Name of the trip.'),
    status: z.string().describe('State of the trip.'),
    starts_at: UtcInstant.describe('First planned start.'),
    ends_at: UtcInstant.describe('Last planned end.'),
  })
  .meta({ id: 'AppCalendarTrip' })
export type CalendarTrip = z.output<typeof CalendarTrip>

/** Unavailability that overlaps an open trip. */
export const Clash = z
  .object({
    unavailability_id: UuidOut.describe('Id of the unavailability.'),
    resource_id: UuidOut.describe('Id of the resource.'),
    resource_name: z.string().describe('Its name.'),
    reason: z.string().describe('Why the resource cannot be planned.'),
    trip_id: UuidOut.describe('Id of the trip.'),
    trip_name: z.string().describe('Its name.'),
    from: UtcInstant.describe('Where both begin to overlap.'),
    to: UtcInstant.describe('Where they cease to.'),
  })
  .meta({ id: 'AppClash' })
export type Clash = z.output<typeof Clash>

const reads = {
  ...ofApplication,
  permission: 'resource.read',
} as const
const writes = { ...reads, permission: 'resource.write' } as const
const params = z.object({ resource_id: Uuid.describe('Id of the resource.') })
const oneParams = params.extend({ unavailability_id: Uuid.describe('Id of the unavailability.') })

/** Unavailabilities of all active resources. */
export const getCalendar = endpoint({
  ...reads,
  id: 'getCalendar',
  method: 'GET',
  path: '/app/unavailabilities/calendar',
  summary: 'Unavailabilities and trips of a range of time',
  description: 'At most 5,000 resources, and 20,000 unavailabilities and trips; 92 days at most.',
  query: z.object({
    start_time: LenientInstant.describe('Only what ends after this instant, or never.'),
    end_time: LenientInstant.describe('Only what begins before this instant.'),
  }),
  response: z
    .object({
      resources: z.array(CalendarResource).describe('Resources in use, by group and name.'),
      unavailabilities: z.array(UnavailabilityRecord).describe('In the range, by start.'),
      trips: z.array(CalendarTrip).describe('Trips in the range that are not cancelled, by start.'),
      clashes: z.array(Clash).describe('Unavailabilities that overlap trips not yet driven, by start.'),
    })
    .meta({ id: 'AppCalendar' }),
})

/** Unavailabilities of one resource. */
export const listResourceUnavailabilities = endpoint({
  ...reads,
  id: 'listResourceUnavailabilities',
  method: 'GET',
  path: '/app/resources/{resource_id}/unavailabilities',
  summary: 'Unavailabilities of a resource',
  description: 'Latest start first, at most 200.',
  params,
  response: z.object({ items: z.array(UnavailabilityRecord).describe('Latest start first.') }),
})

/** Creates an unavailability, as the published interface does (UNAV-1). */
export const addUnavailability = endpoint({
  ...writes,
  id: 'addUnavailability',
  method: 'POST',
  creates: 'header',
  path: '/app/resources/{resource_id}/unavailabilities',
  summary: 'Make a resource unavailable on a screen',
  params,
  body: UnavailabilityEntry,
  response: UnavailabilityRecord,
})

/** Replaces a manually created unavailability (UNAV-2). */
export const changeUnavailability = endpoint({
  ...writes,
  id: 'changeUnavailability',
  method: 'PUT',
  path: '/app/resources/{resource_id}/unavailabilities/{unavailability_id}',
  summary: 'Change an unavailability on a screen',
  description: 'One managed by another system is changed there: 409.',
  params: oneParams,
  body: UnavailabilityEntry,
  response: UnavailabilityRecord,
})

/** Removes a manually created unavailability (UNAV-3). */
export const removeUnavailability = endpoint({
  ...writes,
  id: 'removeUnavailability',
  method: 'DELETE',
  path: '/app/resources/{resource_id}/unavailabilities/{unavailability_id}',
  summary: 'Remove an unavailability on a screen',
  description: 'One managed by another system is removed there: 409.',
  params: oneParams,
  status: 204,
})
