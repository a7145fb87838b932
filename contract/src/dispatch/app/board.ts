import { z } from 'zod'
import { endpoint, ofApplication } from '../../endpoint.ts'
import { bulkAnswer, bulkIds, listWindow, someOf, someTexts, windowMembers } from '../../listing.ts'
import { LenientInstant, openSet, UtcInstant, Uuid, UuidOut } from '../../scalars.ts'
import { carrierAnswerStates, TripAnswer } from './answers.ts'

const place = z.object({
  name: z.string().nullable().describe('Name.'),
  city: z.string().nullable().describe('Town.'),
  country: z.string().nullable().describe('Country.'),
})

/** A trip for a carrier or fleet application, with its state there. */
export const DispatchBoardRow = z
  .object({
    trip_id: UuidOut.describe('Id of the trip.'),
    trip_name: z.string().describe('Name of the trip.'),
    trip_status: z.string().describe('State of the trip; CREATED has to be confirmed before it can be dispatched.'),
    starts_at: UtcInstant.describe('First planned arrival.'),
    company_id: UuidOut.nullable().describe('Id of the carrier; null for our own vehicles.'),
    company_name: z.string().nullable().describe('Name of the carrier; null for our own vehicles.'),
    resources: z.string().describe('What carries it, in one line.'),
    from: place.nullable().describe('First stop; null without stops.'),
    to: place.nullable().describe('Last stop; null without stops.'),
    stop_count: z.int().describe('Number of stops.'),
    state: openSet(carrierAnswerStates).describe('How far the trip has come, as in the answer of a trip.'),
    is_overdue: z.boolean().describe('Whether there should be an answer by now.'),
    since: UtcInstant.nullable().describe('Since when it is in this state; null before it was sent.'),
    answer_by: UtcInstant.nullable().describe('Until when there should be an answer; null where none is expected.'),
    answer: TripAnswer.nullable().describe('The last answer of the carrier; null without one.'),
    can_answer: z.boolean().describe('Whether an answer can be entered or changed.'),
    destination_name: z.string().nullable().describe('Destination that has it; null: it was not dispatched.'),
    dispatch_id: UuidOut.nullable().describe('Its dispatch; null: it was not dispatched.'),
    revision: z.int().nullable().describe('Number of the last message; null: it was not dispatched.'),
    failure: z.string().nullable().describe('Why the last message failed, or could not be sent; null otherwise.'),
  })
  .meta({ id: 'AppDispatchBoardRow' })
export type DispatchBoardRow = z.output<typeof DispatchBoardRow>

/** Filters of the board. */
const filters = {
  from: LenientInstant.describe('Begin of the range in which trips start.'),
  to: LenientInstant.describe('End of the range, at most 31 days later.'),
  state: someOf(carrierAnswerStates).describe('States with commas between them; absent means all.'),
  company: someTexts.pipe(z.array(Uuid)).describe('Ids of carriers with commas between them; absent means all.'),
  q: z.string().trim().max(200).optional().describe('Text that the name of the trip or carrier contains.'),
}

const shared = { ...ofApplication, permission: 'dispatch.read', method: 'GET' } as const

/** Trips for carriers or fleet applications, those that need attention first (DISP-7). */
export const listDispatchBoard = endpoint({
  ...shared,
  id: 'listDispatchBoard',
  path: '/app/dispatch/board',
  summary: 'List trips that go to carriers, with what was answered',
  description:
    'Refused ones first, then failed, overdue, not sent, changed, silent and accepted ones, each by their start. Reads at ' +
    'most 2,000 trips: choose a shorter range when it is cut.',
  query: z.object({ ...filters, ...windowMembers }),
  response: listWindow(DispatchBoardRow)
    .extend({ is_cut: z.boolean().describe('Whether the range has more trips than are read.') })
    .meta({ id: 'AppDispatchBoard' }),
})

/** Trip counts of the board by state and carrier. */
export const countDispatchBoard = endpoint({
  ...shared,
  id: 'countDispatchBoard',
  path: '/app/dispatch/board/counts',
  summary: 'Count trips that go to carriers by state',
  query: z.object(filters),
  response: z
    .object({
      total: z.int().describe('Trips in all states.'),
      overdue: z.int().describe('Silent ones that should have been answered by now.'),
      by_state: z.record(z.string(), z.int()).describe('Trips in each state, under the other filters.'),
      companies: z
        .array(
          z.object({
            company_id: UuidOut.describe('Id of the carrier.'),
            company_name: z.string().describe('Name of the carrier.'),
            count: z.int().describe('Its trips, under the other filters.'),
          }),
        )
        .describe('Carriers by name.'),
    })
    .meta({ id: 'AppDispatchBoardCounts' }),
})

/** Dispatches several trips, each to the destination of its carrier or resources. */
export const dispatchTrips = endpoint({
  ...ofApplication,
  id: 'dispatchTrips',
  method: 'POST',
  path: '/app/dispatch/trips',
  permission: 'dispatch.write',
  summary: 'Dispatch several trips',
  description: 'Each for itself: what one of them is refused for does not keep the others from being dispatched.',
  body: z.object({ trip_ids: bulkIds }),
  response: bulkAnswer,
})
