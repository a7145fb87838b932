import { msg } from '@cartage/contract/message'
import type { Block } from '@cartage/contract/rates/app/blocks'
import { Big } from 'big.js'
import { numberOf, type Scene } from '../engine/facts.rules.ts'
import { isFailed, type Outcome } from '../engine/outcome.rules.ts'
import { readIndex } from './price-index.rules.ts'
import { flat } from './priced.rules.ts'

const hundred = new Big(100)

/**
 * PERCENT: a percentage, fixed or from an index, of the rounded sum of the named charge types in the same scope
 * (PRICE-17). Other percentages are included only if their type is named.
 */
export function percentBlock(block: Extract<Block, { kind: 'PERCENT' }>, scene: Scene): Outcome {
  const sum = scene.sumOf(block.of)
  if (sum === null) return { result: 'SKIPPED', message: () => msg`There is no charge of type ${block.of.join(', ')}.` }
  if (isFailed(sum)) return sum
  const percent = block.rate.kind === 'FIXED' ? numberOf(block.rate.percent) : readIndex(block.rate, scene)
  if (isFailed(percent)) return percent
  if (percent.lt(0))
    return { result: 'SKIPPED', message: () => msg`The index gives ${percent.toFixed()} %, below zero.` }
  const amount = sum.times(percent).div(hundred)
  return flat(
    amount,
    () => msg`${percent.toFixed()} % of ${sum.toFixed()} (${block.of.join(', ')}) = ${amount.toFixed()}.`,
  )
}
