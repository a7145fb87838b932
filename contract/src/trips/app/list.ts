import { z } from 'zod'
import { endpoint, ofApplication } from '../../endpoint.ts'
import { listWindow, someOf, someTexts, windowMembers } from '../../listing.ts'
import { WorstPunctuality } from '../../orders/app/punctuality.ts'
import { openSet, UtcInstant, Uuid, UuidOut } from '../../scalars.ts'

const Place = z
  .object({
    name: z.string().nullable().describe('Name of the place, null for an address without one.'),
    city: z.string().nullable().describe('Town.'),
    country: z.string().nullable().describe('Two-letter country code.'),
  })
  .meta({ id: 'AppTripPlace' })

/** Display name of a trip's carrier or resources. */
export const TripCarrier = z
  .object({
    resource_id: UuidOut.describe('Id of the resource.'),
    resource_type: z.string().describe('What it is.'),
    name: z.string().describe('What it is called on this trip.'),
    license_plate: z.string().nullable().describe('Number plate on this trip.'),
    container_number: z.string().nullable().describe('Container number on this trip.'),
    phone_number: z
      .string()
      .nullish()
      .describe('Phone number of a driver; only on the pages of a trip and an order, for roles that may read it.'),
  })
  .meta({ id: 'AppTripCarrier' })
export type TripCarrier = z.output<typeof TripCarrier>

/** Company that drives a trip instead of own resources. */
export const TripSubcontractor = z
  .object({ company_id: UuidOut.describe('Id of the company.'), name: z.string().describe('Its name.') })
  .meta({ id: 'AppTripSubcontractor' })

/** Delivery states of the last message to the carrier. */
export const carrierStates = ['SENDING', 'ACCEPTED', 'DECLINED', 'UNDELIVERED'] as const

/** Carrier that a trip is dispatched to. */
export const TripDispatch = z
  .object({
    destination_name: z.string().describe('Name of the destination.'),
    state: openSet(carrierStates).describe('What the carrier answered to the last message.'),
    reason: z.string().nullable().describe('Why it was declined or not delivered.'),
    differs_since: UtcInstant.nullable().describe(
      'Since when the carrier has an older version; null: it has this one.',
    ),
  })
  .meta({ id: 'AppTripDispatch' })
export type TripDispatch = z.output<typeof TripDispatch>

/** Why the dispatch of a trip needs attention (DISP-6). */
export const TripDispatchFailure = z
  .object({
    state: openSet(['REFUSED', 'FAILED']).describe(
      'REFUSED: its carrier does not drive it. FAILED: a message about it was declined or did not arrive.',
    ),
    reason: z.string().nullable().describe('Why, as far as known.'),
    since: UtcInstant.describe('When it was refused or failed.'),
  })
  .meta({ id: 'AppTripDispatchFailure' })
export type TripDispatchFailure = z.output<typeof TripDispatchFailure>

/** States of a trip. */
export const tripStates = ['CREATED', 'PLANNED', 'IN_PROGRESS', 'COMPLETED', 'CANCELLED'] as const

/** Trip in a list. */
export const ListedTrip = z
  .object({
    trip_id: UuidOut.describe('Id of the trip.'),
    name: z.string().describe('Number for people.'),
    status: openSet(tripStates).describe('Progress of the booking.'),
    is_late: z.boolean().describe('It is planned or under way, and a stop ahead is late or has missed its window.'),
    punctuality: WorstPunctuality.nullable().describe(
      'Of the stop ahead that is furthest off; when the trip is over, of all its stops.',
    ),
    is_refused: z.boolean().describe('Whether its carrier refused it, or a message about it failed.'),
    dispatch_failure: TripDispatchFailure.nullable().describe('What was refused or failed; null when nothing was.'),
    is_dispatched: z.boolean().describe('Whether it was dispatched.'),
    is_outdated: z.boolean().describe('A carrier has an older version of it, or of a booking for it.'),
    dispatch: TripDispatch.nullable().describe('The carrier that has it; null when none has.'),
    subcontractor: TripSubcontractor.nullable().describe('Who drives it, when it is not our own.'),
    resources: z.array(TripCarrier).describe('What carries it, in its order.'),
    from: Place.nullable().describe('Where the first stop is.'),
    to: Place.nullable().describe('Where the last stop is.'),
    next_stop: Place.extend({
      expected_at: UtcInstant.nullable().describe('Its ETA, else its plan.'),
      eta_is_estimated: z.boolean().describe('expected_at is an ETA, and no router gave its driving times.'),
    })
      .nullable()
      .describe('The first stop that was not served yet, while the trip is planned or under way.'),
    stop_count: z.int().describe('Stops in all.'),
    done_count: z.int().describe('Stops that were served.'),
    order_count: z.int().describe('Orders on it.'),
    starts_at: UtcInstant.nullable().describe('First planned arrival; null while it has no times.'),
    ends_at: UtcInstant.nullable().describe('Last planned departure.'),
    distance_km: z.number().nullable().describe('Kilometres along its stops.'),
    distance_is_estimated: z.boolean().describe('Whether any of them are estimated, not measured by a routing engine.'),
    created_at: UtcInstant.describe('When it was created.'),
  })
  .meta({ id: 'AppListedTrip' })
export type ListedTrip = z.output<typeof ListedTrip>

/** Sort orders of the trip list; a minus reverses. */
export const tripSorts = ['starts', '-starts', 'ends', '-ends', 'name', '-name', 'created', '-created'] as const

const Instant = z.iso.datetime({ offset: true })
const yes = z
  .enum(['true', 'false'])
  .optional()
  .transform((value) => (value === undefined ? undefined : value === 'true'))

/** Driven by own resources, by a subcontractor, or unassigned. */
export const tripDrivers = ['OWN', 'SUBCONTRACTOR', 'NOBODY'] as const

/** Filters of a list of trips; they are AND-ed, the values of one are OR-ed. */
export const tripFilters = {
  q: z.string().trim().max(100).optional().describe('Beginning of the number, or of the number of an order on it.'),
  status: someOf(tripStates).describe('States, with commas between them.'),
  driven_by: someOf(tripDrivers).describe('Who drives it, with commas between them.'),
  subcontractor: someTexts.pipe(z.array(Uuid)).describe('Ids of companies, with commas between them.'),
  resource: someTexts.pipe(z.array(Uuid)).describe('Ids of resources, with commas between them.'),
  group: someTexts.pipe(z.array(Uuid)).describe('Ids of resource groups, with commas between them.'),
  is_late: yes.describe('Only trips that are late, or only those that are not.'),
  is_refused: yes.describe('Only trips that were refused or of which a dispatch failed, or only the others.'),
  is_outdated: yes.describe('Only trips of which a carrier has an older version, or only the others.'),
  from: Instant.optional().describe('Not over before this instant.'),
  to: Instant.optional().describe('Begun before this instant.'),
}

const shared = {
  ...ofApplication,
  permission: 'trip.read',
} as const

/** One page of the matching trips. */
export const listTrips = endpoint({
  ...shared,
  id: 'listTrips',
  method: 'GET',
  path: '/app/trips',
  summary: 'List trips',
  description: 'The latest first by default. The total is counted up to 100,000.',
  query: z.object({
    ...windowMembers,
    ...tripFilters,
    sort: z.enum(tripSorts).default('-starts').describe('Order of the rows.'),
  }),
  response: listWindow(ListedTrip),
})

const Tally = z.int().min(0).max(100_000).describe('Counted up to 100,000.')

/** Trip counts of each state and kind of driver under the other filters. */
export const countTrips = endpoint({
  ...shared,
  id: 'countTrips',
  method: 'GET',
  path: '/app/trips/counts',
  summary: 'Count trips by state and by who drives',
  query: z.object(tripFilters),
  response: z.object({
    by_status: z.record(z.string(), Tally).describe('By state, under the other filters.'),
    by_driver: z.record(z.string(), Tally).describe('By who drives, under the other filters.'),
    late: Tally.describe('Late ones, under the other filters.'),
    refused: Tally.describe('Those declined by a carrier, under the other filters.'),
    outdated: Tally.describe('Those of which a carrier has an older version, under the other filters.'),
  }),
})

/** All matching trips, as CSV. */
export const exportTripList = endpoint({
  ...shared,
  id: 'exportTripList',
  method: 'GET',
  path: '/app/trips/csv',
  summary: 'Trips as CSV',
  description: 'UTF-8 with a byte order mark, one line a trip, in the requested order, every match.',
  query: z.object({ ...tripFilters, sort: z.enum(tripSorts).default('-starts').describe('Order of the lines.') }),
  responseType: 'bytes',
})
