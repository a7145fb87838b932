import { z } from 'zod'
import { BuyerSellerCompanyOutput } from '../companies/company-output.ts'
import { Position } from '../locations/location.ts'
import { optionalList, optionalObject, optionalText, UtcInstant, UuidOut } from '../scalars.ts'
import {
  ConsignmentImportExportExport,
  ConsignmentImportExportInput,
  ConsignmentImportExportOutput,
} from './customs.ts'
import { GoodExport, GoodInput, GoodOutput } from './goods.ts'
import { Entity } from './reference.ts'
import { StopExport, StopInput, StopOutput } from './stop.ts'

/** Pallet network depots on a consignment's route. */
export const ConsignmentTransportNetwork = z
  .object({
    requesting_depot_code: optionalText('Depot that requests the transport.'),
    collection_depot_code: optionalText('Depot that collects.'),
    delivery_depot_code: optionalText('Depot that delivers.'),
  })
  .meta({ id: 'ConsignmentTransportNetwork' })

/** Route of a consignment through a network with hubs. */
export const CentralTransportNetworkConsignmentExtraFields = z
  .object({
    hub: optionalText('Hub.'),
    trunk: optionalText('Trunk between hubs.'),
    alternative_hubs: optionalText('Other possible hubs.'),
  })
  .meta({ id: 'CentralTransportNetworkConsignmentExtraFields' })

/** Id of a consignment in that network. */
export const PalletlineConsignmentExtraFields = z
  .object({ palletline_id: optionalText('Id of the consignment in the network.') })
  .meta({ id: 'PalletlineConsignmentExtraFields' })

/** Id of a consignment in that network. */
export const PalletforceConsignmentExtraFields = z
  .object({ palletforce_id: optionalText('Id of the consignment in the network.') })
  .meta({ id: 'PalletforceConsignmentExtraFields' })

/** Id of a consignment on that platform. */
export const TransporeonConsignmentExtraFields = z
  .object({ delivery_id: optionalText('Id of the delivery on the platform.') })
  .meta({ id: 'TransporeonConsignmentExtraFields' })

const members = {
  consignment_reference_number: optionalText('Reference of the consignment.'),
  cmr_reference_number: optionalText('Number of the consignment note.'),
  planning_instructions: optionalText('Instructions for planners.'),
  custom_fields: optionalObject('Keys of the tenant.'),
  transport_network: ConsignmentTransportNetwork.nullish().describe('Depots it runs through.'),
  central_transport_network: CentralTransportNetworkConsignmentExtraFields.nullish().describe('Hubs it runs through.'),
  palletline: PalletlineConsignmentExtraFields.nullish().describe('Id in that network.'),
  palletforce: PalletforceConsignmentExtraFields.nullish().describe('Id in that network.'),
  transporeon: TransporeonConsignmentExtraFields.nullish().describe('Id on that platform.'),
}

function consignment<Stop extends z.ZodType, Good extends z.ZodType, Customs extends z.ZodType>(
  stop: Stop,
  good: Good,
  customs: Customs,
) {
  return z.object({
    ...members,
    pickup_stop: stop.describe('First stop of the consignment.'),
    delivery_stop: stop.describe('Last stop of the consignment.'),
    goods: optionalList(good, 'What is carried.'),
    import_export: customs.nullish().describe('Customs.'),
    buyer: Entity.nullish().describe('Company that buys the goods.'),
    seller: Entity.nullish().describe('Company that sells the goods.'),
    standalone_stops: optionalList(
      stop,
      'Stops besides pickup and delivery, each with a custom activity; with them every stop of the order has a position.',
    ),
  })
}

/** Consignment in requests: goods that go from one place to another. */
export const ConsignmentInput = consignment(StopInput, GoodInput, ConsignmentImportExportInput).meta({
  id: 'ConsignmentInput-Input',
})
export type ConsignmentInput = z.output<typeof ConsignmentInput>

/** A consignment in the upload format of an export. */
export const ConsignmentExport = consignment(StopExport, GoodExport, ConsignmentImportExportExport).meta({
  id: 'ConsignmentInput-Output',
})

/** Signing party. */
export const SignatureType = z.enum(['CONSIGNOR', 'CONSIGNEE', 'DRIVER']).meta({ id: 'SignatureType' })

/** A signature on the consignment note. */
export const Signature = z
  .object({
    name: optionalText('Name of the person.'),
    position: Position.nullish().describe('Where it was given.'),
    timestamp: UtcInstant.nullish().describe('When it was given.'),
    type: SignatureType.describe('In which role.'),
  })
  .meta({ id: 'Signature' })

/** Buyer or seller of the goods. */
export const ConsignmentBuyerSellerOutput = z
  .object({
    company: BuyerSellerCompanyOutput.nullish().describe('The company.'),
    eori_number: optionalText('Its EORI number.'),
  })
  .meta({ id: 'ConsignmentBuyerSellerOutput-Output' })

/** Consignment in responses. */
export const ConsignmentOutput = z
  .object({
    ...members,
    id: UuidOut.describe('Id of the consignment.'),
    pickup_stop: StopOutput.describe('First stop of the consignment.'),
    delivery_stop: StopOutput.describe('Last stop of the consignment.'),
    goods: optionalList(GoodOutput, 'What is carried.'),
    signatures: z.array(Signature).optional().describe('Signatures on the consignment note.'),
    import_export: ConsignmentImportExportOutput.nullish().describe('Customs.'),
    buyer: ConsignmentBuyerSellerOutput.nullish().describe('Company that buys the goods.'),
    seller: ConsignmentBuyerSellerOutput.nullish().describe('Company that sells the goods.'),
  })
  .meta({ id: 'ConsignmentOutput-Output' })
export type ConsignmentOutput = z.output<typeof ConsignmentOutput>
