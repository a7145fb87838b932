import { msg } from '@cartage/contract/message'
import { factOf } from '@cartage/contract/rates/app/facts'
import type { Quantity } from '@cartage/contract/rates/app/quantities'
import { Big } from 'big.js'
import { measureOf, nothing, numberOf, type Scene } from '../engine/facts.rules.ts'
import { type Failed, failed, isFailed } from '../engine/outcome.rules.ts'
import { chargeable } from './chargeable.rules.ts'
import { formulaNumber } from './formula.rules.ts'
import type { Measured } from './measured.model.ts'

/** Quantity to multiply by a price: free units are subtracted first, then it is rounded up (PRICE-10). */
export function measure(quantity: Quantity, scene: Scene): Measured | Failed {
  const raw = rawOf(quantity, scene)
  if (isFailed(raw)) return raw
  if (raw.quantity.lt(0)) return failed(() => msg`The quantity ${raw.quantity.toFixed()} is negative.`)
  return quantity.round_up === undefined
    ? raw
    : { ...raw, quantity: roundedUp(raw.quantity, numberOf(quantity.round_up)) }
}

/** A number rounded up to a multiple of a step. */
export function roundedUp(number: Big, step: Big): Big {
  return number.div(step).round(0, Big.roundUp).times(step)
}

function rawOf(quantity: Quantity, scene: Scene): Measured | Failed {
  if (quantity.kind === 'CHARGEABLE') return chargeable(quantity, scene)
  if (quantity.kind === 'FORMULA') return ofFormula(quantity, scene)
  const value = measureOf(scene, quantity.fact)
  if (isFailed(value)) return value
  const left = value.minus(numberOf(quantity.free))
  const unit = factOf(quantity.fact)?.unit ?? 'C62'
  return { quantity: left.lt(0) && !value.lt(0) ? nothing : left, unit, decidedBy: quantity.fact }
}

function ofFormula(quantity: Extract<Quantity, { kind: 'FORMULA' }>, scene: Scene): Measured | Failed {
  const value = formulaNumber(quantity.formula, scene)
  return isFailed(value) ? value : { quantity: value, unit: quantity.unit, decidedBy: null }
}
