import { z } from 'zod'
import { LocationWithTerminalOutput } from '../locations/location.ts'
import { ConsignmentBuyerSellerOutput, ConsignmentOutput } from '../orders/consignment.ts'
import { ConsignmentImportExportOutput } from '../orders/customs.ts'
import { goodMessageMembers } from '../orders/goods.ts'
import { OrderOutput } from '../orders/order-output.ts'
import { StopOutput } from '../orders/stop.ts'
import { optionalList, optionalText } from '../scalars.ts'
import { BuyerSellerCompanyMessage, CompanyMessage } from './dispatch-company.ts'

/** A location in a message to a partner. */
export const LocationMessage = z
  .object(LocationWithTerminalOutput.shape)
  .meta({ id: 'LocationWithTerminalOutput-Input' })

/** Stop in a message to a partner; its times are the planned ones. */
export const StopMessage = z
  .object({ ...StopOutput.shape, location: LocationMessage.describe('Where the stop is.') })
  .meta({ id: 'StopOutput-Input' })
export type StopMessage = z.output<typeof StopMessage>

/** A good in a message to a partner (GOOD-6). */
export const GoodMessage = z.object(goodMessageMembers).meta({ id: 'GoodOutput-Input' })
export type GoodMessage = z.output<typeof GoodMessage>

const TraderMessage = z
  .object({
    ...ConsignmentBuyerSellerOutput.shape,
    company: BuyerSellerCompanyMessage.nullish().describe('The company.'),
  })
  .meta({ id: 'ConsignmentBuyerSellerOutput-Input' })

const CustomsMessage = z
  .object(ConsignmentImportExportOutput.shape)
  .meta({ id: 'ConsignmentImportExportExtraFieldsOutput-Input' })

const consignmentMembers = {
  ...ConsignmentOutput.shape,
  pickup_stop: StopMessage.describe('First stop of the consignment.'),
  delivery_stop: StopMessage.describe('Last stop of the consignment.'),
  goods: optionalList(GoodMessage, 'What is carried.'),
  import_export: CustomsMessage.nullish().describe('Customs.'),
  buyer: TraderMessage.nullish().describe('Company that buys the goods.'),
  seller: TraderMessage.nullish().describe('Company that sells the goods.'),
}

/** A consignment in a message to a partner. */
export const ConsignmentMessage = z.object(consignmentMembers).meta({ id: 'ConsignmentOutput-Input' })
export type ConsignmentMessage = z.output<typeof ConsignmentMessage>

/** A consignment in a location booking. */
export const DispatchConsignmentOutput = z
  .object({ ...consignmentMembers, tracking_link: optionalText('Public page to follow the consignment.') })
  .meta({ id: 'DispatchConsignmentOutput' })

const { status: _status, ...orderMembers } = OrderOutput.shape
const messageMembers = {
  ...orderMembers,
  stops: optionalList(StopMessage, 'All stops of the order, in sequence.'),
  start_stop: StopMessage.nullish().describe('First stop of the order.'),
  end_stop: StopMessage.nullish().describe('Last stop of the order.'),
  container_load_unload_stop: StopMessage.nullish()
    .describe('The yard of the container. Read stops instead.')
    .meta({ deprecated: true }),
}

/** Order on a trip dispatched to a subcontractor or fleet application. */
export const DispatchOrder = z
  .object({
    ...messageMembers,
    consignments: z.array(ConsignmentMessage).describe('What goes from where to where.'),
    customer: CompanyMessage.nullish().describe('Who ordered.'),
    name: z.string().describe('Number of the order as people read it.'),
  })
  .meta({ id: 'DispatchOrder' })
export type DispatchOrder = z.output<typeof DispatchOrder>

/** An order in a location booking. */
export const DispatchOrderOutput = z
  .object({
    ...messageMembers,
    consignments: z.array(DispatchConsignmentOutput).describe('What goes from where to where.'),
    customer: CompanyMessage.describe('Who ordered.'),
  })
  .meta({ id: 'DispatchOrderOutput' })
export type DispatchOrderOutput = z.output<typeof DispatchOrderOutput>

/** An order in an intermodal booking. */
export const OrderMessage = z
  .object({
    ...messageMembers,
    consignments: z.array(ConsignmentMessage).describe('What goes from where to where.'),
    customer: CompanyMessage.describe('Who ordered.'),
  })
  .meta({ id: 'OrderOutput-Input' })
export type OrderMessage = z.output<typeof OrderMessage>
