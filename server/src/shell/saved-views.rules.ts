import { msg } from '@cartage/contract/message'
import { Problem } from '../http/problem.ts'

/** Views one person may keep of one list. */
const mostViews = 50

/**
 * Whether a person who has this many views of a list may keep one more.
 * @throws Problem state_conflict
 */
export function checkNumberOfViews(count: number): void {
  if (count < mostViews) return
  throw new Problem('state_conflict', {
    message: msg`You have ${mostViews} saved views of this list. Remove one first.`,
  })
}
