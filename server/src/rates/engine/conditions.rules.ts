import { type ClosedCondition, type Condition, weekdays } from '@cartage/contract/rates/app/conditions'
import { type FactValue, factOf } from '@cartage/contract/rates/app/facts'
import { type Sentence, said } from '@cartage/contract/said'
import { calculate, readFormula } from '../formulas/formula.rules.ts'
import { factValue, numberOf, type Scene, valueText } from './facts.rules.ts'
import { nearestFor } from './nearest.rules.ts'
import type { Nearest } from './outcome.rules.ts'

/** How a condition came out, with its sentence when someone reads it. */
export interface ConditionOutcome {
  readonly condition: Condition
  readonly result: 'APPLIED' | 'SKIPPED' | 'FAILED' | 'NOT_TRIED'
  readonly message: () => Sentence
  readonly nearest: () => Nearest | null
}

/** Tries a condition. A fact that is not known makes it fail; a fact that has no value makes it not hold (PRICE-4). */
export function tryCondition(condition: Condition, scene: Scene): ConditionOutcome {
  if (condition.kind === 'FORMULA') return tryFormula(condition, scene)
  const value = factValue(scene, condition.fact)
  const holds = holdsFor(condition, value)
  return {
    condition,
    result: holds === undefined ? 'FAILED' : holds ? 'APPLIED' : 'SKIPPED',
    message: () => said`${condition.fact} is ${valueText(value)}${wanted(condition, holds)}.`,
    nearest: () => (holds === true ? null : nearestFor(condition, value)),
  }
}

/** A condition that was not looked at, because one before it did not hold. */
export function notTried(condition: Condition): ConditionOutcome {
  return { condition, result: 'NOT_TRIED', message: () => 'An earlier condition did not hold.', nearest: () => null }
}

function tryFormula(condition: Extract<Condition, { kind: 'FORMULA' }>, scene: Scene): ConditionOutcome {
  const outcome = (result: ConditionOutcome['result'], message: Sentence): ConditionOutcome => {
    return { condition, result, message: () => message, nearest: () => null }
  }
  const formula = readFormula(condition.formula)
  if ('message' in formula) return outcome('FAILED', formula.message)
  const given = calculate(formula, (name) => factValue(scene, name))
  if ('missing' in given) return outcome('FAILED', said`${given.missing} is not known.`)
  if ('message' in given) return outcome('FAILED', given.message)
  return given.value === true
    ? outcome('APPLIED', said`${condition.formula} is true.`)
    : outcome('SKIPPED', said`${condition.formula} is false.`)
}

/** Whether a closed condition holds for a value; undefined when the fact is not known. */
export function holdsFor(condition: ClosedCondition, value: FactValue | undefined): boolean | undefined {
  if (condition.kind === 'KNOWN') return value !== undefined && value !== null
  if (value === undefined) return undefined
  switch (condition.kind) {
    case 'IS':
      return isEqual(condition.fact, value, condition.value)
    case 'IS_NOT':
      return !isEqual(condition.fact, value, condition.value)
    case 'IN':
      return typeof value === 'string' && condition.values.includes(value)
    case 'NOT_IN':
      return typeof value !== 'string' || !condition.values.includes(value)
    case 'BETWEEN':
      return typeof value === 'string' && isBetween(condition, value)
    case 'PREFIX':
      return typeof value === 'string' && condition.prefixes.some((prefix) => value.startsWith(prefix))
    case 'WEEKDAY':
      return typeof value === 'string' && condition.days.includes(weekdayOf(value))
    case 'HAS':
      return Array.isArray(value) && value.includes(condition.value)
    case 'HAS_NOT':
      return !Array.isArray(value) || !value.includes(condition.value)
  }
}

/** The day of the week of a date. */
export function weekdayOf(date: string): (typeof weekdays)[number] {
  return weekdays[(new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7] ?? 'MONDAY'
}

function isEqual(fact: string, value: FactValue, wantedValue: string | boolean): boolean {
  if (value === wantedValue) return true
  if (typeof value !== 'string' || typeof wantedValue !== 'string' || factOf(fact)?.type !== 'decimal') return false
  return compare(fact, value, wantedValue) === 0
}

function isBetween(condition: Extract<Condition, { kind: 'BETWEEN' }>, value: string): boolean {
  const { fact, from, above, to, below } = condition
  return (
    (from === undefined || compare(fact, value, from) >= 0) &&
    (above === undefined || compare(fact, value, above) > 0) &&
    (to === undefined || compare(fact, value, to) <= 0) &&
    (below === undefined || compare(fact, value, below) < 0)
  )
}

/** Compares numbers as numbers; dates and times are in order as texts. A number that cannot be read is in no range. */
export function compare(fact: string, one: string, other: string): number {
  if (factOf(fact)?.type !== 'decimal') return one < other ? -1 : Number(one > other)
  try {
    return numberOf(one).cmp(numberOf(other))
  } catch {
    return Number.NaN
  }
}

/** What a condition that does not hold wants, as the end of its sentence. */
function wanted(condition: ClosedCondition, holds: boolean | undefined): Sentence {
  if (holds === true) return ''
  switch (condition.kind) {
    case 'IS':
      return said`, not ${String(condition.value)}`
    case 'IS_NOT':
    case 'HAS_NOT':
      return said`, and must not be or have ${String(condition.value)}`
    case 'IN':
      return said`, which is not one of ${condition.values.slice(0, 10).join(', ')}`
    case 'NOT_IN':
      return said`, which is one of ${condition.values.slice(0, 10).join(', ')}`
    case 'BETWEEN':
      return said`, which is not ${rangeText(condition)}`
    case 'PREFIX':
      return said`, which does not begin with ${condition.prefixes.slice(0, 10).join(', ')}`
    case 'WEEKDAY':
      return said`, which is not a ${condition.days.join(', ')}`
    case 'HAS':
      return said`, without ${condition.value}`
    case 'KNOWN':
      return ''
  }
}

function rangeText({ from, above, to, below }: Extract<Condition, { kind: 'BETWEEN' }>): string {
  const lower = from !== undefined ? `≥ ${from}` : above !== undefined ? `> ${above}` : ''
  const upper = to !== undefined ? `≤ ${to}` : below !== undefined ? `< ${below}` : ''
  return [lower, upper].filter((part) => part !== '').join(', ')
}
