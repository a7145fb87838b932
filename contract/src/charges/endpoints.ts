import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { OrderChargesOutput } from '../orders/charges.ts'
import { longestList, OptionalText, Uuid } from '../scalars.ts'

/** A decision on a charge. */
export const ChargeApprovalInput = z
  .object({
    id: Uuid.describe('Id of the charge.'),
    approval_status: z
      .enum(['APPROVED', 'REJECTED'])
      .meta({ id: 'ChargeApprovalStatusInput' })
      .default('APPROVED')
      .describe('The decision.'),
    description: OptionalText.describe('Comment of the decision; shown as the last line of the description.'),
  })
  .meta({ id: 'ChargeApprovalInput' })
export type ChargeApprovalInput = z.output<typeof ChargeApprovalInput>

/** Decisions on charges of one order (CHG-3). */
export const ChargesApprovalInput = z
  .object({ charges: z.array(ChargeApprovalInput).max(longestList).describe('The decisions.') })
  .meta({ id: 'ChargesApprovalInput' })

/** Approves or rejects charges of an order: all of them, or none if one cannot be decided. */
export const approveOrderCharges = endpoint({
  id: 'approveOrderCharges',
  method: 'POST',
  creates: 'header',
  path: '/v1/orders/order/{order_id}/charges/approval',
  tag: 'charges',
  summary: 'Approve or reject charges',
  description:
    'An id that is not one of the charges of the order rejects the whole request. The same decision again answers 200. ' +
    'A client with the role CUSTOMER decides charges that are REQUESTED; an earlier decision is 409.',
  auth: 'bearer',
  roles: ['API_ORDER', 'CUSTOMER'],
  limit: 'general',
  since: '1.2.0',
  params: z.object({ order_id: Uuid.describe('Id of the order.') }),
  body: ChargesApprovalInput,
  response: OrderChargesOutput,
})
