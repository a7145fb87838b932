import type { Sentence } from '@cartage/contract/message'
import type { FactValue } from '@cartage/contract/rates/app/facts'
import type { Big } from 'big.js'

/** The smallest change of one fact that makes a condition hold, or the value that is missing. */
export interface Nearest {
  readonly fact: string | null
  readonly to: FactValue
  readonly by: string | null
  readonly message: Sentence
}

/** A line or partial calculation that failed. Sentences are composed on demand. */
export interface Failed {
  readonly result: 'FAILED'
  readonly message: () => Sentence
  readonly nearest?: () => Nearest | null
}

/** A line without a charge, because nothing is due. */
export interface Skipped {
  readonly result: 'SKIPPED'
  readonly message: () => Sentence
  readonly nearest?: () => Nearest | null
}

/** An amount before limits and rounding. */
export interface Priced {
  readonly result: 'APPLIED'
  readonly amount: Big
  readonly quantity: Big
  readonly unit: string
  readonly unitPrice: Big
  /** The measure that determined the price, by which a shared price is divided. */
  readonly decidedBy: string | null
  readonly message: () => Sentence
}

/** Result of a calculation block. */
export type Outcome = Priced | Skipped | Failed

/** Reports that something cannot be calculated. */
export function failed(message: () => Sentence, nearest?: () => Nearest | null): Failed {
  return nearest ? { result: 'FAILED', message, nearest } : { result: 'FAILED', message }
}

/** Whether a calculation failed. */
export function isFailed(value: object): value is Failed {
  return 'result' in value && value.result === 'FAILED'
}
