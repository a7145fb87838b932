import { z } from 'zod'
import { endpoint, ofApplication } from '../../endpoint.ts'
import { Uuid, UuidOut } from '../../scalars.ts'
import { ResourceReference, UnavailabilityInput } from '../endpoints.ts'

const writes = {
  ...ofApplication,
  permission: 'resource.write',
} as const

/** Maximum number of rows per request. */
export const mostBatchRows = 500

/** Row of a file, or one occurrence of a recurring entry. */
export const UnavailabilityRow = UnavailabilityInput.extend({
  line: z.int().min(1).max(1_000_000).describe('Number of the row, to match the results.'),
  resource: ResourceReference.describe('Whose it is.'),
  is_cancelled: z
    .boolean()
    .optional()
    .describe('True: it was called off, so the one with its external_id is removed. False when left out.'),
}).meta({ id: 'AppUnavailabilityRow' })
export type UnavailabilityRow = z.output<typeof UnavailabilityRow>

/** Result of a row. */
export const UnavailabilityRowResult = z
  .object({
    line: z.int().describe('Number of the row.'),
    outcome: z
      .enum(['CREATED', 'UNCHANGED', 'REFUSED', 'MOVED', 'REMOVED'])
      .describe(
        'Created; unchanged; rejected, with the reason in message; MOVED: the one with its ' +
          'external_id got its times and kept its reason and remark; REMOVED: it was called off.',
      ),
    resource_id: UuidOut.nullable().describe('Its resource; null when none was found.'),
    unavailability_id: UuidOut.nullable().describe('The created or existing one; null when there is none.'),
    before: UnavailabilityInput.nullable().describe('For MOVED and REMOVED: its former values, to restore it.'),
    message: z.string().nullable().describe('Why it was rejected, or what looks wrong about it.'),
  })
  .meta({ id: 'AppUnavailabilityRowResult' })
export type UnavailabilityRowResult = z.output<typeof UnavailabilityRowResult>

/** Creates many unavailabilities: rows of a file, or weekly occurrences. */
export const addUnavailabilities = endpoint({
  ...writes,
  id: 'addUnavailabilities',
  method: 'POST',
  creates: 'header',
  path: '/app/unavailabilities',
  summary: 'Make many unavailabilities on a screen',
  description:
    'Each row by the rules of a single one, all in one transaction: a rejected row does not stop the others ' +
    'from being made. The same resource, times and reason again make nothing. A row with the external_id of one that ' +
    'was created by hand for the same resource moves that one.',
  body: z.object({
    dry_run: z.boolean().optional().describe('True: reports the result of each row and saves nothing.'),
    rows: z.array(UnavailabilityRow).min(1).max(mostBatchRows).describe('Rows.'),
  }),
  response: z.object({
    items: z.array(UnavailabilityRowResult).describe('One for each row, as they were sent.'),
  }),
})

/** Event of a calendar file, with the texts that may identify its resource. */
export const CalendarEvent = z
  .object({
    line: z.int().min(0).max(1_000_000).describe('Number of the event, to match the results.'),
    addresses: z.array(z.string().max(320)).max(50).describe('Mail addresses of those who attend.'),
    names: z.array(z.string().max(300)).max(50).describe('Names of those who attend.'),
    title: z.string().max(500).describe('What it is called.'),
  })
  .meta({ id: 'AppCalendarEvent' })
export type CalendarEvent = z.output<typeof CalendarEvent>

/** Resource that an event may refer to. */
export const NamedResource = z
  .object({
    resource_id: UuidOut.describe('Id of the resource.'),
    resource_type: z.string().describe('Kind.'),
    name: z.string().describe('Name.'),
    license_plate: z.string().nullable().describe('Licence plate.'),
  })
  .meta({ id: 'AppMeantResource' })
export type NamedResource = z.output<typeof NamedResource>

/** Finds the resources of a calendar file's events. */
export const findMeantResources = endpoint({
  ...writes,
  id: 'findMeantResources',
  method: 'POST',
  path: '/app/unavailabilities/meant',
  summary: 'Find whose the events of a calendar are',
  description:
    'Attendees by e-mail address or name; if none is known, the person in the title, by the whole name or ' +
    'the licence plate. Two resources of one name are both left out: a person chooses.',
  body: z.object({ events: z.array(CalendarEvent).min(1).max(mostBatchRows).describe('Events.') }),
  response: z.object({
    time_zone: z.string().describe('Zone of the organisation: that of times without a zone.'),
    items: z
      .array(
        z.object({
          line: z.int().describe('Number of the event.'),
          resources: z.array(NamedResource).describe('Its resources; empty when none is known.'),
        }),
      )
      .describe('One for each event, as they were sent.'),
  }),
})

/** Removes many manually created unavailabilities, all or none. */
export const removeUnavailabilities = endpoint({
  ...writes,
  id: 'removeUnavailabilities',
  method: 'POST',
  path: '/app/unavailabilities/remove',
  summary: 'Remove many unavailabilities on a screen',
  description: 'All or none: one that is not there answers 404, one of another system 409.',
  body: z.object({
    items: z
      .array(
        z.object({
          resource_id: Uuid.describe('Id of the resource.'),
          unavailability_id: Uuid.describe('Id of the unavailability.'),
        }),
      )
      .min(1)
      .max(mostBatchRows)
      .describe('Which.'),
  }),
  status: 204,
})
