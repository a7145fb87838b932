import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Uuid, UuidOut } from '../scalars.ts'
import { ResourceReference, UnavailabilityInput } from '../unavailabilities.ts'

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
}).meta({ id: 'AppUnavailabilityRow' })
export type UnavailabilityRow = z.output<typeof UnavailabilityRow>

/** What became of a row. */
export const UnavailabilityRowResult = z
  .object({
    line: z.int().describe('Number of the row.'),
    outcome: z
      .enum(['CREATED', 'UNCHANGED', 'REFUSED'])
      .describe('Made; there already, so nothing was made; or refused, with the reason in message.'),
    resource_id: UuidOut.nullable().describe('Whose it is; null when nobody was found.'),
    unavailability_id: UuidOut.nullable().describe('The one that was made or was there; null when refused.'),
    message: z.string().nullable().describe('Why it was refused, or what looks odd about it.'),
  })
  .meta({ id: 'AppUnavailabilityRowResult' })
export type UnavailabilityRowResult = z.output<typeof UnavailabilityRowResult>

/** Makes many unavailabilities: the rows of a file, or what repeats every week. */
export const addUnavailabilities = endpoint({
  ...writes,
  id: 'addUnavailabilities',
  method: 'POST',
  path: '/app/unavailabilities',
  summary: 'Make many unavailabilities on a screen',
  description:
    'Each row by the rules of a single one, all in one transaction: a row that is refused does not keep the others ' +
    'from being made. The same resource, times and reason again make nothing.',
  body: z.object({
    dry_run: z.boolean().optional().describe('True: says what would become of each row and makes nothing.'),
    rows: z.array(UnavailabilityRow).min(1).max(mostBatchRows).describe('Rows.'),
  }),
  response: z.object({
    items: z.array(UnavailabilityRowResult).describe('One for each row, as they were sent.'),
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
