import { msg } from '@cartage/contract/message'
import { Big } from 'big.js'
import { numberOf } from '../engine/facts.rules.ts'
import { type Failed, failed } from '../engine/outcome.rules.ts'

/** A bracket with parsed numbers. */
export interface PriceBracket {
  readonly from: Big
  readonly price: Big
}

/** Basis of a price. */
export type Per = 'FLAT' | 'UNIT' | '100_UNITS'

/** A price with the charged quantity and the unit price. */
export interface BracketPrice {
  readonly amount: Big
  readonly quantity: Big
  readonly unitPrice: Big
  readonly parts: readonly string[]
}

const hundred = new Big(100)

/** Parses the brackets of a card. */
export function bracketsOf(brackets: readonly { readonly from: string; readonly price: string }[]): PriceBracket[] {
  return brackets.map(({ from, price }) => ({ from: numberOf(from), price: numberOf(price) }))
}

/** Price per unit. */
export function unitPriceOf(price: Big, per: Per): Big {
  return per === '100_UNITS' ? price.div(hundred) : price
}

/** Price of a quantity in one bracket. */
export function priceAt({ price }: PriceBracket, quantity: Big, per: Per): BracketPrice {
  if (per === 'FLAT') return { amount: price, quantity: new Big(1), unitPrice: price, parts: [price.toFixed()] }
  const unitPrice = unitPriceOf(price, per)
  const counted = per === '100_UNITS' ? quantity.div(hundred) : quantity
  return {
    amount: quantity.times(unitPrice),
    quantity,
    unitPrice,
    parts: [`${counted.toFixed()} × ${price.toFixed()}`],
  }
}

/** Index of the bracket that contains a quantity; -1 if below the first. */
export function placeOf(brackets: readonly PriceBracket[], quantity: Big): number {
  let place = -1
  while (place + 1 < brackets.length && brackets[place + 1]!.from.lte(quantity)) place += 1
  return place
}

/** A quantity below the first bracket has no price, which differs from a price of zero (PRICE-4). */
export function belowFirst(quantity: Big, first: Big): Failed {
  return failed(() => msg`There is no price for ${quantity.toFixed()}: the first bracket begins at ${first.toFixed()}.`)
}
