import { z } from 'zod'
import { endpoint, ofApplication } from '../../endpoint.ts'
import { allocationMethods } from '../../rates/app/allocation.ts'
import { chargeRoles } from '../../rates/app/charge-type.ts'
import { Uuid, UuidOut } from '../../scalars.ts'
import { Charge } from './charge.ts'

const reads = { ...ofApplication, permission: 'charge.read' } as const

/** Total in one currency. */
const sum = z.object({
  currency: z.string().describe('Currency.'),
  amount: z.string().describe('Sum without tax.'),
})

/** Charge type that can be added by hand. */
export const ChargeTypeChoice = z
  .object({
    code: z.string().describe('Code.'),
    name: z.string().describe('What people see.'),
    role: z.enum(chargeRoles).describe('What it is to the price.'),
    unit: z.string().describe('Unit of UNECE Recommendation 20.'),
    sides: z.array(z.enum(['SALES', 'COST'])).describe('Whether it is used for sales, costs or both.'),
  })
  .meta({ id: 'AppChargeTypeChoice' })
export type ChargeTypeChoice = z.output<typeof ChargeTypeChoice>

/** Active charge types. */
export const listChargeTypes = endpoint({
  ...reads,
  id: 'listChargeTypes',
  method: 'GET',
  path: '/app/charges/types',
  summary: 'List charge types',
  response: z.object({ items: z.array(ChargeTypeChoice).describe('In the order of the settings.') }),
})

/** Charges of an order, for its page. */
export const OrderCharges = z
  .object({
    items: z.array(Charge).describe('The charges, what a price is made of first.'),
    totals: z.array(sum).describe('Sums of what is not excluded, by currency.'),
    credits: z
      .array(
        sum.extend({
          invoice_id: UuidOut.describe('The credit note.'),
          name: z.string().describe('Its number.'),
        }),
      )
      .describe('What finalised credit notes took of charges that are not billed again.'),
    unbilled_reason: z.string().nullable().describe('What the order waits for; null when nothing is left to bill.'),
  })
  .meta({ id: 'AppOrderCharges' })
export type OrderCharges = z.output<typeof OrderCharges>

/** Charges of an order. */
export const getOrderCharges = endpoint({
  ...reads,
  id: 'getOrderCharges',
  method: 'GET',
  path: '/app/orders/{order_id}/charges',
  summary: 'Charges of an order for a screen',
  params: z.object({ order_id: Uuid.describe('Id of the order.') }),
  response: OrderCharges,
})

/** One charge. */
export const getCharge = endpoint({
  ...reads,
  id: 'getCharge',
  method: 'GET',
  path: '/app/charges/{charge_id}',
  summary: 'Read a charge',
  params: z.object({ charge_id: Uuid.describe('Id of the charge.') }),
  response: Charge,
})

const figures = {
  sales: z.string().describe('Sales without tax.'),
  cost: z.string().describe('Costs.'),
  margin: z.string().describe('Sales minus costs.'),
}

/** Costs of a trip, for its page. */
export const TripCosts = z
  .object({
    items: z.array(Charge).describe('The costs.'),
    method: z.enum(allocationMethods).describe('How costs are divided among the orders.'),
    shares: z
      .array(
        z.object({
          charge_id: UuidOut.describe('The cost.'),
          order_id: UuidOut.describe('The order.'),
          amount: z.string().describe('The part that the order carries.'),
          measure: z.string().describe('What it was divided by.'),
        }),
      )
      .describe('Which part of each cost each order carries.'),
    currency: z.string().describe('Currency of the figures.'),
    orders: z
      .array(
        z.object({
          order_id: UuidOut.describe('The order.'),
          order_number: z.string().describe('Its number.'),
          customer_name: z.string().describe('Its customer.'),
          loading_meters: z.string().nullable().describe('Loading metres; null when not known.'),
          weight_kg: z.string().nullable().describe('Weight in kilograms; null when not known.'),
          km: z.string().nullable().describe('Kilometres by road, without detours; null when not known.'),
          ...figures,
        }),
      )
      .describe('The orders on the trip: sales, their part of the costs, and what is left.'),
    totals: z
      .object({
        ...figures,
        expected_cost: z.string().nullable().describe('Costs as expected when the trip was confirmed.'),
      })
      .describe('Of the whole trip.'),
    unconverted: z.int().min(0).describe('Amounts left out because there is no exchange rate for their currency.'),
  })
  .meta({ id: 'AppTripCosts' })
export type TripCosts = z.output<typeof TripCosts>

/** Costs of a trip, their allocation to its orders, and the margin. */
export const getTripCosts = endpoint({
  ...reads,
  // Order entry staff see charges but no costs.
  permission: 'charge.approve',
  id: 'getTripCosts',
  method: 'GET',
  path: '/app/trips/{trip_id}/costs',
  summary: 'Costs and margin of a trip for a screen',
  params: z.object({ trip_id: Uuid.describe('Id of the trip.') }),
  response: TripCosts,
})
