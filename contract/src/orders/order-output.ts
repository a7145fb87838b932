import { z } from 'zod'
import { CompanyOutput } from '../companies/company-output.ts'
import { openSet, optionalList, optionalText, UtcInstant, UuidOut } from '../scalars.ts'
import { ConsignmentOutput } from './consignment.ts'
import { orderMembers } from './order-members.ts'
import { orderStates } from './states.ts'
import { StopOutput } from './stop.ts'

/** Sales price of an order; decimals as text. */
export const OrderPricingOutput = z
  .object({
    requested_price: z.union([z.number(), z.string()]).nullish().describe('What the customer offered, as it was sent.'),
    currency: optionalText('Currency of the totals, ISO 4217.'),
    total_excl_tax: optionalText('Total without tax.'),
    total_incl_tax: optionalText('Total with tax.'),
    total_tax: optionalText('Tax.'),
  })
  .meta({ id: 'OrderPricingOutput' })

/** Order members common to all responses. */
export const orderOutputMembers = {
  ...orderMembers,
  order_identifier: optionalText("The caller's key of the order; it cannot be used to read the order (ORD-5)."),
  id: UuidOut.describe('Id of the order.'),
  consignments: z.array(ConsignmentOutput).describe('What goes from where to where.'),
  pricing: OrderPricingOutput.nullish().describe('What the order is sold for.'),
  customer: CompanyOutput.describe('Who ordered.'),
  created_by_user: optionalText('Who made the order on a screen.'),
  created_timestamp: UtcInstant.nullish().describe('When the order was created.'),
  start_stop: StopOutput.nullish().describe('First stop of the order.'),
  end_stop: StopOutput.nullish().describe('Last stop of the order.'),
  quote_name: optionalText('Name of the quote the order came from.'),
  container_load_unload_stop: StopOutput.nullish()
    .describe('The yard of the container. Read stops instead.')
    .meta({ deprecated: true }),
  status: openSet(orderStates).nullish().describe('State of the order (READ-1).'),
}

/** Order in responses. */
export const OrderOutput = z
  .object({
    ...orderOutputMembers,
    stops: optionalList(StopOutput, 'All stops of the order, in sequence.'),
  })
  .meta({ id: 'OrderOutput-Output' })
export type OrderOutput = z.output<typeof OrderOutput>
