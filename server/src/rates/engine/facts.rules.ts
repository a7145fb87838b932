import { msg, type Sentence } from '@cartage/contract/message'
import { type Facts, type FactThing, type FactValue, factOf } from '@cartage/contract/rates/app/facts'
import type { Scope } from '@cartage/contract/rates/app/rate-card'
import { Big } from 'big.js'
import { decimal } from '../../books/money.rules.ts'
import { zoneOf } from '../blocks/zones.rules.ts'
import { type Failed, failed } from './outcome.rules.ts'
import type { Tariff } from './tariff.rules.ts'

/** Context for calculating a line: its subject, day and prices. */
export interface Scene {
  readonly facts: Facts
  readonly tariff: Tariff
  readonly scope: Scope
  /** The consignment, stop or trip of a repeated line; null for the whole order or trip. */
  readonly thing: FactThing | null
  readonly currency: string
  readonly ratedOn: string
  /** Sum of charges of these types in the same scope; null if there are none. */
  readonly sumOf: (types: readonly string[]) => Big | null | Failed
}

const levelOfScope: { [scope in Scope]?: string } = { CONSIGNMENT: 'CONSIGNMENT', STOP: 'STOP', TRIP: 'TRIP' }

/**
 * Value of a fact. Null: no value. Undefined: unknown. A consignment, stop or trip has its own values. If it lacks one,
 * it is unknown, since the order's total would be wrong (PRICE-4).
 */
export function factValue(scene: Scene, name: string): FactValue | undefined {
  const fact = factOf(name)
  if (!fact) return undefined
  const isOwn = scene.thing !== null && levelOfScope[scene.scope] === fact.level
  const values = isOwn ? scene.thing.values : scene.facts.values
  const value = values[name]
  if (value !== undefined || !name.includes('.zone.')) return value
  return zoneValue(scene, name, values)
}

/** Derives a zone from country and postal code, by the zone set at the end of the fact's name. */
function zoneValue(scene: Scene, name: string, values: Facts['values']): string | null | undefined {
  const [place, , ...code] = name.split('.')
  const [country, postalCode] = [values[`${place}.country`], values[`${place}.postal_code`]]
  if (typeof country !== 'string') return undefined
  return zoneOf(scene.tariff.zones.get(code.join('.')), scene.ratedOn, country, postalCode)
}

const numbers = new Map<string, Big>()
const zero = new Big(0)

/** Parses a decimal of a card or a fact. Cached, since cards repeat the same prices for every order. */
export function numberOf(text: string): Big {
  const known = numbers.get(text)
  if (known) return known
  const read = decimal(text)
  if (numbers.size > 50_000) numbers.clear()
  numbers.set(text, read)
  return read
}

/** Numeric value of a fact, or why it is unknown. */
export function measureOf(scene: Scene, name: string): Big | Failed {
  const value = factValue(scene, name)
  if (typeof value !== 'string') return notKnown(name, value)
  try {
    return numberOf(value)
  } catch {
    return failed(() => msg`${name} is not a number: ${value.slice(0, 60)}.`)
  }
}

/** Text value of a fact, or why it is unknown. */
export function textOf(scene: Scene, name: string): string | Failed {
  const value = factValue(scene, name)
  return typeof value === 'string' ? value : notKnown(name, value)
}

/** Failure for a fact that is unknown or has no value (PRICE-4). */
export function notKnown(name: string, value: FactValue | undefined): Failed {
  return failed(
    () => (value === null ? msg`There is no ${name} to calculate with.` : msg`${name} is not known.`),
    () => ({ fact: name, to: null, by: null, message: msg`Enter ${name}.` }),
  )
}

/** A value formatted for sentences. */
export function valueText(value: FactValue | undefined): Sentence {
  if (value === undefined) return msg`not known`
  if (value === null) return msg`none`
  return Array.isArray(value) ? value.join(', ') : String(value)
}

/** Zero, for comparisons. */
export const nothing = zero
