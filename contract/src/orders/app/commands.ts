import { z } from 'zod'
import { endpoint, ofApplication } from '../../endpoint.ts'
import { openSet, Uuid, UuidOut } from '../../scalars.ts'
import { holdReasonCodes } from '../hold-reason.ts'
import { ownStates } from '../states.ts'

const OrderParams = z.object({ order_id: Uuid.describe('Id of the order.') })

/** State of an order after a screen command. */
export const OrderState = z
  .object({
    order_id: UuidOut.describe('Id of the order.'),
    order_identifier: z.string().describe("The customer's key of the order."),
    order_status: openSet(ownStates).describe('Status of the order itself; a hold does not change it.'),
    is_blocked: z.boolean().describe('Whether the order is on hold.'),
    block_reason: z.string().nullable().describe('Why it is on hold, null when it is not.'),
    hold_reason_code: openSet(holdReasonCodes)
      .nullable()
      .describe('Why Cartage itself put it on hold; null for a reason that a person wrote.'),
  })
  .meta({ id: 'AppOrderState' })
export type OrderState = z.output<typeof OrderState>

/** Why an order is put on hold. */
export const BlockReason = z
  .object({
    reason: z.string().trim().min(1).max(500).describe('Shown to everyone who opens the order.'),
  })
  .meta({ id: 'AppBlockReason' })

/** Refuses an order that is not planned yet: it becomes REJECTED and the event REJECTED goes out (ST-2). */
export const skipOrder = endpoint({
  ...ofApplication,
  id: 'skipOrder',
  method: 'POST',
  path: '/app/orders/{order_id}/skip',
  summary: 'Skip an order',
  description:
    'An order that is already rejected answers the same and emits nothing. An order that has started or ended: 409.',
  permission: 'order.write',
  params: OrderParams,
  response: OrderState,
})

/** Puts an order on hold in addition to its status; the event BLOCKED is sent (ST-9). */
export const blockOrder = endpoint({
  ...ofApplication,
  id: 'blockOrder',
  method: 'POST',
  path: '/app/orders/{order_id}/block',
  summary: 'Hold an order',
  description:
    'Blocking a blocked order replaces the reason and emits nothing. A cancelled, rejected or completed order: 409.',
  permission: 'order.write',
  params: OrderParams,
  body: BlockReason,
  response: OrderState,
})

/** Releases an order's hold; an event with the order's own status is sent. */
export const unblockOrder = endpoint({
  ...ofApplication,
  id: 'unblockOrder',
  method: 'POST',
  path: '/app/orders/{order_id}/unblock',
  summary: 'Take an order off hold',
  description: 'An order that is not on hold answers the same and emits nothing.',
  permission: 'order.write',
  params: OrderParams,
  response: OrderState,
})
