import { z } from 'zod'
import { openSet, UtcInstant, UuidOut } from '../../scalars.ts'
import { PlannedCrossing } from './crossing.ts'

/** Stop of a trip for planning. */
export const PlannedStop = z
  .object({
    stop_id: UuidOut.describe('Id of the stop.'),
    kind: z.enum(['ORDER', 'STANDALONE', 'TRANSFER_DROP', 'TRANSFER_PICKUP']).describe('Its origin.'),
    order_id: UuidOut.nullable().describe('Order it belongs to; null for a stop of its own.'),
    stop_group_id: UuidOut.describe('Shared by neighbours with the same activity at the same location.'),
    location_id: UuidOut.describe('Where it is.'),
    activity: z.string().nullable().describe('What happens.'),
    activity_label: z.string().describe('What happens, in words.'),
    planned_start_at: UtcInstant.nullable().describe('Planned arrival.'),
    planned_end_at: UtcInstant.nullable().describe('Planned departure.'),
    fixed_timestamp_type: openSet(['ENFORCED_TIMEWINDOW', 'SET_BY_USER', 'CALCULATED'])
      .nullable()
      .describe('Source of the times.'),
    eta_start_at: UtcInstant.nullable().describe('Estimated arrival.'),
    eta_end_at: UtcInstant.nullable().describe('Estimated departure.'),
    eta_is_estimated: z
      .boolean()
      .nullish()
      .describe('Whether no router gave the driving times of the ETA; null: not known.'),
    actual_start_at: UtcInstant.nullable().describe('Arrival.'),
    actual_end_at: UtcInstant.nullable().describe('Departure.'),
    status: openSet([
      'TO_PLAN',
      'PLANNED',
      'DISPATCHED',
      'ROUTE_TO_STOP',
      'AT_STOP',
      'COMPLETED',
      'CANCELLED',
    ]).describe('Progress of the booking.'),
    mileage_km: z.number().nullable().describe('Kilometres from the stop before.'),
    mileage_is_estimated: z
      .boolean()
      .nullish()
      .describe('Whether these are estimated, not measured by a routing engine.'),
    reference_number: z.string().nullable().describe('Reference to give at the gate.'),
    note: z.string().describe('Note.'),
    crossing: PlannedCrossing.nullish().describe('Ferry or train that the vehicle takes to the next stop.'),
  })
  .meta({ id: 'AppPlannedStop' })
export type PlannedStop = z.output<typeof PlannedStop>

/** Resource of a trip. */
export const PlannedResource = z
  .object({
    resource_id: UuidOut.describe('Id of the resource.'),
    name: z.string().nullable().describe('What it is called on this trip.'),
    license_plate: z.string().nullable().describe('Number plate on this trip.'),
    container_number: z.string().nullable().describe('Container number on this trip.'),
  })
  .meta({ id: 'AppPlannedResource' })

/** Trip for planning. */
export const PlannedTrip = z
  .object({
    trip_id: UuidOut.describe('Id of the trip.'),
    version: z.int().describe('Goes up with every change; send it back in versions.'),
    name: z.string().describe('Name.'),
    status: openSet(['CREATED', 'PLANNED', 'IN_PROGRESS', 'COMPLETED', 'CANCELLED']).describe(
      'Progress of the booking.',
    ),
    planning_group_id: UuidOut.nullable().describe('Planning group.'),
    subcontractor_id: UuidOut.nullable().describe('Company that drives it, when it is not our own.'),
    is_dispatched: z.boolean().describe('Whether it was dispatched.'),
    note: z.string().describe('Note.'),
    distance_km: z.number().nullable().describe('Kilometres along its stops.'),
    distance_is_estimated: z.boolean().describe('Whether any of them are estimated, not measured by a routing engine.'),
    starts_at: UtcInstant.nullable().describe('First planned arrival.'),
    ends_at: UtcInstant.nullable().describe('Last planned departure.'),
    stops: z.array(PlannedStop).describe('Stops in sequence.'),
    resources: z.array(PlannedResource).describe('Resources in their order.'),
  })
  .meta({ id: 'AppPlannedTrip' })
export type PlannedTrip = z.output<typeof PlannedTrip>
