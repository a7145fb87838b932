import { z } from 'zod'
import { Position } from '../locations/location.ts'
import { goodMessageMembers } from '../orders/goods.ts'
import { openSet, optionalNumber, optionalObject, optionalText, UtcInstant, UuidOut } from '../scalars.ts'

/** Order status in outbound messages; receivers ignore unknown values (COMPAT-4). */
export const VisibilityOrderStatus = openSet([
  'ACCEPTED',
  'REJECTED',
  'COMPLETED',
  'DRAFT',
  'QUOTE',
  'TO_PLAN',
  'PLANNED',
  'DEPARTED',
  'IN_TRANSIT',
  'INVOICE_READY',
  'DONT_INVOICE',
  'INVOICE_CREATED',
  'INVOICED',
  'INVOICE_POSTED',
  'CANCELLED',
  'BLOCKED',
]).meta({ id: 'VisibilityOrderStatus' })

/** Stop status in outbound messages. */
export const VisibilityStopStatus = z
  .enum(['TO_PLAN', 'DISPATCHED', 'ROUTE_TO_STOP', 'PLANNED', 'TODO', 'AT_STOP', 'COMPLETED', 'CANCELLED'])
  .meta({ id: 'VisibilityStopStatus' })

/** Stop role in outbound messages. */
export const VisibilityStopType = z.enum(['PICKUP', 'DELIVERY', 'CUSTOM']).meta({ id: 'VisibilityStopType' })

/** Resource type; receivers ignore unknown values (COMPAT-4). */
export const ResourceType = openSet([
  'VAN',
  'RIGID',
  'TRAILER',
  'FULL_TRAILER',
  'CONTAINER',
  'TRACTOR',
  'CHASSIS',
  'COMPARTMENT',
  'DRIVER',
  'FERRY',
  'TRAIN',
  'HANDLING',
  'SUBCONTRACTOR',
  'BARGE',
  'AIRPLANE',
]).meta({ id: 'ResourceType' })

/** Location of a stop; `name` is absent, not null, for places created from an address only (ST-14). */
export const VisibilityLocation = z
  .object({
    name: z.string().optional().describe('Name of the place. When absent use address and city.'),
    address: optionalText('Street and number.'),
    address_second_line: optionalText('Second line of the address.'),
    city: optionalText('Town.'),
    state: optionalText('State, province or county.'),
    country_code: optionalText('Two-letter country code.'),
    postal_code: optionalText('Postal code.'),
    position: Position.nullish().describe('Point on the map.'),
  })
  .meta({ id: 'VisibilityLocation' })

/** Resource of a stop or trip. */
export const VisibilityResource = z
  .object({
    id: UuidOut.nullish().describe('Id of the resource.'),
    type: ResourceType.describe('Kind of resource.'),
    name: optionalText('Name.'),
    code: optionalText('Code.'),
    license_plate: optionalText('Licence plate.'),
    container_number: optionalText('Container number.'),
  })
  .meta({ id: 'VisibilityResource' })

/** Stop in outbound messages, with estimated and actual times (ST-13). */
export const VisibilityStop = z
  .object({
    id: UuidOut.describe('Id of the stop.'),
    location: VisibilityLocation.describe('Where the stop is.'),
    resources: z.array(VisibilityResource).nullish().describe('Who serves the stop.'),
    status: VisibilityStopStatus.describe('State of the stop.'),
    stop_type: VisibilityStopType.describe('Role of the stop.'),
    eta_start_time: UtcInstant.nullish().describe('Estimated arrival.'),
    eta_end_time: UtcInstant.nullish().describe('Estimated end.'),
    actual_start_timestamp: UtcInstant.nullish().describe('Actual arrival.'),
    actual_end_timestamp: UtcInstant.nullish().describe('Actual end.'),
    stop_reference: optionalText('Reference of the stop.'),
    custom_fields: optionalObject('Keys of the tenant.'),
  })
  .meta({ id: 'VisibilityStop' })
export type VisibilityStop = z.output<typeof VisibilityStop>

/** Customer in outbound messages. */
export const VisibilityCustomer = z
  .object({
    id: UuidOut.nullish().describe('Id of the company (ST-13).'),
    name: z.string().describe('Name.'),
    custom_fields: optionalObject('Keys of the tenant.'),
  })
  .meta({ id: 'VisibilityCustomer' })

/** Ordered and actual number of pieces. */
export const VisibilityQuantityByType = z
  .object({
    actual: optionalNumber('What was really carried.'),
    ordered: optionalNumber('What was ordered.'),
  })
  .meta({ id: 'VisibilityQuantityByType' })

/** Ordered and actual dimension. */
export const VisibilityDimensionByType = z
  .object({
    actual: optionalNumber('What was really carried.'),
    ordered: optionalNumber('What was ordered.'),
  })
  .meta({ id: 'VisibilityDimensionByType' })

/** Goods item in outbound messages. */
export const VisibilityGood = z
  .object({
    ...goodMessageMembers,
    quantity_by_type: VisibilityQuantityByType.nullish().describe('Pieces, ordered and actual.'),
    total_weight_kg_by_type: VisibilityDimensionByType.nullish().describe('Weight in kg, ordered and actual.'),
    total_volume_m3_by_type: VisibilityDimensionByType.nullish().describe('Volume in m3, ordered and actual.'),
    total_loading_meters_by_type: VisibilityDimensionByType.nullish().describe('Loading metres, ordered and actual.'),
    total_pallet_spaces_by_type: VisibilityDimensionByType.nullish().describe('Pallet spaces, ordered and actual.'),
  })
  .meta({ id: 'VisibilityGood' })

/** Consignment in outbound messages, with its goods. */
export const VisibilityConsignment = z
  .object({
    id: UuidOut.describe('Id of the consignment.'),
    goods: z.array(VisibilityGood).optional().describe('What is carried.'),
  })
  .meta({ id: 'VisibilityConsignment' })

/** Order in outbound messages. */
export const VisibilityOrder = z
  .object({
    id: UuidOut.describe('Id of the order.'),
    order_name: z.string().describe('Number of the order as people read it.'),
    customer_reference_number: optionalText("The customer's reference."),
    customer: VisibilityCustomer.nullish().describe('Who ordered.'),
    status: VisibilityOrderStatus.describe('State of the order.'),
    custom_fields: optionalObject('Keys of the tenant.'),
    container_number: z
      .string()
      .optional()
      .describe('Number of the container the order is about, when it is known. Added member.'),
    stops: z.array(VisibilityStop).describe('Stops of the order, in sequence.'),
    consignment: VisibilityConsignment.nullish().describe('Consignment with its goods.'),
  })
  .meta({ id: 'VisibilityOrder' })
export type VisibilityOrder = z.output<typeof VisibilityOrder>

/** Trip in outbound messages. */
export const VisibilityTrip = z
  .object({
    id: UuidOut.describe('Id of the trip.'),
    name: z.string().describe('Name of the trip.'),
    orders: z.array(VisibilityOrder).nullish().describe('Orders on the trip.'),
    stops: z.array(VisibilityStop).describe('Stops of the trip, in sequence.'),
  })
  .meta({ id: 'VisibilityTrip' })
export type VisibilityTrip = z.output<typeof VisibilityTrip>
