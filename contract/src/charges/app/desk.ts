import { z } from 'zod'
import { endpoint, ofApplication } from '../../endpoint.ts'
import { bulkAnswer, mostAtOnce } from '../../listing.ts'
import { Currency, Decimal, RateCode } from '../../rates/app/decimal.ts'
import { SensibleDay } from '../../reading/entered.ts'
import { Uuid } from '../../scalars.ts'
import { Charge, overrideMembers } from './charge.ts'

const writes = { ...ofApplication, permission: 'charge.write' } as const
const params = z.object({ charge_id: Uuid.describe('Id of the charge.') })
const version = z.int().min(1).describe('Version of the charge that was seen.')
const reason = z.string().trim().min(1).max(500)

/** Charge added by a user. */
export const NewCharge = z
  .strictObject({
    charge_type: RateCode.describe('Code of the charge type.'),
    description: z.string().trim().max(500).default('').describe('Text of the charge.'),
    quantity: Decimal.default('1').describe('Quantity; negative for a deduction.'),
    unit_price: Decimal.describe('Price of a unit.'),
    currency: Currency.optional().describe('Currency; that of the other charges, else of the haulier, when absent.'),
    needs_approval: z.boolean().default(false).describe('Whether the customer has to agree to it first.'),
    supplied_on: SensibleDay.optional().describe('Day of the service; that of the work when absent.'),
  })
  .meta({ id: 'AppNewCharge' })
export type NewCharge = z.output<typeof NewCharge>

/** Adds a charge to an order. */
export const createOrderCharge = endpoint({
  ...writes,
  id: 'createOrderCharge',
  method: 'POST',
  creates: 'header',
  path: '/app/orders/{order_id}/charges',
  summary: 'Add a charge to an order',
  params: z.object({ order_id: Uuid.describe('Id of the order.') }),
  body: NewCharge,
  response: Charge,
})

/** Adds a cost to a trip. */
export const createTripCost = endpoint({
  ...writes,
  // Order entry staff see charges but no costs.
  permission: 'charge.approve',
  id: 'createTripCost',
  method: 'POST',
  creates: 'header',
  path: '/app/trips/{trip_id}/costs',
  summary: 'Add a cost to a trip',
  params: z.object({ trip_id: Uuid.describe('Id of the trip.') }),
  body: NewCharge.omit({ needs_approval: true }).extend({
    company_id: Uuid.nullish().describe('The company that bills it; that of the trip when absent, null: own fleet.'),
  }),
  response: Charge,
})

const ChargeValues = {
  quantity: Decimal.optional().describe('Quantity.'),
  unit_price: Decimal.optional().describe('Price of a unit.'),
  amount: Decimal.optional().describe('Amount, in place of quantity times price.'),
  description: z.string().trim().max(500).optional().describe('Text of the charge.'),
}

/** Sets values of a charge: edits manual ones, overrides rated ones with a reason. */
export const changeCharge = endpoint({
  ...writes,
  id: 'changeCharge',
  method: 'PATCH',
  path: '/app/charges/{charge_id}',
  summary: 'Edit or override a charge',
  description: 'Rating continues and does not change values that were overridden. A rated charge needs a reason.',
  params,
  body: z
    .strictObject({
      version,
      ...ChargeValues,
      reason: reason.optional().describe('Why; required unless the charge was added by hand.'),
    })
    .meta({ id: 'AppChargeChange' }),
  response: Charge,
})

/** Removes overrides of a charge. */
export const removeChargeOverride = endpoint({
  ...writes,
  id: 'removeChargeOverride',
  method: 'POST',
  path: '/app/charges/{charge_id}/remove-override',
  summary: 'Remove overrides of a charge',
  params,
  body: z.strictObject({
    version,
    members: z
      .array(z.enum(overrideMembers))
      .max(overrideMembers.length)
      .default([])
      .describe('Which; all when empty.'),
  }),
  response: Charge,
})

/** Actions on one or many charges. */
export const chargeActions = ['exclude', 'include', 'bill_elsewhere', 'approve', 'reject', 'request_approval'] as const
export type ChargeAction = (typeof chargeActions)[number]

const action = z
  .enum(chargeActions)
  .describe('What is to be done; approve, reject and request_approval decide approval.')
const why = reason.optional().describe('Why: required to exclude; of a decision it is the comment.')

/** Runs an action on one charge. */
export const setChargeState = endpoint({
  ...writes,
  permission: 'charge.read',
  id: 'setChargeState',
  method: 'POST',
  path: '/app/charges/{charge_id}/state',
  summary: 'Exclude, include or decide on a charge',
  description: 'Needs charge.write for exclude, include and bill_elsewhere, and charge.approve for the others.',
  params,
  body: z.strictObject({
    version,
    action,
    reason: why,
    amount: Decimal.optional().describe('With approve: the amount that is agreed to, when it is another one.'),
  }),
  response: Charge,
})

/** Runs an action on many charges, each independently. */
export const setChargeStates = endpoint({
  ...writes,
  permission: 'charge.read',
  id: 'setChargeStates',
  method: 'POST',
  path: '/app/charges/bulk',
  summary: 'Exclude, include or decide on many charges',
  description: 'Each charge on its own: a rejection of one does not stop the others.',
  body: z.strictObject({
    action,
    reason: why,
    charges: z
      .array(
        z.strictObject({
          charge_id: Uuid.describe('Id of the charge.'),
          version: version.optional().describe('Version that was seen; any when absent.'),
        }),
      )
      .min(1)
      .max(mostAtOnce)
      .describe('The charges.'),
  }),
  response: bulkAnswer,
})

/** Runs an action on all applicable charges of orders. */
export const setOrderChargeStates = endpoint({
  ...writes,
  permission: 'charge.read',
  id: 'setOrderChargeStates',
  method: 'POST',
  path: '/app/orders-to-invoice/bulk',
  summary: 'Exclude, include or decide on the charges of orders',
  description: 'Each order on its own and in one piece; charges that the action does not concern stay as they are.',
  body: z.strictObject({
    action,
    reason: why,
    order_ids: z.array(Uuid).min(1).max(mostAtOnce).describe('Ids of the orders.'),
  }),
  response: bulkAnswer,
})
