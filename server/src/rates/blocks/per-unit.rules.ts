import { msg } from '@cartage/contract/message'
import type { Block } from '@cartage/contract/rates/app/blocks'
import { numberOf, type Scene } from '../engine/facts.rules.ts'
import { isFailed, type Outcome } from '../engine/outcome.rules.ts'
import { unitPriceOf } from './brackets.rules.ts'
import { measure } from './quantity.rules.ts'

/** PER_UNIT: quantity times price (PRICE-10). No charge if nothing exceeds the free units. */
export function perUnitBlock(block: Extract<Block, { kind: 'PER_UNIT' }>, scene: Scene): Outcome {
  const measured = measure(block.quantity, scene)
  if (isFailed(measured)) return measured
  const { quantity, unit, decidedBy } = measured
  if (quantity.eq(0)) return { result: 'SKIPPED', message: () => 'The quantity is zero, or within what is free.' }
  const unitPrice = unitPriceOf(numberOf(block.price), block.per)
  const amount = quantity.times(unitPrice)
  const message = () => msg`${quantity.toFixed()} ${unit} × ${unitPrice.toFixed()} = ${amount.toFixed()}.`
  return { result: 'APPLIED', amount, quantity, unit, unitPrice, decidedBy, message }
}
