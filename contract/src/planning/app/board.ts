import { z } from 'zod'
import { endpoint, ofApplication } from '../../endpoint.ts'
import { LenientInstant, UtcInstant, Uuid, UuidOut } from '../../scalars.ts'
import { PlannedTrip } from './trip.ts'

/** A resource as a row of the board. */
export const BoardResource = z
  .object({
    resource_id: UuidOut.describe('Id of the resource.'),
    resource_type: z.string().describe('What it is.'),
    name: z.string().describe('Name.'),
    code: z.string().nullable().describe('Code.'),
    license_plate: z.string().nullable().describe('Number plate.'),
    container_number: z.string().nullable().describe('Container number.'),
    subcontractor_id: UuidOut.nullable().describe('Company it belongs to.'),
    resource_group_ids: z.array(UuidOut).describe('Groups it is in on the first day of the range.'),
  })
  .meta({ id: 'AppBoardResource' })

/** When a resource cannot be planned. */
export const BoardUnavailability = z
  .object({
    unavailability_id: UuidOut.describe('Id of the unavailability.'),
    resource_id: UuidOut.describe('Whose it is.'),
    start_at: UtcInstant.describe('Begin.'),
    end_at: UtcInstant.nullable().describe('End; null: unknown.'),
    reason: z.string().describe('Reason.'),
    description: z.string().describe('Description.'),
  })
  .meta({ id: 'AppBoardUnavailability' })

/** A place of a stop. */
export const BoardPlace = z
  .object({
    location_id: UuidOut.describe('Id of the location.'),
    name: z.string().nullable().describe('Name.'),
    city: z.string().nullable().describe('Town.'),
    country: z.string().nullable().describe('Country.'),
    latitude: z.number().nullable().describe('Degrees north.'),
    longitude: z.number().nullable().describe('Degrees east.'),
    time_zone: z.string().nullable().describe('Time zone.'),
  })
  .meta({ id: 'AppBoardPlace' })

/** An order that has stops on no trip. */
export const UnplannedOrder = z
  .object({
    order_id: UuidOut.describe('Id of the order.'),
    order_number: z.string().describe('Number.'),
    order_identifier: z.string().describe("The customer's key."),
    customer_name: z.string().describe('Customer.'),
    is_blocked: z.boolean().describe('On hold.'),
    stops: z
      .array(
        z.object({
          stop_id: UuidOut.describe('Id of the stop.'),
          role: z.string().describe('Role of the stop in the order.'),
          location_id: UuidOut.describe('Where it is.'),
          activity_label: z.string().describe('What happens.'),
          requested_date: z.string().nullable().describe('Requested day.'),
          window_start: z.string().nullable().describe('Earliest time.'),
          window_end: z.string().nullable().describe('Latest time.'),
          trip_id: UuidOut.nullable().describe('Trip it is on; null: none.'),
        }),
      )
      .describe('Its stops in sequence.'),
  })
  .meta({ id: 'AppUnplannedOrder' })
export type UnplannedOrder = z.output<typeof UnplannedOrder>

/** What a planning board shows of a range of time. */
export const PlanningBoard = z
  .object({
    trips: z.array(PlannedTrip).describe('Trips that touch the range, and drafts without times; at most 1,000.'),
    resources: z.array(BoardResource).describe('Active resources, and archived ones on these trips; at most 2,000.'),
    unavailabilities: z.array(BoardUnavailability).describe('Those that touch the range; at most 2,000.'),
    places: z.array(BoardPlace).describe('The locations of all stops.'),
    unplanned: z.array(UnplannedOrder).describe('A page of the orders that have stops on no trip.'),
    next_cursor: z.string().nullable().describe('Pass it as cursor for more unplanned orders; null: there are none.'),
    is_cut: z.boolean().describe('A list reached its limit: choose a shorter range.'),
  })
  .meta({ id: 'AppPlanningBoard' })
export type PlanningBoard = z.output<typeof PlanningBoard>

/** Everything the planning board shows, in one read. */
export const getPlanningBoard = endpoint({
  ...ofApplication,
  id: 'getPlanningBoard',
  method: 'GET',
  path: '/app/planning/board',
  summary: 'Read the planning board',
  description: 'With a cursor, only the next unplanned orders are returned; the other lists are empty.',
  permission: 'trip.read',
  query: z.object({
    from: LenientInstant.describe('Begin of the range.'),
    to: LenientInstant.describe('End of the range, at most 62 days later.'),
    resource_group_id: Uuid.optional().describe('Only resources of this group.'),
    cursor: z.string().max(2000).optional().describe('next_cursor of the page before.'),
  }),
  response: PlanningBoard,
})
