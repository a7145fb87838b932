import { z } from 'zod'
import { endpoint } from '../../endpoint.ts'
import { SensibleInstant } from '../../reading/entered.ts'
import { Uuid } from '../../scalars.ts'
import { command, frame } from './commands.ts'

/** Gives a trip other resources and another time in one command, as a drag on the planning board does. */
export const placeTrip = endpoint({
  ...command,
  id: 'placeTrip',
  path: '/app/planning/place',
  summary: 'Move a trip to other resources or another time',
  body: z
    .object({
      ...frame,
      trip_id: Uuid.describe('Id of the trip.'),
      resource_ids: z
        .array(Uuid)
        .max(20)
        .optional()
        .describe('All resources of the trip afterwards, in their order; absent: those it has.'),
      starts_at: SensibleInstant.optional().describe('When the first stop begins; absent: as it is.'),
    })
    .meta({ id: 'AppPlaceTrip' }),
})
