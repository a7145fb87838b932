import type { Block } from '@cartage/contract/rates/app/blocks'
import type { Big } from 'big.js'
import { nothing, type Scene } from '../engine/facts.rules.ts'
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

/** INCREMENTAL as a block of a line. */
export function incrementalBlock(block: Extract<Block, { kind: 'INCREMENTAL' }>, scene: Scene): Outcome {
  const measured = measure(block.quantity, scene)
  if (isFailed(measured)) return measured
  return priced(measured, block.per, incremental(bracketsOf(block.brackets), measured.quantity, block.per))
}

/** INCREMENTAL: each part of the quantity at the price of its own bracket (PRICE-13). */
export function incremental(brackets: readonly PriceBracket[], quantity: Big, per: Per): BracketPrice | Failed {
  if (placeOf(brackets, quantity) < 0) return belowFirst(quantity, brackets[0]!.from)
  let amount = nothing
  const parts: string[] = []
  brackets.forEach((bracket, place) => {
    // The part below the first bracket is charged at its price: no part of a quantity is free.
    const from = place === 0 ? nothing : bracket.from
    const next = brackets[place + 1]?.from
    const end = next === undefined || quantity.lt(next) ? quantity : next
    if (end.lte(from)) return
    const part = priceAt(bracket, end.minus(from), per)
    amount = amount.plus(part.amount)
    parts.push(...part.parts)
  })
  const unitPrice = quantity.eq(0) ? nothing : amount.div(quantity)
  return { amount, quantity, unitPrice, parts }
}
