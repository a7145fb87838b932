import type { Sentence } from '@cartage/contract/message'
import type { FactValue } from '@cartage/contract/rates/app/facts'
import type { Big } from 'big.js'

/** The smallest change of one fact that turns what did not hold, or what has to be added. */
export interface Nearest {
  readonly fact: string | null
  readonly to: FactValue
  readonly by: string | null
  readonly message: Sentence
}

/** A line, or a part of its calculation, that cannot be calculated. Sentences are said only when someone reads them. */
export interface Failed {
  readonly result: 'FAILED'
  readonly message: () => Sentence
  readonly nearest?: () => Nearest | null
}

/** A line that gives no charge, because nothing is due. */
export interface Skipped {
  readonly result: 'SKIPPED'
  readonly message: () => Sentence
  readonly nearest?: () => Nearest | null
}

/** An amount before it is limited and rounded. */
export interface Priced {
  readonly result: 'APPLIED'
  readonly amount: Big
  readonly quantity: Big
  readonly unit: string
  readonly unitPrice: Big
  /** The measure that decided the price; a shared price is divided by it. */
  readonly decidedBy: string | null
  readonly message: () => Sentence
}

/** What a calculation block gives. */
export type Outcome = Priced | Skipped | Failed

/** Says that something cannot be calculated. */
export function failed(message: () => Sentence, nearest?: () => Nearest | null): Failed {
  return nearest ? { result: 'FAILED', message, nearest } : { result: 'FAILED', message }
}

/** Whether a part could not be calculated. */
export function isFailed(value: object): value is Failed {
  return 'result' in value && value.result === 'FAILED'
}
