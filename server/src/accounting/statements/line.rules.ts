import type { Sentence } from '@cartage/contract/message'
import { errorItem, Problem } from '../../http/problem.ts'

/** A line of a bank statement. */
export interface BankLine {
  readonly booked_on: string
  /** Positive if incoming. */
  readonly amount: string
  readonly currency: string
  readonly name: string | null
  readonly account: string | null
  readonly text: string
}

/** Maximum lines of a statement. */
export const mostLines = 5_000

/** A statement that is unreadable (422). */
export function unreadable(message: Sentence): Problem {
  return new Problem('validation_failed', { message, errors: [errorItem('text', message, 'format')] })
}
