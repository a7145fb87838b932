import { z } from 'zod'
import { CompanyOutput } from '../companies/company-output.ts'
import { LocationOutput, LocationReference } from '../locations/location.ts'
import { ResourceTypeEnum } from '../resources/kinds.ts'
import { optionalFlag, optionalList, optionalNumber, optionalObject, optionalText, UuidOut } from '../scalars.ts'
import { OrderOutput, orderOutputMembers } from './order-output.ts'
import { PlanningGroup } from './reference.ts'
import { OrderStatusStopOutput, StopOutput } from './stop.ts'

/** Driven distance of an order or shipment, in km. */
export const OrderMetrics = z
  .object({
    distance_empty_km: optionalNumber('Distance driven empty.'),
    distance_loaded_km: optionalNumber('Distance driven loaded.'),
    distance_total_km: optionalNumber('Distance in all.'),
  })
  .meta({ id: 'OrderMetrics' })

const resourceMembers = {
  id: UuidOut.nullish().describe('Id of the resource.'),
  name: optionalText('Name.'),
  code: optionalText('Code.'),
  is_archived: optionalFlag('No longer in use.'),
  is_external_resource: optionalFlag('Belongs to another party; null when unknown.'),
  custom_fields: optionalObject('Keys of the tenant.'),
  subcontractor: CompanyOutput.nullish().describe('Company it belongs to.'),
  resource_type: ResourceTypeEnum.nullish().describe('Kind of resource.'),
}

/** Resource without kind-specific members. */
export const GenericResource = z.object(resourceMembers).meta({ id: 'GenericResource-Output' })

/** A driver. */
export const DriverResource = z
  .object({
    ...resourceMembers,
    date_of_birth: optionalText('Date of birth.'),
    email: optionalText('Mail address.'),
    first_name: optionalText('First name.'),
    home_address: LocationOutput.nullish().describe('Where the driver lives.'),
    last_name: z.string().nullable().describe('Last name.'),
    note: optionalText('Note.'),
    phone_number: optionalText('Phone number.'),
    start_stop_location: LocationReference.nullish().describe('Where the day of the driver begins and ends.'),
  })
  .meta({ id: 'DriverResource-Output' })

/** A container. */
export const ContainerResource = z
  .object({
    ...resourceMembers,
    container_number: z.string().nullable().describe('Container number.'),
    manufacturer: optionalText('Who built it.'),
    note: optionalText('Note.'),
    standard_size: optionalText('Standard size, for example FEET_40.'),
    iso_code: optionalText('ISO 6346 size and type code.'),
  })
  .meta({ id: 'ContainerResource-Output' })

/** A truck, tractor, trailer or van. */
export const VehicleResource = z
  .object({
    ...resourceMembers,
    axle_configuration: optionalText('Axles.'),
    emission_class: optionalText('Emission class.'),
    fuel_type: optionalText('Fuel.'),
    license_plate: z.string().nullable().describe('Licence plate.'),
    manufacturer: optionalText('Who built it.'),
    model: optionalText('Model.'),
    note: optionalText('Note.'),
    roof_type: optionalText('Roof.'),
    vin_number: optionalText('Vehicle identification number.'),
  })
  .meta({ id: 'VehicleResource-Output' })

/**
 * Resource of a shipment. The first matching shape is used and drops members of the others. Therefore each kind has one
 * member that is always present, possibly null, and the generic shape is last.
 */
export const ResourceAllocation = z
  .object({
    resource: z.union([VehicleResource, ContainerResource, DriverResource, GenericResource]).describe('The resource.'),
  })
  .meta({ id: 'ResourceAllocation-Output' })

/** Orders, stops and resources that are planned together. */
export const Shipment = z
  .object({
    id: UuidOut.describe('Id of the shipment.'),
    custom_fields: optionalObject('Keys of the tenant.'),
    name: optionalText('Name.'),
    orders: optionalList(OrderOutput, 'Orders in the shipment.'),
    shipment_planning_group: PlanningGroup.nullish().describe('Who plans it.'),
    stops: optionalList(StopOutput, 'Stops of the shipment, in sequence.'),
    metrics: OrderMetrics.nullish().describe('How far it is driven.'),
    resource_allocations: optionalList(ResourceAllocation, 'Resources that serve it.'),
    resource_allocations_by_type: z
      .record(z.string(), z.array(ResourceAllocation))
      .nullish()
      .describe('The same resources by kind.'),
  })
  .meta({ id: 'Shipment' })

/** Order with its progress (READ-2 to READ-4). It has no `first_pickup_stop`: readers search the stops. */
export const OrderWithStatus = z
  .object({
    ...orderOutputMembers,
    stops: optionalList(OrderStatusStopOutput, 'All stops of the order, in sequence (READ-2).'),
    last_delivery_stop: OrderStatusStopOutput.nullish().describe('Last stop that delivers.'),
    shipments: optionalList(Shipment, 'Shipments that carry the order.'),
    metrics: OrderMetrics.nullish().describe('How far the order is driven.'),
  })
  .meta({ id: 'OrderWithStatus' })
export type OrderWithStatus = z.output<typeof OrderWithStatus>
