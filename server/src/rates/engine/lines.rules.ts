import { msg, type Sentence } from '@cartage/contract/message'
import type { Facts, FactThing } from '@cartage/contract/rates/app/facts'
import type { RateLine } from '@cartage/contract/rates/app/rate-card'
import type { RatedCharge } from '@cartage/contract/rates/app/rating'
import type { Big } from 'big.js'
import { amountText, roundToCurrency } from '../../books/money.rules.ts'
import { flat } from '../blocks/priced.rules.ts'
import type { ConditionOutcome } from './conditions.rules.ts'
import { factValue, numberOf, type Scene, valueText } from './facts.rules.ts'
import type { Outcome, Priced } from './outcome.rules.ts'
import type { CardVersion } from './tariff.rules.ts'

/** A line applied to one subject. */
export interface Slot {
  readonly card: CardVersion
  readonly line: RateLine
  readonly thing: FactThing | null
  readonly scopeId: string
  readonly key: string
}

/** Outcome of a line for one subject. */
export interface LineOutcome extends Slot {
  readonly conditions: readonly ConditionOutcome[]
  /** Null: the block was not calculated. */
  readonly outcome: Outcome | null
  readonly result: 'APPLIED' | 'SKIPPED' | 'FAILED' | 'NOT_TRIED'
  readonly message: () => Sentence
  readonly charge: RatedCharge | null
  readonly amount: Big | null
}

/**
 * Subjects a line is repeated for. The key of a charge combines line and subject id, so rating again finds the same
 * charges (PRICE-6). Lines of an included card have its code as a prefix.
 */
export function slotsOf(card: CardVersion, line: RateLine, facts: Facts, isIncluded: boolean): Slot[] {
  const name = isIncluded ? `${card.code}:${line.key}` : line.key
  const slot = (thing: FactThing | null): Slot => {
    const scopeId = thing?.id ?? facts.id
    return { card, line, thing, scopeId, key: `${name}/${line.scope}/${scopeId}` }
  }
  switch (line.scope) {
    case 'ORDER':
    case 'GROUP':
      return [slot(null)]
    case 'CONSIGNMENT':
      return facts.consignments.map(slot)
    case 'STOP':
      return facts.stops.map(slot)
    case 'TRIP':
      return facts.subject === 'TRIP' ? [slot(null)] : facts.trips.map(slot)
  }
}

/**
 * Limits an amount to the bounds of its line, then rounds to the step of the line and, once, to the currency (PRICE-5).
 */
export function limited(line: RateLine, amount: Big, currency: string): Big {
  let limitedAmount = amount
  if (line.round !== undefined) {
    const step = numberOf(line.round)
    limitedAmount = limitedAmount.div(step).round(0, 1).times(step)
  }
  if (line.min !== undefined && limitedAmount.lt(numberOf(line.min))) limitedAmount = numberOf(line.min)
  if (line.max !== undefined && limitedAmount.gt(numberOf(line.max))) limitedAmount = numberOf(line.max)
  return roundToCurrency(limitedAmount, currency)
}

/** The charge of a priced line. Quantity times unit price is its amount, or the quantity is 1. */
export function chargeOf(slot: Slot, priced: Priced, amount: Big, scene: Scene): RatedCharge {
  const { line } = slot
  const type = scene.tariff.types.get(line.type)
  const isProduct = roundToCurrency(priced.quantity.times(priced.unitPrice), scene.currency).eq(amount)
  const { quantity, unit, unitPrice } = isProduct ? priced : flat(amount, priced.message)
  const approval = line.approval === undefined ? (type?.first_approval ?? null) : line.approval
  return {
    key: slot.key,
    line_key: line.key,
    scope: line.scope,
    scope_id: slot.scopeId,
    type: line.type,
    role: line.role ?? type?.role ?? 'BASE',
    quantity: quantity.toFixed(),
    unit,
    unit_price: unitPrice.toFixed(),
    amount: amountText(amount, scene.currency),
    currency: scene.currency,
    approval: approval === 'NONE' ? null : approval,
    description: described(line, type?.name, scene),
  }
}

function described(line: RateLine, typeName: string | undefined, scene: Scene): string {
  if (line.description === undefined) return typeName ?? line.type
  return line.description
    .replace(/\{([^{}]{1,120})\}/g, (_, name: string) => String(valueText(factValue(scene, name))))
    .slice(0, 500)
}

/** Why a line does not apply, as it excludes or requires a cancelled order (PRICE-26). */
export function cancelFault(line: RateLine, isCancelled: boolean): Sentence | undefined {
  if (line.on_cancel === isCancelled) return undefined
  return isCancelled
    ? 'The order is cancelled, and the line is not for cancelled orders.'
    : 'The line is for cancelled orders only.'
}

/** Sentence for a line with an amount, and what limited it. */
export function lineSentence(line: RateLine, calculated: Big, amount: Big, currency: string): Sentence {
  const text = amountText(amount, currency)
  if (line.min !== undefined && calculated.lt(numberOf(line.min)))
    return msg`${text} ${currency}, the minimum of the line.`
  if (line.max !== undefined && calculated.gt(numberOf(line.max)))
    return msg`${text} ${currency}, the maximum of the line.`
  return msg`${text} ${currency}.`
}
