import type { EventType } from '@cartage/contract/events/endpoints'
import { type Message, msg, type Sentence } from '@cartage/contract/message'
import { type HoldReasonCode, holdReasonCode } from '@cartage/contract/orders/hold-reason'
import { Problem } from '../http/problem.ts'
import type { OrderState } from './changes.rules.ts'
import { stateLabel } from './state-labels.rules.ts'

/** Why an order is on hold: the text, and the code when Cartage itself set the hold. */
export interface HoldReason {
  block_reason: string | null
  hold_reason_code: HoldReasonCode | null
}

/** The status of an order with its hold. */
export interface HeldState extends HoldReason {
  status: OrderState
  is_blocked: boolean
}

/** Values of an order that is not on hold. */
export const noHold = { is_blocked: false, block_reason: null, hold_reason_code: null }

/** CREDIT-2: whether a change releases a hold for the credit limit, or replaces its reason. */
export function releasesCredit(before: HeldState, after: HeldState): boolean {
  if (after.status !== before.status || before.hold_reason_code !== 'CREDIT_LIMIT') return false
  return after.hold_reason_code !== 'CREDIT_LIMIT'
}

const labels: Readonly<Record<HoldReasonCode, Message>> = { CREDIT_LIMIT: msg`credit limit exceeded` }

/** CREDIT-2: why an order is on hold, as part of a sentence; null when no reason was given. */
export function holdReason({ block_reason, hold_reason_code }: HoldReason): Sentence | null {
  return hold_reason_code === null ? block_reason : labels[hold_reason_code]
}

/** Result of a command: nothing, a change, or a change with a notification. */
export interface Command {
  after: HeldState
  /** Undefined when no notification is sent. */
  event?: { type: EventType; status: string; reason?: string }
}

const ended: readonly OrderState[] = ['CANCELLED', 'REJECTED', 'COMPLETED']

/**
 * Skipping rejects an order before it is planned (ST-2); a skipped order stays as it is.
 * @throws Problem state_conflict when it was planned, started or ended
 */
export function decideSkip(order: HeldState): Command | undefined {
  if (order.status === 'REJECTED') return undefined
  if (order.status !== 'QUOTE' && order.status !== 'TO_PLAN') throw conflict(order.status, msg`be rejected`)
  const after: HeldState = { status: 'REJECTED', ...noHold }
  return { after, event: { type: 'order.rejected', status: 'REJECTED' } }
}

/**
 * A hold does not change the status (ST-9). Another reason replaces the first without a notification.
 * @throws Problem state_conflict when the order has ended
 */
export function decideBlock(order: HeldState, reason: string): Command | undefined {
  if (ended.includes(order.status)) throw conflict(order.status, msg`be put on hold`)
  if (order.is_blocked && order.block_reason === reason) return undefined
  const after: HeldState = {
    status: order.status,
    is_blocked: true,
    block_reason: reason,
    hold_reason_code: holdReasonCode(reason),
  }
  return order.is_blocked ? { after } : { after, event: { type: 'order.blocked', status: 'BLOCKED', reason } }
}

/** The end of a hold; the notification has the status under the hold. */
export function decideUnblock(order: HeldState): Command | undefined {
  if (!order.is_blocked) return undefined
  const after: HeldState = { status: order.status, ...noHold }
  return { after, event: { type: 'order.unblocked', status: visibleStatus(order.status) } }
}

/** The status of an order in the values of published events. */
export function visibleStatus(status: OrderState): string {
  return status === 'IN_PROGRESS' ? 'IN_TRANSIT' : status
}

function conflict(status: OrderState, what: Message): Problem {
  return new Problem('state_conflict', {
    message: msg`The order is ${stateLabel(status)} and can no longer ${what}. Reload it.`,
  })
}
