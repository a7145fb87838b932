import { msg } from '@cartage/contract/message'
import type { Block } from '@cartage/contract/rates/app/blocks'
import { Big } from 'big.js'
import { nothing, numberOf, type Scene } from '../engine/facts.rules.ts'
import { failed, type Outcome } from '../engine/outcome.rules.ts'
import { flat } from './priced.rules.ts'

const hundred = new Big(100)

/** PASS_THROUGH: costs of the named types plus a margin (PRICE-18). Missing costs do not count as zero. */
export function passThroughBlock(block: Extract<Block, { kind: 'PASS_THROUGH' }>, scene: Scene): Outcome {
  const costs = scene.facts.costs.filter(({ type }) => block.of.includes(type))
  if (costs.length === 0) {
    const message = () => msg`There is no cost of type ${block.of.join(', ')}.`
    return block.is_optional ? { result: 'SKIPPED', message } : failed(message)
  }
  const foreign = costs.find(({ currency }) => currency !== scene.currency)
  if (foreign)
    return failed(() => msg`The cost ${foreign.type} is in ${foreign.currency}, the card in ${scene.currency}.`)
  const sum = costs.reduce((total, { amount }) => total.plus(numberOf(amount)), nothing)
  const amount = sum.times(hundred.plus(numberOf(block.margin_percent))).div(hundred)
  if (amount.lt(0)) return failed(() => 'The margin makes the price negative.')
  return flat(amount, () => msg`Costs of ${sum.toFixed()} with ${block.margin_percent} % = ${amount.toFixed()}.`)
}
