import { z } from 'zod'
import { Location, LocationWithTerminalOutput } from '../locations/location.ts'
import {
  LocalDate,
  LocalTime,
  openSet,
  optionalFlag,
  optionalList,
  optionalNumber,
  optionalObject,
  optionalText,
  UtcInstant,
  UuidOut,
} from '../scalars.ts'
import { Incident } from './reference.ts'

/** Service window of a stop on its date, in the location's local time. */
export const TimeWindow = z
  .object({
    name: optionalText('Name of a time window of the tenant.'),
    code: optionalText('Code of a time window of the tenant.'),
    start_time: LocalTime.nullish().describe('Earliest time, HH:mm.'),
    end_time: LocalTime.nullish().describe('Latest time, HH:mm.'),
    custom_fields: optionalObject('Keys of the tenant.'),
    is_enforced: optionalFlag('Planning must keep to it.'),
    use_location_opening_hours: optionalFlag('Take the opening hours of the location instead.'),
  })
  .meta({ id: 'TimeWindow' })
export type TimeWindow = z.output<typeof TimeWindow>

/** References required by a marketplace warehouse. */
export const AmazonExtraFields = z
  .object({
    asn_number: optionalText('Advance shipping notice.'),
    fba_number: optionalText('Fulfilment shipment number.'),
    po_number: optionalText('Purchase order number.'),
    amazon_number: optionalText('Number the warehouse gave.'),
    carton_count: optionalText('Number of cartons, as text.'),
    unit_count: optionalText('Number of units, as text.'),
    booking_date: optionalText('Booked date, as text.'),
    booking_time: optionalText('Booked time, as text.'),
  })
  .meta({ id: 'AmazonExtraFields' })

/** An extra service at a stop. */
export const StopExtra = z
  .object({
    name: optionalText('Name of the extra.').meta({ default: '' }),
    code: optionalText('Code of the extra.').meta({ default: '' }),
    amazon: AmazonExtraFields.nullish().describe('References of a marketplace warehouse.'),
  })
  .meta({ id: 'StopExtra' })

const stopMembers = {
  activity_label: optionalText('What happens at the stop, in words.'),
  note: optionalText('Note for the driver.'),
  reference_number: optionalText('Reference to give at the gate.'),
  email: optionalText('Mail address of the contact at the stop.'),
  phone_number: optionalText('Phone number of the contact.'),
  mobile_number: optionalText('Mobile number of the contact.'),
  time_window: TimeWindow.nullish().describe('When the stop may be served.'),
  planning_instructions: optionalText('Instructions for planners.'),
  extras: optionalList(StopExtra, 'Extra services at the stop.'),
  custom_fields: optionalObject('Keys of the tenant.'),
}

/** Known stop activities; tenants may define more. */
export const StopActivity = openSet([
  'PICKUP',
  'DELIVERY',
  'CUSTOM',
  'COLLECT_EMPTY_CONTAINER',
  'PICKUP_EXPORT',
  'DELIVERY_EXPORT',
])
  .max(255)
  .meta({ id: 'StopActivity', description: 'Open set: other values pass.' })

/** Position of a stop among all stops of the order (SEQ-1, SEQ-2, SEQ-4, SEQ-5). */
export const StopInsertPosition = z
  .object({
    position: z.int().positive().describe('Place in the sequence of the order, from 1, unique in the order.'),
    optimal: optionalFlag('Kept and given back; it changes nothing.'),
  })
  .meta({ id: 'StopInsertPosition' })

/** Empty container dropped or collected after its stop. */
export const DropCollectEmptyInput = z
  .object({
    location: Location.nullish().describe('Where to drop or collect.'),
    date: LocalDate.nullish().describe('On which day.'),
  })
  .meta({ id: 'DropCollectEmptyInput' })

const stopInput = z.object({
  ...stopMembers,
  date: LocalDate.nullish().describe('Requested day. A delivery with a service level may leave it out (ORD-15).'),
  custom_activity_label: optionalText('Label of a custom activity, together with activity CUSTOM.'),
  duration: z.int().nonnegative().nullish().describe('Expected length of the stop in seconds.'),
  location: Location.describe('Where the stop is.'),
  drop_collect_empty: DropCollectEmptyInput.nullish().describe('Empty container to drop or collect afterwards.'),
  activity: StopActivity.nullish().describe('What happens at the stop.'),
  custom_activity: optionalText('Code of a custom activity of the tenant.'),
  position: StopInsertPosition.nullish().describe('Required on every stop once standalone stops are used (SEQ-1).'),
})

/** Stop in requests. */
export const StopInput = stopInput.meta({ id: 'StopInput-Input' })
export type StopInput = z.output<typeof StopInput>

/** Stop in exports, in upload format. */
export const StopExport = stopInput.meta({ id: 'StopInput-Output' })

/** Load building at a depot. */
export const StopDepotOutput = z
  .object({
    load_sequence_number: z.int().positive().nullish().describe('Place in the loading sequence.'),
    unload_timestamp: UtcInstant.nullish().describe('When it is unloaded.'),
    unload_sequence_number: z.int().positive().nullish().describe('Place in the unloading sequence.'),
    load_timestamp: UtcInstant.nullish().describe('When it is loaded.'),
    load_planned: optionalFlag('Loading is planned.'),
    unload_planned: optionalFlag('Unloading is planned.'),
    load_pickup_stop_id: UuidOut.nullish().describe('Stop that picks the load up.'),
    unload_delivery_stop_id: UuidOut.nullish().describe('Stop that delivers the load.'),
  })
  .meta({ id: 'StopDepotOutput' })

/** Stop states in responses about an order. */
export const stopStatuses = [
  'TEMPLATE',
  'BLOCKED',
  'TO_PLAN',
  'PLANNED',
  'DISPATCHED',
  'ROUTE_TO_STOP',
  'AT_STOP',
  'COMPLETED',
  'CANCELLED',
  'IGNORED',
] as const

const stopOutputMembers = {
  ...stopMembers,
  date: LocalDate.nullish().describe('Requested day; absent when none was requested.'),
  depot: StopDepotOutput.nullish().describe('Only for load building at a depot.'),
  id: UuidOut.describe('Id of the stop.'),
  location: LocationWithTerminalOutput.describe('Where the stop is.'),
  mileage_km: optionalNumber('Kilometres driven to the stop, from the one before it.'),
  end_timestamp: UtcInstant.nullish().describe('End: an estimate until COMPLETED, then the actual time (READ-5).'),
  start_timestamp: UtcInstant.nullish().describe('Arrival: an estimate until AT_STOP, then the actual time (READ-5).'),
  incidents: optionalList(Incident, 'What went wrong at the stop.'),
  status: openSet(stopStatuses).nullish().describe('State of the stop.'),
}

/** Stop in responses. */
export const StopOutput = z.object(stopOutputMembers).meta({ id: 'StopOutput-Output' })
export type StopOutput = z.output<typeof StopOutput>

/** Role of a stop in its consignment (READ-3). */
export const StopType = z.enum(['PICKUP', 'DELIVERY']).meta({ id: 'StopType' })

/** Stop in the order status. */
export const OrderStatusStopOutput = z
  .object({
    ...stopOutputMembers,
    activity_label: optionalText(
      'What happens at the stop, in words. Search it for the first pickup or last delivery.',
    ),
    consignment_id: UuidOut.nullish().describe('Consignment the stop belongs to.'),
    stop_type: StopType.nullish().describe(
      'PICKUP or DELIVERY on the stops of a consignment, null on others (READ-3).',
    ),
  })
  .meta({ id: 'OrderStatusStopOutput' })
export type OrderStatusStopOutput = z.output<typeof OrderStatusStopOutput>
