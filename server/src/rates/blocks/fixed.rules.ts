import { msg } from '@cartage/contract/message'
import type { Block } from '@cartage/contract/rates/app/blocks'
import { numberOf } from '../engine/facts.rules.ts'
import type { Outcome } from '../engine/outcome.rules.ts'
import { flat } from './priced.rules.ts'

/** FIXED: a fixed price. */
export function fixedBlock({ price }: Extract<Block, { kind: 'FIXED' }>): Outcome {
  return flat(numberOf(price), () => msg`A fixed price of ${price}.`)
}
