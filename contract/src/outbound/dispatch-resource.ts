import { z } from 'zod'
import { LocationOutput, LocationReference } from '../locations/location.ts'
import { ResourceTypeEnum } from '../resources/kinds.ts'
import { optionalFlag, optionalObject, optionalText, UuidOut } from '../scalars.ts'
import { CompanyMessage } from './dispatch-company.ts'

const members = {
  id: UuidOut.nullish().describe('Id of the resource.'),
  name: optionalText('Name, as it is called on this trip.'),
  code: optionalText('Code.'),
  is_archived: optionalFlag('No longer in use.'),
  is_external_resource: optionalFlag('True: it is not our own. Null: unknown, read it as own.'),
  custom_fields: optionalObject('Keys of the tenant.'),
  subcontractor: CompanyMessage.nullish().describe('Company it belongs to.'),
  resource_type: ResourceTypeEnum.nullish().describe('Kind of resource.'),
}

const vehicle = {
  ...members,
  axle_configuration: optionalText('Axles.'),
  emission_class: optionalText('Emission class.'),
  fuel_type: optionalText('Fuel.'),
  license_plate: optionalText('Licence plate, as it is on this trip.'),
  manufacturer: optionalText('Who built it.'),
  model: optionalText('Model.'),
  note: optionalText('Note.'),
  roof_type: optionalText('Roof.'),
  vin_number: optionalText('Vehicle identification number.'),
}

const container = {
  ...members,
  container_number: optionalText('Container number, as it is on this trip.'),
  manufacturer: optionalText('Who built it.'),
  note: optionalText('Note.'),
  standard_size: optionalText('Standard size, for example FEET_40.'),
  iso_code: optionalText('ISO 6346 size and type code.'),
}

const driver = {
  ...members,
  date_of_birth: optionalText('Date of birth.'),
  email: optionalText('Mail address.'),
  first_name: optionalText('First name.'),
  home_address: LocationOutput.nullish().describe('Where the driver lives.'),
  last_name: optionalText('Last name.'),
  note: optionalText('Note.'),
  phone_number: optionalText('Phone number.'),
  start_stop_location: LocationReference.nullish().describe('Where the day of the driver begins and ends.'),
}

/**
 * Resource in a message to a partner. Every shape keeps unnamed members, because the first one matches all resources.
 */
export const ResourceMessage = z.union([
  z.looseObject(members).meta({ id: 'GenericResource-Input' }),
  z.looseObject(driver).meta({ id: 'DriverResource-Input' }),
  z.looseObject(container).meta({ id: 'ContainerResource-Input' }),
  z.looseObject(vehicle).meta({ id: 'VehicleResource-Input' }),
])
export type ResourceMessage = z.output<typeof ResourceMessage>

/** Trailer of a booking. */
export const Trailer = z.object(vehicle).meta({ id: 'Trailer' })

/** Vehicle of a booking. */
export const Vehicle = z.object(vehicle).meta({ id: 'Vehicle' })

/** Container of a booking. */
export const Container = z.object(container).meta({ id: 'Container' })

/** Resource of a trip. */
export const ResourceAllocationMessage = z
  .object({ resource: ResourceMessage.describe('The resource.') })
  .meta({ id: 'ResourceAllocation-Input' })

/** Id of a resource in the receiving system. */
export const DispatchExecution = z
  .object({ external_id: z.string().describe('Id in the receiving system.') })
  .meta({ id: 'DispatchExecution' })

/** Resource of a trip, with its id in the receiving system. */
export const DispatchResourceAllocation = z
  .object({
    resource: ResourceMessage.describe('The resource.'),
    execution: DispatchExecution.nullish().describe('What the receiver knows it as; null when we do not know.'),
  })
  .meta({ id: 'DispatchResourceAllocation' })
export type DispatchResourceAllocation = z.output<typeof DispatchResourceAllocation>
