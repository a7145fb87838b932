import { msg } from '@cartage/contract/message'
import type { Block } from '@cartage/contract/rates/app/blocks'
import { Big } from 'big.js'
import { measureOf, numberOf, type Scene } from '../engine/facts.rules.ts'
import { isFailed, type Outcome } from '../engine/outcome.rules.ts'

/** TIME: minutes beyond the free time, in started units, never negative (PRICE-14). */
export function timeBlock(block: Extract<Block, { kind: 'TIME' }>, scene: Scene): Outcome {
  const minutes = measureOf(scene, block.fact)
  if (isFailed(minutes)) return minutes
  const beyond = minutes.minus(numberOf(block.free))
  if (beyond.lte(0)) {
    const first = numberOf(block.free).plus(1).toFixed()
    const by = numberOf(first).minus(minutes).toFixed()
    return {
      result: 'SKIPPED',
      message: () => msg`${minutes.toFixed()} minutes are within the ${block.free} that are free.`,
      nearest: () => ({
        fact: block.fact,
        to: first,
        by,
        message: msg`It would apply from ${first} minutes (${by} more).`,
      }),
    }
  }
  const units = beyond.div(numberOf(block.unit)).round(0, Big.roundUp)
  const unitPrice = numberOf(block.price)
  const amount = units.times(unitPrice)
  return {
    result: 'APPLIED',
    amount,
    quantity: units,
    unit: 'C62',
    unitPrice,
    decidedBy: block.fact,
    message: () => {
      const { free, unit, price } = block
      const [minutes, started, total] = [beyond, units, amount].map((one) => one.toFixed())
      return msg`${minutes} minutes beyond ${free}: ${started} started units of ${unit} minutes × ${price} = ${total}.`
    },
  }
}
