import { z } from 'zod'
import { endpoint, ofApplication } from '../endpoint.ts'
import {
  AdditionalGoodsInformation,
  BookingCustoms,
  BookingDimensions,
  Plugging,
  ShippingCompany,
  TemperatureRequirements,
  TransportType,
} from '../outbound/intermodal-booking.ts'
import { LocationScenario } from '../outbound/location-booking.ts'
import { SensibleInstant } from '../reading/entered.ts'
import { FreeObject, UtcInstant, Uuid, UuidOut } from '../scalars.ts'

/** The status of a booking (LB-1). */
export const BookingState = z.enum(['TO_REQUEST', 'REQUESTED', 'BOOKED', 'CANCELLED'])

const name = z.string().trim().min(1).max(255)
const text = z.string().max(1_000)
const Steps = z.array(FreeObject).describe('Reported steps, oldest first: event_time, ok, type and remark.')

/** Time slot at a location, for screens. */
export const AppLocationBooking = z
  .object({
    location_booking_id: UuidOut.describe('Id of the booking.'),
    trip_id: UuidOut.describe('Trip that calls at the place.'),
    location_id: UuidOut.describe('Where the slot is.'),
    stop_id: UuidOut.nullable().describe('Stop it is for; null when it is for a group.'),
    stop_group_id: UuidOut.nullable().describe('Group of stops it is for; null when it is for one stop.'),
    name: z.string().describe('Number of the booking as people read it.'),
    scenario: LocationScenario.describe('Whether goods are delivered there, picked up, or both.'),
    status: BookingState.describe('Status.'),
    reported_at: UtcInstant.nullable().describe('When the other party says it reached this status.'),
    booking_reference: z.string().nullable().describe('What the other side calls it.'),
    requested_start_at: UtcInstant.nullable().describe('Start of the requested slot.'),
    requested_end_at: UtcInstant.nullable().describe('End of the requested slot.'),
    confirmed_start_at: UtcInstant.nullable().describe('Begin of the slot that was given.'),
    confirmed_end_at: UtcInstant.nullable().describe('End of the slot that was given.'),
    note: z.string().describe('Note.'),
    execution_statuses: Steps,
  })
  .meta({ id: 'AppLocationBooking' })
export type AppLocationBooking = z.output<typeof AppLocationBooking>

const slotMembers = {
  requested_start_at: SensibleInstant.nullish().describe('Start of the slot to request.'),
  requested_end_at: SensibleInstant.nullish().describe('End of the slot to request.'),
  note: text.optional().describe('Note.'),
}

/** A new time slot for one stop or a group of stops. */
export const NewLocationBooking = z
  .object({
    trip_id: Uuid.describe('Trip that calls at the place.'),
    stop_id: Uuid.nullish().describe('Stop it is for.'),
    stop_group_id: Uuid.nullish().describe('Or the group of stops it is for.'),
    name: name.optional().describe('Number for people; derived from the name of the trip when absent.'),
    scenario: LocationScenario.optional().describe('Found from the activities of the stops when absent.'),
    ...slotMembers,
  })
  .meta({ id: 'AppNewLocationBooking' })
export type NewLocationBooking = z.output<typeof NewLocationBooking>

/** Changes of a time slot; absent members stay. */
export const LocationBookingChange = z
  .object({
    name: name.optional().describe('New name.'),
    scenario: LocationScenario.optional().describe('New scenario.'),
    booking_reference: name.nullish().describe('What the other side calls it.'),
    confirmed_start_at: SensibleInstant.nullish().describe('Begin of the slot that was given.'),
    confirmed_end_at: SensibleInstant.nullish().describe('End of the slot that was given.'),
    ...slotMembers,
  })
  .meta({ id: 'AppLocationBookingChange' })
export type LocationBookingChange = z.output<typeof LocationBookingChange>

/** Details of a main leg message in addition to places, times and units. */
export const BookingDetails = z
  .object({
    shipping_company: ShippingCompany.nullish().describe('Who carries it.'),
    route_code: text.nullish().describe('Code of the route or service.'),
    modality: text.nullish().describe('By what: for example FERRY, TRAIN or BARGE.'),
    route_custom_fields: FreeObject.nullish().describe('Keys of the tenant for the route.'),
    start_reference_number: text.nullish().describe('Reference to give where it begins.'),
    end_reference_number: text.nullish().describe('Reference to give where it ends.'),
    transport_type: TransportType.nullish().describe('How it travels; unaccompanied when absent.'),
    plugging: Plugging.nullish().describe('Where it needs power.'),
    dimensions: BookingDimensions.nullish().describe('How large and heavy it is.'),
    customs: BookingCustoms.nullish().describe('What customs want.'),
    temperature_requirements: TemperatureRequirements.nullish().describe('How cold it has to be.'),
    additional_goods_information: AdditionalGoodsInformation.nullish().describe('What is in it.'),
    seal_number: text.nullish().describe('Number of the seal.'),
    vessel_name: text.nullish().describe('Name of the vessel.'),
    voyage_code: text.nullish().describe('Voyage.'),
    imo_number: text.nullish().describe('IMO number of the vessel.'),
  })
  .meta({ id: 'AppBookingDetails' })
export type BookingDetails = z.output<typeof BookingDetails>

const legMembers = {
  account_code: name.nullish().describe('Account of ours at the carrier; it chooses where the booking is sent.'),
  departs_at: SensibleInstant.nullish().describe('When the leg begins.'),
  arrives_at: SensibleInstant.nullish().describe('When it ends.'),
  trailer_id: Uuid.nullish().describe('The trailer.'),
  container_id: Uuid.nullish().describe('The container.'),
  vehicle_id: Uuid.nullish().describe('A vehicle that goes along.'),
  details: BookingDetails.optional().describe('Other contents of the message; replaced as a whole.'),
}

/** Main leg by ferry, train or barge, for screens. */
export const AppIntermodalBooking = z
  .object({
    intermodal_booking_id: UuidOut.describe('Id of the booking.'),
    trip_id: UuidOut.describe('Trip it belongs to.'),
    name: z.string().describe('Number of the booking as people read it.'),
    account_code: z.string().nullable().describe('Account of ours at the carrier.'),
    status: BookingState.describe('Status.'),
    reported_at: UtcInstant.nullable().describe('When the carrier says it reached this status.'),
    booking_reference: z.string().nullable().describe("The carrier's reference."),
    departure_reference_number: z.string().nullable().describe('Reference where the unit departs.'),
    arrival_reference_number: z.string().nullable().describe('Reference where the unit arrives.'),
    start_location_id: UuidOut.describe('Where the leg begins.'),
    end_location_id: UuidOut.describe('Where it ends.'),
    departs_at: UtcInstant.nullable().describe('When it begins.'),
    arrives_at: UtcInstant.nullable().describe('When it ends.'),
    trailer_id: UuidOut.nullable().describe('The trailer.'),
    container_id: UuidOut.nullable().describe('The container.'),
    vehicle_id: UuidOut.nullable().describe('The vehicle that goes along.'),
    details: BookingDetails.describe('Other contents of the message.'),
    execution_statuses: Steps,
    skip_dispatch: z.boolean().describe('The carrier has finalised it: nothing more is sent.'),
    failure: FreeObject.nullable().describe('Why the carrier could not do it: error_type and error_message.'),
  })
  .meta({ id: 'AppIntermodalBooking' })
export type AppIntermodalBooking = z.output<typeof AppIntermodalBooking>

/** A new main leg. */
export const NewIntermodalBooking = z
  .object({
    trip_id: Uuid.describe('Trip it belongs to.'),
    name: name.optional().describe('Number for people; derived from the name of the trip when absent.'),
    start_location_id: Uuid.describe('Where the leg begins.'),
    end_location_id: Uuid.describe('Where it ends.'),
    ...legMembers,
  })
  .meta({ id: 'AppNewIntermodalBooking' })
export type NewIntermodalBooking = z.output<typeof NewIntermodalBooking>

/** Changes of a main leg; absent members stay. */
export const IntermodalBookingChange = z
  .object({
    name: name.optional().describe('New name.'),
    start_location_id: Uuid.optional().describe('Where the leg begins.'),
    end_location_id: Uuid.optional().describe('Where it ends.'),
    ...legMembers,
  })
  .meta({ id: 'AppIntermodalBookingChange' })
export type IntermodalBookingChange = z.output<typeof IntermodalBookingChange>

const read = { ...ofApplication, permission: 'dispatch.read' } as const
const write = { ...ofApplication, permission: 'dispatch.write' } as const
export const LocationBookingParams = z.object({ location_booking_id: Uuid.describe('Id of the booking.') })
export const IntermodalBookingParams = z.object({ intermodal_booking_id: Uuid.describe('Id of the booking.') })

/** Place of a booking. */
export const BookingPlace = z
  .object({
    location_id: UuidOut.describe('Id as the booking names it.'),
    name: z.string().nullable().describe('Name.'),
    city: z.string().nullable().describe('Town.'),
  })
  .meta({ id: 'AppBookingPlace' })
export type BookingPlace = z.output<typeof BookingPlace>

/** Bookings of a trip, including cancelled ones. */
export const listTripBookings = endpoint({
  ...read,
  id: 'listTripBookings',
  method: 'GET',
  path: '/app/bookings/trips/{trip_id}',
  summary: 'List the bookings of a trip',
  params: z.object({ trip_id: Uuid.describe('Id of the trip.') }),
  response: z
    .object({
      location_bookings: z.array(AppLocationBooking).describe('Time slots, oldest first.'),
      intermodal_bookings: z.array(AppIntermodalBooking).describe('Main legs, oldest first.'),
      places: z.array(BookingPlace).describe('The locations that these bookings name.'),
    })
    .meta({ id: 'AppTripBookings' }),
})

/** Creates a time slot; nothing is sent before it is requested. */
export const createLocationBooking = endpoint({
  ...write,
  id: 'createLocationBooking',
  method: 'POST',
  creates: 'header',
  path: '/app/bookings/location',
  summary: 'Create a booking of a time slot',
  body: NewLocationBooking,
  response: AppLocationBooking,
})

/** Changes a time slot. A requested one is sent again as an update. */
export const changeLocationBooking = endpoint({
  ...write,
  id: 'changeLocationBooking',
  method: 'PATCH',
  path: '/app/bookings/location/{location_booking_id}',
  summary: 'Change a booking of a time slot',
  description: 'A cancelled booking answers 409.',
  params: LocationBookingParams,
  body: LocationBookingChange,
  response: AppLocationBooking,
})

/** Creates a booking of a main leg; nothing is sent before it is requested. */
export const createIntermodalBooking = endpoint({
  ...write,
  id: 'createIntermodalBooking',
  method: 'POST',
  creates: 'header',
  path: '/app/bookings/intermodal',
  summary: 'Create a booking of a main leg',
  body: NewIntermodalBooking,
  response: AppIntermodalBooking,
})

/** Changes a main leg booking. A requested one is sent again as an update. */
export const changeIntermodalBooking = endpoint({
  ...write,
  id: 'changeIntermodalBooking',
  method: 'PATCH',
  path: '/app/bookings/intermodal/{intermodal_booking_id}',
  summary: 'Change a booking of a main leg',
  description: 'A booking that is cancelled or that the carrier has finalised answers 409.',
  params: IntermodalBookingParams,
  body: IntermodalBookingChange,
  response: AppIntermodalBooking,
})
