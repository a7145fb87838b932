import { msg, type Sentence } from '@cartage/contract/message'
import { Big } from 'big.js'
import { type Failed, isFailed, type Outcome, type Priced } from '../engine/outcome.rules.ts'
import type { BracketPrice, Per } from './brackets.rules.ts'
import type { Measured } from './measured.model.ts'

const one = new Big(1)

/** An amount without quantity and unit price. */
export function flat(amount: Big, message: () => Sentence, decidedBy: string | null = null): Priced {
  return { result: 'APPLIED', amount, quantity: one, unit: 'C62', unitPrice: amount, decidedBy, message }
}

/** Result of brackets or a table for a quantity. */
export function priced(measured: Measured, per: Per, price: BracketPrice | Failed): Outcome {
  if (isFailed(price)) return price
  return {
    result: 'APPLIED',
    amount: price.amount,
    quantity: price.quantity,
    unit: per === 'FLAT' ? 'C62' : measured.unit,
    unitPrice: price.unitPrice,
    decidedBy: measured.decidedBy,
    message: () =>
      msg`${measured.quantity.toFixed()} ${measured.unit}: ${price.parts.join(' + ')} = ${price.amount.toFixed()}.`,
  }
}
