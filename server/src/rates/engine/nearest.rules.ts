import { msg } from '@cartage/contract/message'
import type { ClosedCondition, Condition, weekdays } from '@cartage/contract/rates/app/conditions'
import { type FactValue, factOf } from '@cartage/contract/rates/app/facts'
import { utcDay } from '@cartage/contract/reading/calendar'
import { Big } from 'big.js'
import { numberOf } from './facts.rules.ts'
import { compare, holdsFor, weekdayOf } from './holds.rules.ts'
import type { Nearest } from './outcome.rules.ts'

/**
 * The smallest change of the fact that makes an unmet condition hold (PRICE-7): the difference of a number, the days to
 * a date, the nearest member of a list, the missing value of a set. Null if no change of the fact helps.
 */
export function nearestFor(condition: ClosedCondition, value: FactValue | undefined): Nearest | null {
  if (value === undefined || condition.kind === 'KNOWN') {
    return { fact: condition.fact, to: null, by: null, message: msg`Enter ${condition.fact}.` }
  }
  const to = target(condition, value)
  if (to === undefined || holdsFor(condition, to) !== true) return null
  const by = difference(condition.fact, value, to)
  const message =
    by === null
      ? msg`It would hold if ${condition.fact} were ${String(to)}.`
      : msg`It would hold if ${condition.fact} were ${String(to)} (${by}).`
  return { fact: condition.fact, to, by, message }
}

function target(condition: Exclude<ClosedCondition, { kind: 'KNOWN' }>, value: FactValue): FactValue | undefined {
  switch (condition.kind) {
    case 'IS':
      return condition.value
    case 'IS_NOT':
      return typeof value === 'boolean' ? !value : null
    case 'IN':
      return closest(condition.values, typeof value === 'string' ? value : '')
    case 'NOT_IN':
      return null
    case 'BETWEEN':
      return intoRange(condition, value)
    case 'PREFIX':
      return closest(condition.prefixes, typeof value === 'string' ? value : '')
    case 'WEEKDAY':
      return typeof value === 'string' ? nextWeekday(condition.days, value) : undefined
    case 'HAS':
      return [...(Array.isArray(value) ? value : []), condition.value]
    case 'HAS_NOT':
      return Array.isArray(value) ? value.filter((one) => one !== condition.value) : undefined
  }
}

function intoRange(condition: Extract<Condition, { kind: 'BETWEEN' }>, value: FactValue): string | undefined {
  const { fact, from, above, to, below } = condition
  const lower = from ?? (above === undefined ? undefined : shifted(fact, above, 1))
  const upper = to ?? (below === undefined ? undefined : shifted(fact, below, -1))
  if (typeof value !== 'string') return lower ?? upper
  const isBelow = lower !== undefined && !(compare(fact, value, lower) >= 0)
  return isBelow ? lower : upper
}

/** Units counted in whole numbers. For other measures the smallest step is a thousandth. */
const countedUnits = new Set(['H87', 'MIN', 'DAY', 'E22', 'FOT'])

/** The next value above or below an exclusive bound. */
function shifted(fact: string, bound: string, direction: 1 | -1): string | undefined {
  const known = factOf(fact)
  if (known?.type === 'date') return addDays(bound, direction)
  if (known?.type === 'time') return addMinute(bound, direction)
  const step = countedUnits.has(known?.unit ?? '') ? 1 : 0.001
  return numberOf(bound).plus(new Big(step).times(direction)).toFixed()
}

function addDays(date: string, days: number): string {
  return utcDay(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000)
}

function addMinute(time: string, direction: 1 | -1): string | undefined {
  const [hours, minutes] = time.split(':').map(Number)
  const total = hours! * 60 + minutes! + direction
  if (total < 0 || total >= 1_440) return undefined
  return `${String(Math.floor(total / 60)).padStart(2, '0')}:${String(total % 60).padStart(2, '0')}`
}

/** The nearest date on one of these weekdays; if two are equally near, the later. */
function nextWeekday(days: readonly (typeof weekdays)[number][], date: string): string | undefined {
  for (const distance of [1, -1, 2, -2, 3, -3]) {
    const candidate = addDays(date, distance)
    if (days.includes(weekdayOf(candidate))) return candidate
  }
  return undefined
}

/** The most similar text of a list, by number of letters to change. */
function closest(texts: readonly string[], value: string): string | undefined {
  let best: { text: string; distance: number } | undefined
  for (const text of texts) {
    const distance = lettersBetween(text.slice(0, 40), value.slice(0, 40))
    if (best === undefined || distance < best.distance) best = { text, distance }
  }
  return best?.text
}

function lettersBetween(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (let index = 0; index < one.length; index += 1) {
    const next = [index + 1]
    for (let place = 0; place < other.length; place += 1) {
      const replaced = row[place]! + (one[index] === other[place] ? 0 : 1)
      next.push(Math.min(replaced, row[place + 1]! + 1, next[place]! + 1))
    }
    row = next
  }
  return row[other.length]!
}

function difference(fact: string, from: FactValue, to: FactValue): string | null {
  if (typeof from !== 'string' || typeof to !== 'string') return null
  const type = factOf(fact)?.type
  if (type === 'date') return String((Date.parse(to) - Date.parse(from)) / 86_400_000)
  if (type !== 'decimal') return null
  try {
    return numberOf(to).minus(numberOf(from)).toFixed()
  } catch {
    return null
  }
}
