import { z } from 'zod'
import { longestText, optionalFlag, optionalList, optionalObject, optionalText } from '../scalars.ts'
import { ContainerExtraFields } from './container.ts'
import { ImportExportExtraFields } from './customs.ts'
import { Department, Entity, ServiceLevel, VehicleCategory } from './reference.ts'

/** Palletforce members for traffic with Northern Ireland. */
export const PalletforceExtraFields = z
  .object({
    ni_company_name: optionalText('Name of the company.'),
    ni_description: optionalText('Description of the goods.'),
    ni_gbeori: optionalText('EORI number in Great Britain.'),
    ni_tss_job_reference: optionalText('Job of the trader support service.'),
    ni_tss_registration: optionalText('Registration with the trader support service.'),
  })
  .meta({ id: 'PalletforceExtraFields' })

/** Kuehne+Nagel depots. */
export const KuehneNagelExtraFields = z
  .object({
    sender_depot_code: optionalText('Depot that sends.'),
    receiver_depot_code: optionalText('Depot that receives.'),
  })
  .meta({ id: 'KuehneNagelExtraFields' })

/** Palletline liability. */
export const PalletlineExtraFields = z
  .object({
    terms_of_carriage: z
      .enum(['1300', '5000', '10000', 'cmr', 'other'])
      .nullish()
      .describe('Liability per tonne in pounds, or the terms that apply.'),
  })
  .meta({ id: 'PalletlineExtraFields' })

/** Transporeon ids of the order. */
export const TransporeonOrderExtraFields = z
  .object({
    transport_id: optionalText('Id of the transport on the platform.'),
    transport_number: optionalText('Number of the transport on the platform.'),
  })
  .meta({ id: 'TransporeonOrderExtraFields' })

/** Dachser reference. */
export const DachserExtraFields = z
  .object({ consolidator_reference_number: optionalText('Reference of the consolidator.') })
  .meta({ id: 'DachserExtraFields' })

/** Order members common to uploads, exports and responses. */
export const orderMembers = {
  transport_service: Entity.nullish().describe('Transport service of the tenant, by code or name (ORD-10).'),
  customer_reference_number: optionalText("The customer's reference."),
  service_level: ServiceLevel.nullish().describe('Service level, by code (ORD-15).'),
  planning_instructions: optionalText('Instructions for planners.'),
  department: Department.nullish().describe('Department that handles the order.'),
  neutral_order_type: z
    .enum(['NO_NEUTRAL_ORDER', 'MASK_DELIVERY', 'MASK_PICKUP'])
    .nullish()
    .describe('Which side is hidden from the other.'),
  container: ContainerExtraFields.nullish().describe('The container, for container orders.'),
  custom_fields: optionalObject('Keys of the tenant.'),
  vehicle_category: VehicleCategory.nullish().describe('Kind of vehicle the order requires.'),
  palletforce: PalletforceExtraFields.nullish().describe('Members of that network.'),
  kuehne_nagel: KuehneNagelExtraFields.nullish().describe('Members of that forwarder.'),
  palletline: PalletlineExtraFields.nullish().describe('Members of that network.'),
  transporeon: TransporeonOrderExtraFields.nullish().describe('Members of that platform.'),
  dachser: DachserExtraFields.nullish().describe('Members of that forwarder.'),
  contact_emails: optionalList(z.string().max(longestText), 'E-mail addresses to notify about the order.'),
  import_export: ImportExportExtraFields.nullish().describe('What crossing a customs border means.'),
  is_consignment_info_validated: optionalFlag('Consignments are checked. A customer may only switch it on (ORD-16).'),
}
