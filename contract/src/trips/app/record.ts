import { z } from 'zod'
import { AuditRecord } from '../../audit/app.ts'
import { RecordDocument } from '../../documents/app/record.ts'
import { endpoint, ofApplication } from '../../endpoint.ts'
import { RecentEvent } from '../../events/app.ts'
import { StopFacts, WorstPunctuality } from '../../orders/app/punctuality.ts'
import { BoardPlace } from '../../planning/app/board.ts'
import { PlannedStop, PlannedTrip } from '../../planning/app/trip.ts'
import { SensibleInstant } from '../../reading/entered.ts'
import { openSet, UtcInstant, Uuid, UuidOut } from '../../scalars.ts'
import { TripOutput } from '../endpoints.ts'
import { TripCarrier, TripDispatch, TripSubcontractor } from './list.ts'

/** An order on a trip. */
export const TripOrder = z
  .object({
    order_id: UuidOut.describe('Id of the order.'),
    order_number: z.string().describe('Number for people.'),
    customer_name: z.string().describe('Who ordered.'),
    customer_reference_number: z.string().nullable().describe("The customer's reference."),
    status: z.string().describe('State; BLOCKED while it is on hold.'),
    is_adr: z.boolean().describe('Carries dangerous goods.'),
    is_tempered: z.boolean().describe('Has a temperature to be kept.'),
  })
  .meta({ id: 'AppTripOrder' })
export type TripOrder = z.output<typeof TripOrder>

/** Valid ETA entered by a user. */
export const EnteredEta = z
  .object({
    stop_id: UuidOut.describe('Id of the stop.'),
    at: UtcInstant.describe('When it was entered.'),
    by: z.string().nullable().describe('Name of the user.'),
  })
  .meta({ id: 'AppSaidEta' })
export type EnteredEta = z.output<typeof EnteredEta>

/** Trip for its page. */
export const TripRecord = z
  .object({
    trip: PlannedTrip.describe('The trip with its stops.'),
    trip_identifier: z.string().nullable().describe('Key of the system that brought it.'),
    subcontractor: TripSubcontractor.nullable().describe('Who drives it, when it is not our own.'),
    dispatch: TripDispatch.nullable().describe('The carrier that has it; null when none has.'),
    planning_group: z.string().nullable().describe('Who plans it.'),
    resources: z.array(TripCarrier).describe('What carries it, in its order.'),
    punctuality: WorstPunctuality.nullable().describe(
      'Of the stop with the largest deviation; null when there is nothing to compare.',
    ),
    stop_facts: z.array(StopFacts).describe('Time zone and punctuality of each stop, in sequence.'),
    said_etas: z
      .array(EnteredEta)
      .describe('Its ETAs that a person entered, and that no report or position has replaced.'),
    places: z.array(BoardPlace).describe('The locations of its stops.'),
    orders: z.array(TripOrder).describe('Its orders, in the order it visits them.'),
    created_at: UtcInstant.describe('When it was created.'),
    updated_at: UtcInstant.describe('When it changed last.'),
  })
  .meta({ id: 'AppTripRecord' })
export type TripRecord = z.output<typeof TripRecord>

const shared = {
  ...ofApplication,
  permission: 'trip.read',
  method: 'GET',
} as const
const params = z.object({ trip_id: Uuid.describe('Id of the trip.') })

/** One trip for its page and its panel. */
export const getTripRecord = endpoint({
  ...shared,
  id: 'getTripRecord',
  path: '/app/trips/{trip_id}',
  summary: 'Read a trip for a screen',
  params,
  response: TripRecord,
})

/** The trip as returned by the published interface. */
export const getRawTrip = endpoint({
  ...shared,
  id: 'getRawTrip',
  path: '/app/trips/{trip_id}/raw',
  summary: 'Read a trip as the interface answers it',
  description: 'As GET /v1/trips/trip/{trip_id} answers it.',
  params,
  response: TripOutput,
})

/** Events of a trip and its stops, with delivery progress. */
export const listTripEvents = endpoint({
  ...shared,
  id: 'listTripEvents',
  path: '/app/trips/{trip_id}/events',
  summary: 'Events of a trip',
  description: 'Of the trip and of its stops, newest first, at most 200.',
  params,
  response: z.object({ items: z.array(RecentEvent).describe('Newest first.') }),
})

/** History of a trip. */
export const listTripHistory = endpoint({
  ...shared,
  id: 'listTripHistory',
  path: '/app/trips/{trip_id}/history',
  summary: 'History of a trip',
  description: 'Newest first, at most 200.',
  params,
  response: z.object({ items: z.array(AuditRecord).describe('Newest first.') }),
})

/** Documents of a trip, its stops and its orders. */
export const listTripFiles = endpoint({
  ...shared,
  id: 'listTripFiles',
  path: '/app/trips/{trip_id}/documents',
  summary: 'Documents of a trip and its orders',
  description: 'Newest first, at most 200.',
  params,
  response: z.object({ items: z.array(RecordDocument).describe('Newest first.') }),
})

/** Manually reports arrival, departure or ETA of a stop. */
export const reportStop = endpoint({
  ...ofApplication,
  id: 'reportStop',
  method: 'POST',
  path: '/app/trips/stops/{stop_id}/report',
  permission: 'trip.write',
  summary: 'Report that a stop was reached or left, or when it will be reached',
  description:
    'Counts like a report of the driver. One that contradicts what is known is answered 409 with the reason. An ETA holds until a ' +
    'later report or position of the vehicle; the stops behind it follow.',
  params: z.object({ stop_id: Uuid.describe('Id of the stop.') }),
  body: z
    .object({
      status: z
        .enum(['AT_STOP', 'COMPLETED'])
        .optional()
        .describe('AT_STOP: the vehicle arrived. COMPLETED: the stop is done.'),
      at: SensibleInstant.optional().describe('When it happened; now when absent.'),
      eta: SensibleInstant.optional().describe('When the vehicle will be there; instead of status.'),
    })
    .refine(({ status, eta }) => (status === undefined) !== (eta === undefined), {
      path: ['status'],
      error: 'is required, or eta instead of it',
    })
    .meta({ id: 'AppStopReport' }),
  response: z
    .object({ is_applied: z.boolean().describe('False when later news of the stop is known: it is history only.') })
    .meta({ id: 'AppStopReported' }),
})

/** Trip with the stops of one order. */
export const OrderTrip = z
  .object({
    trip_id: UuidOut.describe('Id of the trip.'),
    name: z.string().describe('Number for people.'),
    status: openSet(['CREATED', 'PLANNED', 'IN_PROGRESS', 'COMPLETED', 'CANCELLED']).describe(
      'Progress of the booking.',
    ),
    subcontractor: TripSubcontractor.nullable().describe('Who drives it, when it is not our own.'),
    resources: z.array(TripCarrier).describe('What carries it.'),
    starts_at: UtcInstant.nullable().describe('First planned arrival.'),
    ends_at: UtcInstant.nullable().describe('Last planned departure.'),
    stops: z.array(PlannedStop).describe('The stops of the order on it, in sequence.'),
    punctuality: WorstPunctuality.nullable().describe(
      'Of the stop with the largest deviation; null when there is nothing to compare.',
    ),
    stop_facts: z.array(StopFacts).describe('Their time zones and punctuality.'),
    places: z.array(BoardPlace).describe('Their locations.'),
  })
  .meta({ id: 'AppOrderTrip' })
export type OrderTrip = z.output<typeof OrderTrip>

/** Trips of an order. */
export const listOrderTrips = endpoint({
  ...shared,
  id: 'listOrderTrips',
  path: '/app/orders/{order_id}/trips',
  permission: 'order.read',
  summary: 'Trips an order is on',
  params: z.object({ order_id: Uuid.describe('Id of the order.') }),
  response: z.object({ items: z.array(OrderTrip).describe('In the order they begin.') }),
})
