import type { Block } from '@cartage/contract/rates/app/blocks'
import type { Big } from 'big.js'
import type { Scene } from '../engine/facts.rules.ts'
import { type Failed, isFailed, type Outcome } from '../engine/outcome.rules.ts'
import {
  type BracketPrice,
  belowFirst,
  bracketsOf,
  type Per,
  type PriceBracket,
  placeOf,
  priceAt,
} from './brackets.rules.ts'
import { priced } from './priced.rules.ts'
import { measure } from './quantity.rules.ts'

/** STEPPED as a block of a line. */
export function steppedBlock(block: Extract<Block, { kind: 'STEPPED' }>, scene: Scene): Outcome {
  const measured = measure(block.quantity, scene)
  if (isFailed(measured)) return measured
  return priced(
    measured,
    block.per,
    stepped(bracketsOf(block.brackets), measured.quantity, block.per, block.lower_break),
  )
}

/**
 * STEPPED: the whole quantity at the price of its bracket. With `lowerBreak`, the minimum of that and the lowest
 * quantity of each higher bracket at its price, so that adding weight never lowers the price (PRICE-12).
 */
export function stepped(
  brackets: readonly PriceBracket[],
  quantity: Big,
  per: Per,
  lowerBreak: boolean,
): BracketPrice | Failed {
  const place = placeOf(brackets, quantity)
  if (place < 0) return belowFirst(quantity, brackets[0]!.from)
  let best = priceAt(brackets[place]!, quantity, per)
  if (!lowerBreak) return best
  for (const bracket of brackets.slice(place + 1)) {
    const next = priceAt(bracket, bracket.from, per)
    if (next.amount.lt(best.amount)) best = next
  }
  return best
}
