import type { doorRequestKinds } from '@cartage/contract/doors/app/requests'
import { msg, type Sentence } from '@cartage/contract/message'
import { Problem } from '../../http/problem.ts'
import type { CarrierAccess } from '../carrier/rules.ts'
import { portalState } from '../portal/rules.ts'

/** What is asked of the office through a link. */
export type DoorRequestKind = (typeof doorRequestKinds)[number]

/** How far a request is. REPLACED: the same one asked again. */
export type DoorRequestState = 'OPEN' | 'ACCEPTED' | 'DECLINED' | 'REPLACED'

/** DOOR-14: why a carrier cannot ask another price; undefined when it can. What was accepted was accepted at its price. */
export function offerFault({ name, status, answer }: CarrierAccess): Sentence | undefined {
  if (status === 'CREATED') return msg`The plan of ${name} is not confirmed yet.`
  if (status !== 'PLANNED')
    return msg`${name} has started or is over, so its price is not asked any more. Call the planner.`
  return answer?.answer === 'ACCEPTED' ? msg`${name} is accepted. Change the answer first.` : undefined
}

/** DOOR-15: what a customer can ask of an order in this state: nothing once it is over, and no cancellation on the way. */
export function requestableOf(status: string): ('CHANGE' | 'CANCEL')[] {
  const state = portalState(status)
  if (state === 'DELIVERED' || state === 'CANCELLED') return []
  return state === 'UNDER_WAY' ? ['CHANGE'] : ['CHANGE', 'CANCEL']
}

/** A request as far as a decision depends on it. */
interface Decided {
  state: DoorRequestState
}

/**
 * Whether a request is still to be decided; the same decision again is none.
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
