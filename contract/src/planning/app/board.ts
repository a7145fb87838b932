import { z } from 'zod'
import { endpoint, ofApplication } from '../../endpoint.ts'
import { someTexts } from '../../listing.ts'
import { LenientInstant, UtcInstant, Uuid, UuidOut } from '../../scalars.ts'
import { PlanReason } from './commands.ts'
import { DriverPause, HoursFault, HoursSource } from './hours.ts'
import { PlannedTrip } from './trip.ts'

/** Resource row of the board. */
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

/** Period in which a resource cannot be planned. */
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

/** Location of a stop. */
export const BoardPlace = z
  .object({
    location_id: UuidOut.describe('Id of the location.'),
    name: z.string().nullable().describe('Name.'),
    city: z.string().nullable().describe('Town.'),
    country: z.string().nullable().describe('Country.'),
    postal_code: z.string().nullable().describe('Postal code.'),
    latitude: z.number().nullable().describe('Degrees north.'),
    longitude: z.number().nullable().describe('Degrees east.'),
    time_zone: z.string().nullable().describe('Time zone.'),
  })
  .meta({ id: 'AppBoardPlace' })

/** Expiry of a resource's certificate or licence. */
export const BoardValidity = z
  .object({
    resource_id: UuidOut.describe('Whose it is.'),
    validity_type: z.string().describe('What it is.'),
    end_at: UtcInstant.describe('End, as planning uses it.'),
  })
  .meta({ id: 'AppBoardValidity' })

/** Carrier of a trip on the board. */
export const BoardCarrier = z
  .object({
    company_id: UuidOut.describe('Id of the company.'),
    name: z.string().describe('Name.'),
  })
  .meta({ id: 'AppBoardCarrier' })

/** An order on a trip of the board. */
export const BoardOrder = z
  .object({
    order_id: UuidOut.describe('Id of the order.'),
    order_number: z.string().describe('Number.'),
    customer_name: z.string().describe('Customer.'),
    is_blocked: z.boolean().describe('On hold.'),
  })
  .meta({ id: 'AppBoardOrder' })

/** End of the requested window of an order's stop. */
export const BoardWindowEnd = z
  .object({
    stop_id: UuidOut.describe('Id of the stop.'),
    asked_to: UtcInstant.nullable().describe('End of its window, by the clock of its place; null without a day.'),
  })
  .meta({ id: 'AppBoardWindowEnd' })

/** Load of an order, and its requirements for vehicle and driver. */
export const BoardLoad = z
  .object({
    weight_kg: z.number().describe('Weight of its goods in kilograms.'),
    loading_meters: z.number().describe('Loading metres.'),
    pallet_spaces: z.number().describe('Pallet spaces.'),
    is_dangerous: z.boolean().describe('Dangerous goods beyond limited quantities.'),
    is_tempered: z.boolean().describe('A temperature or a reefer is requested.'),
    container_feet: z.number().nullable().describe('Length of its container in feet; null: no container or unknown.'),
  })
  .meta({ id: 'AppBoardLoad' })

/** Order with stops that are on no trip. */
export const UnplannedOrder = z
  .object({
    order_id: UuidOut.describe('Id of the order.'),
    order_number: z.string().describe('Number.'),
    order_identifier: z.string().describe("The customer's key."),
    customer_name: z.string().describe('Customer.'),
    is_blocked: z.boolean().describe('On hold.'),
    load: BoardLoad.describe('What it loads.'),
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

/** Content of a planning board for a period. */
export const PlanningBoard = z
  .object({
    trips: z.array(PlannedTrip).describe('Trips that touch the range, and drafts without times; at most 1,000.'),
    resources: z.array(BoardResource).describe('Active resources, and archived ones on these trips; at most 2,000.'),
    unavailabilities: z.array(BoardUnavailability).describe('Those that touch the range; at most 2,000.'),
    validities: z
      .array(BoardValidity)
      .describe('Certificates of active resources that end in the range; at most 2,000.'),
    carriers: z.array(BoardCarrier).describe('The carriers of these trips.'),
    orders: z.array(BoardOrder).describe('The orders on these trips.'),
    asked: z
      .array(BoardWindowEnd)
      .describe('Until when the stops of these orders are requested: what lateness goes by.'),
    places: z.array(BoardPlace).describe('The locations of all stops.'),
    unplanned: z.array(UnplannedOrder).describe('A page of the orders that have stops on no trip.'),
    next_cursor: z.string().nullable().describe('Pass it as cursor for more unplanned orders; null: there are none.'),
    is_cut: z.boolean().describe('A list reached its limit: choose a shorter range.'),
  })
  .meta({ id: 'AppPlanningBoard' })
export type PlanningBoard = z.output<typeof PlanningBoard>

const span = {
  from: LenientInstant.describe('Begin of the range.'),
  to: LenientInstant.describe('End of the range, at most 62 days later.'),
}

/** Complete planning board in one response. */
export const getPlanningBoard = endpoint({
  ...ofApplication,
  id: 'getPlanningBoard',
  method: 'GET',
  path: '/app/planning/board',
  summary: 'Read the planning board',
  description: 'With a cursor, only the next unplanned orders are returned; the other lists are empty.',
  permission: 'trip.read',
  query: z.object({
    ...span,
    resource_group_id: Uuid.optional().describe('Only resources of this group.'),
    cursor: z.string().max(2000).optional().describe('next_cursor of the page before.'),
  }),
  response: PlanningBoard,
})

const mostParts = 80
const someIds = someTexts.pipe(z.array(Uuid).max(mostParts))

/** Single trips and orders of the planning board, to follow other planners' changes without reloading it. */
export const getPlanningBoardParts = endpoint({
  ...ofApplication,
  id: 'getPlanningBoardParts',
  method: 'GET',
  path: '/app/planning/board/parts',
  summary: 'Read single trips and orders of the planning board',
  permission: 'trip.read',
  query: z.object({
    ...span,
    trip_ids: someIds.describe(`Ids of trips with commas between them; at most ${mostParts}.`),
    order_ids: someIds.describe(`Ids of orders with commas between them; at most ${mostParts}.`),
  }),
  response: PlanningBoard.pick({ trips: true, carriers: true, orders: true, asked: true, places: true })
    .extend({
      gone_trip_ids: z.array(UuidOut).describe('Requested trips that the board does not show.'),
      unplanned: z
        .array(UnplannedOrder)
        .describe('Those of the requested orders, and of the orders on these trips, that have stops on no trip.'),
    })
    .meta({ id: 'AppPlanningBoardParts' }),
})
export type PlanningBoardParts = z.output<typeof getPlanningBoardParts.response>

/** Conflicts of the current plan: the verdict on every open trip of a period. */
export const listPlanningConflicts = endpoint({
  ...ofApplication,
  id: 'listPlanningConflicts',
  method: 'GET',
  path: '/app/planning/conflicts',
  summary: 'List the conflicts of a plan',
  permission: 'trip.read',
  query: z.object(span),
  response: z
    .object({
      items: z.array(PlanReason).describe('Reasons against open trips, trip by trip.'),
      is_cut: z.boolean().describe('There are more than 500 open trips: choose a shorter range.'),
    })
    .meta({ id: 'AppPlanningConflicts' }),
})

/** Driving time of a driver on one day or in one week, and its limit. */
const drivingSpan = {
  driving_minutes: z.int().describe('Driving time in minutes: driven and still to be driven.'),
  limit_minutes: z.int().describe('Longest driving time of regulation (EC) 561/2006 in minutes.'),
}

/** Driven and planned times of a driver, as counted by the regulations. */
export const DrivingTime = z
  .object({
    resource_id: UuidOut.describe('Id of the driver.'),
    days: z
      .array(
        z.object({
          date: z.string().describe('Day on which the work begins, YYYY-MM-DD.'),
          ...drivingSpan,
          rest_by: UtcInstant.describe('When the rest after it begins at the latest.'),
        }),
      )
      .describe('Days with work in the range, in sequence. At most two days of a week may have 10 hours, others 9.'),
    weeks: z
      .array(
        z.object({
          starts_on: z.string().describe('Monday, YYYY-MM-DD; weeks are those of UTC.'),
          ...drivingSpan,
          fortnight_minutes: z.int().describe('With the week before, in minutes.'),
          fortnight_limit_minutes: z.int().describe('The longest driving time of two weeks, in minutes.'),
        }),
      )
      .describe('Weeks of these days: at most 56 hours, and 90 hours with the week before.'),
    source: HoursSource.describe('Card of the driver, what the vehicle sent, or the plan alone.'),
    known_until: UtcInstant.nullable().describe(
      'Until when it is known; null: all of it is an estimate from the plan.',
    ),
    pauses: z.array(DriverPause).describe('Breaks and rests in the range, where a lawful timeline has them.'),
    faults: z
      .array(HoursFault)
      .describe('Stops of the range that have no lawful timeline; the driver counts as rested after each.'),
  })
  .meta({ id: 'AppDrivingTime' })
export type DrivingTime = z.output<typeof DrivingTime>

/** Maximum number of drivers per request. */
export const mostDrivingTimes = 40

/** Drivers' hours in the current plan, as judged by the verdict. */
export const listDrivingTimes = endpoint({
  ...ofApplication,
  id: 'listDrivingTimes',
  method: 'GET',
  path: '/app/planning/driving-times',
  summary: 'List the driving times of a plan',
  description:
    'Only the given drivers that have work in the range are listed, and none where all transport is exempt from the law. Two drivers of a trip share its driving time. A driver takes some ' +
    'milliseconds the first time: read those who are shown.',
  permission: 'trip.read',
  query: z.object({
    ...span,
    driver_ids: someTexts
      .pipe(z.array(Uuid).max(mostDrivingTimes))
      .describe(`Ids of drivers with commas between them; at most ${mostDrivingTimes}.`),
  }),
  response: z
    .object({ items: z.array(DrivingTime).describe('Drivers with their days and weeks.') })
    .meta({ id: 'AppDrivingTimes' }),
})
