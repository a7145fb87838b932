import { msg } from '@cartage/contract/message'
import type { Block } from '@cartage/contract/rates/app/blocks'
import type { Big } from 'big.js'
import { factValue, notKnown, type Scene } from '../engine/facts.rules.ts'
import { type Failed, failed, isFailed, type Outcome } from '../engine/outcome.rules.ts'
import { calculate, readFormula } from '../formulas/formula.rules.ts'
import { flat } from './priced.rules.ts'

/** FORMULA: the result of a formula (PRICE-31). A negative result is refused, since prices are never negative. */
export function formulaBlock(block: Extract<Block, { kind: 'FORMULA' }>, scene: Scene): Outcome {
  const amount = formulaNumber(block.formula, scene)
  if (isFailed(amount)) return amount
  if (amount.lt(0)) return failed(() => msg`${block.formula} gives ${amount.toFixed()}, which is negative.`)
  return flat(amount, () => msg`${block.formula} = ${amount.toFixed()}.`)
}

/** Result of a formula, or why there is none. */
export function formulaNumber(text: string, scene: Scene): Big | Failed {
  const formula = readFormula(text)
  if ('message' in formula) return failed(() => formula.message)
  const given = calculate(formula, (name) => factValue(scene, name))
  if ('missing' in given) return notKnown(given.missing, factValue(scene, given.missing))
  if ('message' in given) return failed(() => given.message)
  if (typeof given.value === 'boolean') return failed(() => msg`${text} gives true or false, not a number.`)
  return given.value
}
