import type { Block } from '@cartage/contract/rates/app/blocks'
import { said } from '@cartage/contract/said'
import { numberOf } from '../engine/facts.rules.ts'
import type { Outcome } from '../engine/outcome.rules.ts'
import { flat } from './priced.rules.ts'

/** FIXED: the price of the card. */
export function fixedBlock({ price }: Extract<Block, { kind: 'FIXED' }>): Outcome {
  return flat(numberOf(price), () => said`A fixed price of ${price}.`)
}
