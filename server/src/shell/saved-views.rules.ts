import { msg } from '@cartage/contract/message'
import { Problem } from '../http/problem.ts'

/** Maximum saved views per person and list. */
const mostViews = 50

/**
 * Whether a person with this many views of a list may save one more.
 * @throws Problem state_conflict
 */
export function checkNumberOfViews(count: number): void {
  if (count < mostViews) return
  throw new Problem('state_conflict', {
    message: msg`You have ${mostViews} saved views of this list. Remove one first.`,
  })
}
