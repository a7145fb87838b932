import { z } from 'zod'
import { LenientInstant, optionalFlag, optionalNumber, optionalObject, optionalText } from '../scalars.ts'

/** Direction of the container: IMPORT is unloaded at the delivery, EXPORT is loaded at the pickup (CONT-1, CONT-2). */
export const ContainerScenario = z.enum(['IMPORT', 'EXPORT']).meta({ id: 'ContainerScenario' })

/** Size and type of a container. */
export const ContainerType = z
  .object({
    name: optionalText('Name of the container type.'),
    code: optionalText('Code of the container type in the tenant, for example 22G1.'),
    custom_fields: optionalObject('Keys of the tenant.'),
    container_iso_code: optionalText('ISO 6346 size and type code.'),
  })
  .meta({ id: 'ContainerType' })

/** Container members shared by uploads and partial updates. */
export const containerMembers = {
  seal_number: optionalText('Number of the seal.'),
  port_of_loading: optionalText('Port where it goes on board.'),
  port_of_unloading: optionalText('Port where it leaves the ship.'),
  origin_of_goods: optionalText('Where the goods come from.'),
  unique_consignment_number: optionalText('Unique consignment number of customs.'),
  ocean_liner_name: optionalText('Shipping line.'),
  ocean_liner_scac: optionalText('SCAC of the shipping line.'),
  pin_code: optionalText('Code to collect the container with.'),
  ship_name: optionalText('Ship.'),
  closing_date: LenientInstant.nullish().describe('Latest moment to hand the container in.'),
}

/** Container of an order; the same members at the top of the order are equivalent (CONT-4, CONT-6). */
export const ContainerExtraFields = z
  .object({
    ...containerMembers,
    tare_weight: optionalNumber('Weight of the empty container in kg.'),
    container_number: optionalText('Container number, for example MSKU1234565.'),
    container_type: ContainerType.nullish().describe('Size and type.'),
    container_scenario: ContainerScenario.nullish().describe('IMPORT or EXPORT.'),
    secure_release: optionalFlag('Released by a secure process instead of a code.'),
  })
  .meta({ id: 'ContainerExtraFields' })
export type ContainerExtraFields = z.output<typeof ContainerExtraFields>
