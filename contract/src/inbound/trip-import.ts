import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { ErrorStatus } from '../orders/upload-record.ts'
import { longestList, optionalList, optionalObject, optionalText, Uuid } from '../scalars.ts'
import { OffsetInstant } from './instant.ts'
import { QuestionAnswers } from './question-answers.ts'

/** The only status that an import can set (TRIP-1). */
export const TripImportStatus = z.enum(['CANCELLED']).meta({ id: 'TripImportStatus' })

/** Party that fixed the times of a stop. */
export const FixedTimestampType = z
  .enum(['ENFORCED_TIMEWINDOW', 'SET_BY_USER', 'CALCULATED'])
  .meta({ id: 'FixedTimestampType' })

/** Location of a stop without an order. */
export const TripImportLocation = z
  .object({ id: Uuid.nullish().describe('Id of the location.') })
  .meta({ id: 'TripImportLocation' })

/** A stop in its planned position. */
export const TripImportStop = z
  .object({
    sequence: z.int().describe('Place on the trip, from 0, each once.'),
    id: Uuid.nullish().describe('Id of the stop. Without one, location is the place of a stop without an order.'),
    location: TripImportLocation.nullish().describe('Only for a stop without an id.'),
    custom_fields: optionalObject('Keys of the tenant, kept with the stop of the trip.'),
    start_timestamp: OffsetInstant.describe('Planned arrival, with offset.'),
    end_timestamp: OffsetInstant.describe('Planned departure, with offset.'),
    fixed_timestamp_type: FixedTimestampType.nullish().describe('Who fixed the times.'),
    question_answers: QuestionAnswers,
  })
  .meta({ id: 'TripImportStop' })
export type TripImportStop = z.output<typeof TripImportStop>

/** Resource of the trip. */
export const TripImportResource = z
  .object({ id: Uuid.describe('Id of the resource (TRIP-5).') })
  .meta({ id: 'TripImportResource' })

/** A stop that the optimiser could not plan. */
export const TripImportUnassignedStop = z
  .object({ stop_id: Uuid.describe('Id of the stop.'), reason: optionalText('Why it was left out.') })
  .meta({ id: 'TripImportUnassignedStop' })

/** A trip planned by an optimiser. */
export const TripImportInput = z
  .object({
    trip_identifier: z
      .string()
      .min(1)
      .max(255)
      .nullish()
      .describe('Key of the trip at the sender: a new one creates a trip, a known one updates it.'),
    status: TripImportStatus.nullish().describe('CANCELLED removes the trip and closes its identifier.'),
    planned_stops: z.array(TripImportStop).max(longestList).describe('The stops of the trip, all of them.'),
    start_timestamp: OffsetInstant.nullish().describe('When the trip starts, with offset; not after its first stop.'),
    primary_resources: optionalList(TripImportResource, 'What carries the trip. Left out: as it was.'),
    unassigned_stops: optionalList(TripImportUnassignedStop, 'Stops that are on no trip, for people to look at.'),
    failure: ErrorStatus.nullish().describe('A failure at the sender: nothing is planned, planners are notified.'),
  })
  .meta({ id: 'TripImportInput' })
export type TripImportInput = z.output<typeof TripImportInput>

/** Response to a trip import: null, or why nothing was planned. It contains no trip (TRIP-5). */
export const TripImportResponse = z
  .object({ errors: z.array(ErrorStatus).nullish().describe('Why the trip was rejected.') })
  .meta({ id: 'TripImportResponse' })
export type TripImportResponse = z.output<typeof TripImportResponse>

/**
 * Planned trip from an optimiser (TRIP-1 to TRIP-5). Any media type is accepted; the bytes are read as JSON of `body`.
 */
export const importTrip = endpoint({
  id: 'importTrip',
  method: 'POST',
  path: '/v1/webhook/trip-import',
  tag: 'inbound-webhooks',
  summary: 'Import a planned trip',
  description:
    'The trip is accepted as a whole or not at all. Stops and resources are identified by id; a stop is not on another trip, and ' +
    'sequence and times agree. The answer is null when the trip was taken, or errors that say why it was not.',
  auth: 'webhook',
  limit: 'none',
  since: '1.2.0',
  creates: 'record',
  bodyType: 'raw',
  // Answers may contain files.
  bodyLimit: 32 * 1_048_576,
  body: TripImportInput,
  response: TripImportResponse.nullable(),
})
