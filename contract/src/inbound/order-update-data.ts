import { z } from 'zod'
import { Position } from '../locations/location.ts'
import { ConsignmentTransportNetwork, TransporeonConsignmentExtraFields } from '../orders/consignment.ts'
import { ContainerScenario, containerMembers } from '../orders/container.ts'
import { ConsignmentImportExportInput, Incoterm } from '../orders/customs.ts'
import {
  DachserExtraFields,
  KuehneNagelExtraFields,
  PalletforceExtraFields,
  PalletlineExtraFields,
  TransporeonOrderExtraFields,
} from '../orders/order-members.ts'
import { Department, Entity, PlanningGroup, ServiceLevel, VehicleCategory } from '../orders/reference.ts'
import { LenientInstant, longestText, optionalFlag, optionalList, optionalObject, optionalText } from '../scalars.ts'
import { GoodData, optionalInteger, StopData, texts } from './order-update-parts.ts'

const Text = z.string().max(longestText)
const name = z.string().max(255).nullish()

const Network = texts('CentralTransportNetworkConsignmentInput', { hub: 'Hub.', trunk: 'Trunk between hubs.' })
const Palletline = texts('PalletlineConsignmentInput', {
  palletline_id: 'Id of the consignment in the network.',
  third_party_label_id: 'Id of a label of another party.',
})
const Palletforce = texts('PalletforceConsignmentInput', {
  customer_account_number: 'Account of the customer in the network.',
  palletforce_id: 'Id of the consignment in the network.',
})
const PalletXpress = texts('PalletXpressIeConsignmentInput', { job_number: 'Job in the network.' })
const Tpn = texts('TPNConsignmentInput', { consignment_number: 'Number of the consignment in the network.' })
const PalletTrack = texts('PalletTrackConsignmentInput', {
  tracking_code: 'Code to follow the consignment with.',
  job_number: 'Job in the network.',
})
const Palletways = texts('PalletwaysConsignmentInput', {
  tracking_id: 'Id to follow the consignment with.',
  consignment_number: 'Number of the consignment in the network.',
})
const Project44Consignment = texts('Project44ConsignmentInput', {
  bill_of_lading: 'Bill of lading.',
  order_id: 'Id of the order on that platform.',
})
const Hazchem = texts('HazchemConsignmentInput', {
  consignment_number: 'Number of the consignment in the network.',
  tracking_code: 'Code to follow the consignment with.',
})

/** Signature on the consignment note. */
export const SignatureInput = z
  .object({
    name: optionalText('Name of the person.'),
    timestamp: LenientInstant.nullish().describe('When it was given.'),
    position: Position.nullish().describe('Where it was given.'),
  })
  .meta({ id: 'SignatureInput' })

const consignmentMembers = {
  consignment_reference_number: optionalText('Reference of the consignment.'),
  cmr_reference_number: optionalText('Number of the consignment note.'),
  planning_instructions: optionalText('Instructions for planners.'),
  custom_fields: optionalObject('Keys of the tenant.'),
  transport_network: ConsignmentTransportNetwork.nullish().describe('Depots it runs through.'),
  central_transport_network: Network.nullish().describe('Hubs it runs through.'),
  palletline: Palletline.nullish().describe('Ids in that network.'),
  palletforce: Palletforce.nullish().describe('Ids in that network.'),
  palletxpress_ie: PalletXpress.nullish().describe('Ids in that network.'),
  tpn: Tpn.nullish().describe('Ids in that network.'),
  pallet_track: PalletTrack.nullish().describe('Ids in that network.'),
  palletways: Palletways.nullish().describe('Ids in that network.'),
  project44: Project44Consignment.nullish().describe('Ids on that platform.'),
  hazchem: Hazchem.nullish().describe('Ids in that network.'),
  transporeon: TransporeonConsignmentExtraFields.nullish().describe('Id on that platform.'),
  import_export: ConsignmentImportExportInput.nullish().describe('Customs.'),
  shipper_name: optionalText('Who ships.'),
  shipper_reference_number: optionalText('Reference of the shipper.'),
  buyer_eori_number: optionalText('EORI number of the buyer.'),
  seller_eori_number: optionalText('EORI number of the seller.'),
  external_id: optionalText('Id of the consignment in another system.'),
  consignee_signature: SignatureInput.nullish().describe('Signature of who received the goods.'),
  consignor_signature: SignatureInput.nullish().describe('Signature of the person who handed over the goods.'),
}

/** Changes of a consignment. */
export const ConsignmentUpdateData = z.object(consignmentMembers).meta({ id: 'ConsignmentUpdateData' })
export type ConsignmentUpdateData = z.output<typeof ConsignmentUpdateData>

const companyField = {
  name: name.describe('Name of the company.'),
  code: name.describe('Code of the company.'),
  row_id: name.describe('Used by other systems; not used to look up records.'),
}

/** Buyer or seller of the goods. */
export const BuyerSellerField = z.object(companyField).meta({ id: 'BuyerSellerField' })

/** A complete consignment. */
export const ConsignmentData = z
  .object({
    ...consignmentMembers,
    pickup_stop: StopData.nullish().describe('First stop of the consignment.'),
    delivery_stop: StopData.nullish().describe('Last stop of the consignment.'),
    goods: optionalList(GoodData, 'What is carried.'),
    standalone_stops: optionalList(StopData, 'Stops besides pickup and delivery.'),
    buyer: BuyerSellerField.nullish().describe('Company that buys the goods.'),
    seller: BuyerSellerField.nullish().describe('Company that sells the goods.'),
  })
  .meta({ id: 'ConsignmentData' })
export type ConsignmentData = z.output<typeof ConsignmentData>

/** The customer, by code or by name. */
export const CustomerField = z.object(companyField).meta({ id: 'CustomerField' })

/** Size and type of a container. */
export const ContainerTypeInput = z
  .object({
    code: optionalText('Code of the container type.'),
    name: optionalText('Name of the container type.'),
    custom_fields: optionalObject('Keys of the tenant.'),
  })
  .meta({ id: 'ContainerTypeInput' })

/** Container of an order. */
export const ContainerOrderInput = z
  .object({
    ...containerMembers,
    tare_weight: optionalInteger('Weight of the empty container in kg.'),
    container_number: optionalText('Container number.'),
    container_type: ContainerTypeInput.nullish().describe('Size and type.'),
    container_scenario: ContainerScenario.nullish().describe('IMPORT or EXPORT.'),
    secure_release: optionalFlag('Released by a secure process instead of a code.'),
  })
  .meta({ id: 'ContainerOrderInput' })

const Chep = texts('ChepOrderInput', { load_id: 'Id of the load.' })
const Project44Order = texts('Project44OrderInput', {
  bill_of_lading: 'Bill of lading.',
  order_id: 'Id of the order on that platform.',
})
const Shippeo = texts('ShippeoOrderInput', { external_reference: 'Reference on that platform.' })
const Manuport = texts('ManuportOrderInput', {
  delivery_number: 'Number of the delivery.',
  seal_number: 'Number of the seal.',
  order_number: 'Number of the order there.',
  customer_id: 'Id of the customer there.',
  sender_id: 'Id of the sender there.',
})

/** Price offered by the customer. */
export const UpdateOrderPricingInput = z
  .object({ requested_price: z.string().max(64).nullish().describe('Price as a decimal in text.') })
  .meta({ id: 'UpdateOrderPricingInput' })

/** Customs details of an order that crosses a border. */
export const OrderImportExportInput = z
  .object({
    incoterm: Incoterm.nullish().describe('Terms of delivery.'),
    mrns: optionalList(Text, 'Movement reference numbers.'),
    ens_mrns: optionalList(Text, 'Movement reference numbers of entry summary declarations.'),
    exs_mrns: optionalList(Text, 'Movement reference numbers of exit summary declarations.'),
    ducrs: optionalList(Text, 'Declaration unique consignment references.'),
  })
  .meta({ id: 'OrderImportExportInput' })

/** Changes of an order. */
export const OrderUpdateData = z
  .object({
    transport_service: Entity.nullish().describe('Transport service of the tenant, by code or name.'),
    transport_network: Entity.nullish().describe('Network or depot, by code or name.'),
    service_level: ServiceLevel.nullish().describe('Service level, by code.'),
    customer: CustomerField.nullish().describe('Customer, by accounting code or by name.'),
    customer_reference_number: optionalText("The customer's reference."),
    order_group: Entity.nullish().describe('Group of orders it belongs to.'),
    planning_instructions: optionalText('Instructions for planners.'),
    planning_group: PlanningGroup.nullish().describe('Planners who plan it.'),
    department: Department.nullish().describe('Department that handles the order.'),
    vehicle_category: VehicleCategory.nullish().describe('Kind of vehicle the order requires.'),
    custom_fields: optionalObject('Keys of the tenant.'),
    neutral_order_type: z
      .enum(['NO_NEUTRAL_ORDER', 'MASK_DELIVERY', 'MASK_PICKUP'])
      .nullish()
      .describe('Which side is hidden from the other.'),
    pricing: UpdateOrderPricingInput.nullish().describe('What the customer offers.'),
    container: ContainerOrderInput.nullish().describe('The container.'),
    palletforce: PalletforceExtraFields.nullish().describe('Members of that network.'),
    palletline: PalletlineExtraFields.nullish().describe('Members of that network.'),
    dachser: DachserExtraFields.nullish().describe('Members of that forwarder.'),
    kuehne_nagel: KuehneNagelExtraFields.nullish().describe('Members of that forwarder.'),
    chep: Chep.nullish().describe('Members of that pool.'),
    project44: Project44Order.nullish().describe('Members of that platform.'),
    shippeo: Shippeo.nullish().describe('Members of that platform.'),
    manuport: Manuport.nullish().describe('Members of that forwarder.'),
    transporeon: TransporeonOrderExtraFields.nullish().describe('Members of that platform.'),
    import_export: OrderImportExportInput.nullish().describe('What crossing a customs border means.'),
    origin_country_of_goods: optionalText('Country the goods come from.'),
    destination_country_of_goods: optionalText('Country the goods end in.'),
    contact_emails: optionalList(Text, 'E-mail addresses to notify about the order.'),
    external_id: optionalText('Id of the order in another system.'),
  })
  .meta({ id: 'OrderUpdateData' })
export type OrderUpdateData = z.output<typeof OrderUpdateData>
