import { z } from 'zod'
import { endpoint } from '../../endpoint.ts'
import { Uuid } from '../../scalars.ts'
import { command, frame } from './commands.ts'
import { crossingMembers } from './crossing.ts'

const length = (what: string) => z.int().min(0).max(1_440).optional().describe(what)

/** Puts a ferry or train into a trip: a stop where it is boarded, and the next one where the vehicle drives off. */
export const insertCrossing = endpoint({
  ...command,
  id: 'insertCrossing',
  creates: 'header',
  path: '/app/planning/insert-crossing',
  summary: 'Insert a ferry or train',
  description:
    'Two stops come into the trip, one after the other. Nothing is driven between them: the driver is aboard. For a fixed departure the ' +
    'vehicle is there in time and waits.',
  body: z
    .object({
      ...frame,
      ...crossingMembers,
      trip_id: Uuid.describe('Id of the trip.'),
      from_location_id: Uuid.describe('Where the vehicle boards.'),
      to_location_id: Uuid.describe('Where it drives off.'),
      boarding_minutes: length('How long before departure the vehicle has to be there; 30 when absent.'),
      leaving_minutes: length('How long driving off takes; 15 when absent.'),
      before_stop_id: Uuid.optional().describe('Stop to insert it before; absent: last.'),
    })
    .meta({ id: 'AppInsertCrossing' }),
})

/** Changes a crossing of a trip: another sailing, another line. */
export const changeCrossing = endpoint({
  ...command,
  id: 'changeCrossing',
  path: '/app/planning/change-crossing',
  summary: 'Change a ferry or train of a trip',
  body: z
    .object({
      ...frame,
      ...crossingMembers,
      trip_id: Uuid.describe('Id of the trip.'),
      stop_id: Uuid.describe('Stop where the vehicle boards.'),
    })
    .meta({ id: 'AppChangeCrossing' }),
})
