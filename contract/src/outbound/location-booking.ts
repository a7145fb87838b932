import { z } from 'zod'
import { LocationOutput } from '../locations/location.ts'
import { optionalObject, UtcInstant, UuidOut } from '../scalars.ts'
import { answerMembers, BookingOperation, Revision } from './dispatch-message.ts'
import { DispatchOrderOutput, StopMessage } from './dispatch-order.ts'
import { DispatchResourceAllocation, Trailer, Vehicle } from './dispatch-resource.ts'

/** Activity of a trip at the location (LB-1): delivery, pickup, or both. */
export const locationScenarios = ['INBOUND', 'OUTBOUND', 'INBOUND_OUTBOUND'] as const
export const LocationScenario = z.enum(locationScenarios).meta({ id: 'LocationScenario' })
export type LocationScenario = z.output<typeof LocationScenario>

/** Booking of a time slot. */
export const LocationBookingPayload = z
  .object({
    booking_id: UuidOut.describe('Id of the booking; updates may name it.'),
    booking_name: z.string().describe('Number of the booking as people read it.'),
    location: LocationOutput.describe('Where the slot is.'),
    stops: z.array(StopMessage).optional().describe('Stops of the trip at the place.'),
    resource_allocations: z.array(DispatchResourceAllocation).nullish().describe('What carries the trip.'),
    trailer: Trailer.nullish().describe('Read resource_allocations instead.').meta({ deprecated: true }),
    vehicle: Vehicle.nullish().describe('Read resource_allocations instead.').meta({ deprecated: true }),
  })
  .meta({ id: 'LocationBookingPayload' })

/** Trip of a booking. */
export const LocationBookingTripSummary = z
  .object({
    custom_fields: optionalObject('Keys of the tenant.'),
    estimated_start_timestamp: UtcInstant.nullish().describe('When the trip is planned to begin.'),
  })
  .meta({ id: 'LocationBookingTripSummary' })

/** Trip with its booking at a location. */
export const LocationDispatchPayload = z
  .object({
    id: UuidOut.describe('Id of the trip.'),
    name: z.string().describe('Name of the trip.'),
    orders: z.array(DispatchOrderOutput).optional().describe('Orders the booking is for.'),
    scenario: LocationScenario.describe('Whether goods are delivered there, picked up, or both.'),
    booking: LocationBookingPayload.describe('The booking.'),
    trip_summary: LocationBookingTripSummary.nullish().describe('The trip around it.'),
  })
  .meta({ id: 'LocationDispatchPayload' })
export type LocationDispatchPayload = z.output<typeof LocationDispatchPayload>

/** Requests a time slot from a location (LB-1). */
export const LocationDispatchOutput = z
  .object({
    operation: BookingOperation.describe('Whether the booking is new, updated or withdrawn.'),
    revision: Revision,
    payload: LocationDispatchPayload.describe('The trip and the booking.'),
  })
  .meta({ id: 'LocationDispatchOutput' })
export type LocationDispatchOutput = z.output<typeof LocationDispatchOutput>

/** Response of the location (DISP-4). */
export const LocationBookingDispatchResponse = z.object(answerMembers).meta({ id: 'LocationBookingDispatchResponse' })
