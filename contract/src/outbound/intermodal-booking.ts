import { z } from 'zod'
import { LocationOutput, TerminalMetadata } from '../locations/location.ts'
import { openSet, optionalFlag, optionalNumber, optionalObject, optionalText, UtcInstant, UuidOut } from '../scalars.ts'
import { BookingOperation, Revision } from './dispatch-message.ts'
import { OrderMessage } from './dispatch-order.ts'
import { Container, Trailer, Vehicle } from './dispatch-resource.ts'

/** Carrier of the main leg. */
export const ShippingCompany = z
  .object({ name: optionalText('Name.'), code: optionalText('Code.') })
  .meta({ id: 'ShippingCompany' })

/** A terminal or port. */
export const ShippingLocation = z
  .object({
    ...LocationOutput.shape,
    description: optionalText('How to find the place.'),
    location_identifier: optionalText('Key of the location in another system.'),
    terminal_metadata: TerminalMetadata.nullish().describe('What is known of the terminal.'),
  })
  .meta({ id: 'ShippingLocation' })

/** Start or end of the main leg. */
export const ShippingStop = z
  .object({
    location: ShippingLocation.describe('The terminal or port.'),
    reference_number: optionalText('Reference to give at the gate.'),
    timestamp: UtcInstant.nullish().describe('When; the first stop has one.'),
  })
  .meta({ id: 'ShippingStop' })

/** The main leg. */
export const ShippingRoute = z
  .object({
    start_stop: ShippingStop.describe('Where it begins.'),
    end_stop: ShippingStop.describe('Where it ends.'),
    code: optionalText('Code of the route or service.'),
    modality: optionalText('By what: for example FERRY, TRAIN or BARGE.'),
    custom_fields: optionalObject('Keys of the tenant.'),
  })
  .meta({ id: 'ShippingRoute' })

/** Whether drivers accompany the unit. */
export const driverModes = ['ACCOMPANIED', 'UNACCOMPANIED'] as const
export const DriverMode = z.enum(driverModes).meta({ id: 'DriverMode' })

/** Transport mode of the unit. */
export const TransportType = z
  .object({
    driver_type: DriverMode.describe('Whether drivers go with it.'),
    number_of_drivers: z.int().nonnegative().nullish().describe('How many do.'),
  })
  .meta({ id: 'TransportType' })

/** Where a refrigerated unit needs power. */
export const Plugging = z
  .object({
    on_place_of_loading: z.boolean().optional().describe('Before the main leg.').meta({ default: false }),
    on_vessel: z.boolean().optional().describe('On the main leg.').meta({ default: false }),
    on_place_of_unloading: z.boolean().optional().describe('After the main leg.').meta({ default: false }),
  })
  .meta({ id: 'Plugging' })

/** Unit types that can be booked. */
export const bookingVehicleTypes = [
  'ARTICULATED',
  'BOX',
  'CHASSIS',
  'CONTAINER',
  'CURTAINSIDER',
  'REEFER',
  'RIGID',
  'TANK_CONTAINER',
  'TRACTOR',
  'VAN',
] as const
export const BookingVehicleType = z.enum(bookingVehicleTypes).meta({ id: 'BookingVehicleType' })

/** Dimensions and weight of the unit, in metres and kg. */
export const BookingDimensions = z
  .object({
    resource_type: BookingVehicleType.nullish().describe('Kind of unit.'),
    length: optionalNumber('Length in metres.'),
    width: optionalNumber('Width in metres.'),
    height: optionalNumber('Height in metres.'),
    tare_weight: optionalNumber('Weight of the empty unit in kg.'),
    cargo_weight: optionalNumber('Weight of the goods in kg.'),
    verified_gross_mass: optionalNumber('Tare and goods together in kg.'),
    is_loaded: optionalFlag('Whether there is anything in it.'),
    weight: optionalNumber('Read verified_gross_mass instead.').meta({ deprecated: true }),
  })
  .meta({ id: 'BookingDimensions' })

/** Customs details of the booking. */
export const BookingCustoms = z
  .object({
    pre_boarding_notification: optionalText('Number of the notification before boarding.'),
    has_customs_territory_crossing: optionalFlag('Whether the leg leaves the customs territory.'),
  })
  .meta({ id: 'Customs' })

/** Temperatures of a refrigerated unit in degrees Celsius. */
export const TemperatureRequirements = z
  .object({
    desired_temperature: optionalNumber('Of the unit, or of its first chamber.'),
    desired_dual_temperature: optionalNumber('Of its second chamber.'),
  })
  .meta({ id: 'TemperatureRequirements' })

/** Content of the unit. */
export const AdditionalGoodsInformation = z
  .object({
    is_dangerous_goods: optionalFlag('Whether there is anything dangerous in it.'),
    goods_description: optionalText('What it is, in words.'),
    goods_movement_reference: optionalText('Goods movement reference.'),
  })
  .meta({ id: 'AdditionalGoodsInformation' })

/** The carrier's references. */
export const IntermodalBookingReferences = z
  .object({
    arrival_reference_number: optionalText('Reference to give where the unit arrives.'),
    departure_reference_number: optionalText('Reference to give where the unit departs.'),
  })
  .meta({ id: 'IntermodalBookingReferences' })

/** Known execution steps of a unit; others pass as text. */
export const IntermodalExecutionStatusEnum = openSet([
  'GATE_IN',
  'CLEARED_CUSTOMS',
  'CHECKED_IN',
  'ON_BOARD',
  'DEPARTED',
  'ARRIVED',
  'DISCHARGED',
  'GATE_OUT',
]).meta({ id: 'IntermodalExecutionStatusEnum' })

/** Execution step of a unit. */
export const IntermodalExecutionStatus = z
  .object({
    event_time: UtcInstant.describe('When it happened.'),
    ok: z.boolean().describe('Whether it went as it should.'),
    type: z.union([z.string(), IntermodalExecutionStatusEnum]).describe('Which step: a known one, or free text.'),
    remark: optionalText('What is to be said about it.'),
  })
  .meta({ id: 'IntermodalExecutionStatus' })

/** Execution progress of the booking. */
export const BookingExecutionData = z
  .object({
    execution_statuses: z.array(IntermodalExecutionStatus).optional().describe('Steps so far, oldest first.'),
    skip_dispatch: z
      .boolean()
      .optional()
      .describe('The carrier has finalised it: no more is sent.')
      .meta({ default: false }),
  })
  .meta({ id: 'BookingExecutionData' })

/** Booking of a main leg by ferry, train or barge. */
export const IntermodalBookingOutput = z
  .object({
    booking_id: UuidOut.describe('Id of the booking; updates may name it.'),
    booking_name: z.string().describe('Number of the booking as people read it.'),
    booking_reference: optionalText("The carrier's reference."),
    shipping_company: ShippingCompany.describe('Who carries it.'),
    shipping_route: ShippingRoute.describe('From where to where.'),
    transport_type: TransportType.describe('How it travels.'),
    trailer: Trailer.nullish().describe('The trailer, when one is booked.'),
    container: Container.nullish().describe('The container, when one is booked.'),
    vehicle: Vehicle.nullish().describe('The vehicle, when one goes along.'),
    plugging: Plugging.nullish().describe('Where it needs power.'),
    dimensions: BookingDimensions.describe('How large and heavy it is.'),
    customs: BookingCustoms.nullish().describe('What customs want.'),
    temperature_requirements: TemperatureRequirements.nullish().describe('How cold it has to be.'),
    additional_goods_information: AdditionalGoodsInformation.nullish().describe('What is in it.'),
    seal_number: optionalText('Number of the seal.'),
    vessel_name: optionalText('Name of the vessel.'),
    voyage_code: optionalText('Voyage.'),
    imo_number: optionalText('IMO number of the vessel.'),
    references: IntermodalBookingReferences.nullish().describe('References of the carrier.'),
    execution_data: BookingExecutionData.optional().describe('Progress of the booking.'),
  })
  .meta({ id: 'Booking' })
export type IntermodalBookingOutput = z.output<typeof IntermodalBookingOutput>

/** Booking with its trip and orders. */
export const IntermodalBookingPayload = z
  .object({
    trip_name: z.string().describe('Name of the trip.'),
    orders: z.array(OrderMessage).describe('Orders in the unit.'),
    booking: IntermodalBookingOutput.describe('The booking.'),
  })
  .meta({ id: 'IntermodalBookingPayload' })
export type IntermodalBookingPayload = z.output<typeof IntermodalBookingPayload>

/** Requested operation on one booking. */
export const IntermodalBookingPushPayload = z
  .object({
    operation: BookingOperation.describe('Whether the booking is new, updated or withdrawn.'),
    revision: Revision,
    payload: IntermodalBookingPayload.describe('The booking.'),
    account_code: z.string().nullable().describe('Account of ours at the carrier.'),
  })
  .meta({ id: 'IntermodalBookingPushPayload' })

/** Requests bookings from a carrier. */
export const IntermodalBookingsPushPayload = z
  .object({ operations: z.array(IntermodalBookingPushPayload).describe('One entry for each booking.') })
  .meta({ id: 'IntermodalBookingsPushPayload' })
export type IntermodalBookingsPushPayload = z.output<typeof IntermodalBookingsPushPayload>
