import { z } from 'zod'
import { endpoint } from '../../endpoint.ts'
import { Uuid, UuidOut } from '../../scalars.ts'
import { ResourceReference, UnavailabilityInput } from '../endpoints.ts'

const writes = {
  tag: 'application',
  auth: 'session',
  permission: 'resource.write',
  limit: 'none',
  since: '0.1.0',
  added: true,
} as const

/** Rows of one request at most. */
export const mostBatchRows = 500

/** A row of a file, or one turn of what repeats. */
export const UnavailabilityRow = UnavailabilityInput.extend({
  line: z.int().min(1).max(1_000_000).describe('Number of the row, to tell the answers apart.'),
  resource: ResourceReference.describe('Whose it is.'),
  is_cancelled: z
    .boolean()
    .optional()
    .describe('True: it was called off, so the one with its external_id is removed. False when left out.'),
}).meta({ id: 'AppUnavailabilityRow' })
export type UnavailabilityRow = z.output<typeof UnavailabilityRow>

/** What became of a row. */
export const UnavailabilityRowResult = z
  .object({
    line: z.int().describe('Number of the row.'),
    outcome: z
      .enum(['CREATED', 'UNCHANGED', 'REFUSED', 'MOVED', 'REMOVED'])
      .describe(
        'Made; as it was, so nothing was done; refused, with the reason in message; MOVED: the one with its ' +
          'external_id got its times and kept its reason and remark; REMOVED: it was called off.',
      ),
    resource_id: UuidOut.nullable().describe('Whose it is; null when nobody was found.'),
    unavailability_id: UuidOut.nullable().describe('The one that was made or was there; null when there is none.'),
    before: UnavailabilityInput.nullable().describe('For MOVED and REMOVED: what it was, to put it back.'),
    message: z.string().nullable().describe('Why it was refused, or what looks odd about it.'),
  })
  .meta({ id: 'AppUnavailabilityRowResult' })
export type UnavailabilityRowResult = z.output<typeof UnavailabilityRowResult>

/** Makes many unavailabilities: the rows of a file, or what repeats every week. */
export const addUnavailabilities = endpoint({
  ...writes,
  id: 'addUnavailabilities',
  method: 'POST',
  creates: 'header',
  path: '/app/unavailabilities',
  summary: 'Make many unavailabilities on a screen',
  description:
    'Each row by the rules of a single one, all in one transaction: a row that is refused does not keep the others ' +
    'from being made. The same resource, times and reason again make nothing. A row with the external_id of one that ' +
    'was made by hand for the same resource moves that one.',
  body: z.object({
    dry_run: z.boolean().optional().describe('True: says what would become of each row and makes nothing.'),
    rows: z.array(UnavailabilityRow).min(1).max(mostBatchRows).describe('Rows.'),
  }),
  response: z.object({
    items: z.array(UnavailabilityRowResult).describe('One for each row, as they were sent.'),
  }),
})

/** An event of a calendar file, by the texts that may say whose it is. */
export const CalendarEvent = z
  .object({
    line: z.int().min(0).max(1_000_000).describe('Number of the event, to tell the answers apart.'),
    addresses: z.array(z.string().max(320)).max(50).describe('Mail addresses of those who attend.'),
    names: z.array(z.string().max(300)).max(50).describe('Names of those who attend.'),
    title: z.string().max(500).describe('What it is called.'),
  })
  .meta({ id: 'AppCalendarEvent' })
export type CalendarEvent = z.output<typeof CalendarEvent>

/** A resource an event may be about. */
export const MeantResource = z
  .object({
    resource_id: UuidOut.describe('Id of the resource.'),
    resource_type: z.string().describe('Kind.'),
    name: z.string().describe('Name.'),
    license_plate: z.string().nullable().describe('Licence plate.'),
  })
  .meta({ id: 'AppMeantResource' })
export type MeantResource = z.output<typeof MeantResource>

/** Whose the events of a calendar file are. */
export const findMeantResources = endpoint({
  ...writes,
  id: 'findMeantResources',
  method: 'POST',
  path: '/app/unavailabilities/meant',
  summary: 'Find whose the events of a calendar are',
  description:
    'Those who attend by mail address or name; nobody of them known, whoever the title names, by the whole name or ' +
    'the licence plate. Two resources of one name are both left out: a person chooses.',
  body: z.object({ events: z.array(CalendarEvent).min(1).max(mostBatchRows).describe('Events.') }),
  response: z.object({
    time_zone: z.string().describe('Zone of the organisation: that of times without a zone.'),
    items: z
      .array(
        z.object({
          line: z.int().describe('Number of the event.'),
          resources: z.array(MeantResource).describe('Whose it is; empty when nobody is known.'),
        }),
      )
      .describe('One for each event, as they were sent.'),
  }),
})

/** Removes many unavailabilities made by hand, all or none. */
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
