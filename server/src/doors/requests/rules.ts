import type { doorRequestKinds } from '@cartage/contract/doors/app/requests'
import { msg, type Sentence } from '@cartage/contract/message'
import { Problem } from '../../http/problem.ts'
import type { CarrierAccess } from '../carrier/rules.ts'
import { portalState } from '../portal/rules.ts'

/** Kind of request to the office through a link. */
export type DoorRequestKind = (typeof doorRequestKinds)[number]

/** State of a request. REPLACED: the same one was requested again. */
export type DoorRequestState = 'OPEN' | 'ACCEPTED' | 'DECLINED' | 'REPLACED'

/** DOOR-14: why a carrier cannot offer another price; undefined when it can. An accepted trip keeps its price. */
export function offerFault({ name, status, answer }: CarrierAccess): Sentence | undefined {
  if (status === 'CREATED') return msg`The plan of ${name} is not confirmed yet.`
  if (status !== 'PLANNED')
    return msg`${name} has started or is over, so its price is not asked any more. Call the planner.`
  return answer?.answer === 'ACCEPTED' ? msg`${name} is accepted. Change the answer first.` : undefined
}

/** DOOR-15: requests that a customer can make in this order state: none once over, no cancellation under way. */
export function requestableOf(status: string): ('CHANGE' | 'CANCEL')[] {
  const state = portalState(status)
  if (state === 'DELIVERED' || state === 'CANCELLED') return []
  return state === 'UNDER_WAY' ? ['CHANGE'] : ['CHANGE', 'CANCEL']
}

/** State of a request, for its decision. */
interface Decided {
  state: DoorRequestState
}

/**
 * Whether a request is still undecided; false when the same decision was already made.
 * @throws Problem state_conflict when it was decided otherwise, or was replaced
 */
export function isUndecided({ state }: Decided, decision: 'ACCEPTED' | 'DECLINED'): boolean {
  if (state === 'OPEN') return true
  if (state === decision) return false
  const message =
    state === 'REPLACED'
      ? 'A later request has replaced this one. Reload the page.'
      : 'Someone else has decided this request. Reload the page.'
  throw new Problem('state_conflict', { message })
}
