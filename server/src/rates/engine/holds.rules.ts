import { type ClosedCondition, type Condition, weekdays } from '@cartage/contract/rates/app/conditions'
import { type FactValue, factOf } from '@cartage/contract/rates/app/facts'
import { numberOf } from './facts.rules.ts'

/** Whether a closed condition holds for a value; undefined if the fact is unknown. */
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

/** Weekday of a date. */
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

/** Compares numbers numerically; dates and times sort as text. An unreadable number is in no range. */
export function compare(fact: string, one: string, other: string): number {
  if (factOf(fact)?.type !== 'decimal') return one < other ? -1 : Number(one > other)
  try {
    return numberOf(one).cmp(numberOf(other))
  } catch {
    return Number.NaN
  }
}
