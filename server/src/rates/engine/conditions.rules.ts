import { msg, type Sentence } from '@cartage/contract/message'
import type { ClosedCondition, Condition } from '@cartage/contract/rates/app/conditions'
import { calculate, readFormula } from '../formulas/formula.rules.ts'
import { factValue, type Scene, valueText } from './facts.rules.ts'
import { holdsFor } from './holds.rules.ts'
import { nearestFor } from './nearest.rules.ts'
import type { Nearest } from './outcome.rules.ts'

/** Outcome of a condition. Its sentence is composed on demand. */
export interface ConditionOutcome {
  readonly condition: Condition
  readonly result: 'APPLIED' | 'SKIPPED' | 'FAILED' | 'NOT_TRIED'
  readonly message: () => Sentence
  readonly nearest: () => Nearest | null
}

/** Evaluates a condition. It fails on an unknown fact, and does not hold for a fact without a value (PRICE-4). */
export function tryCondition(condition: Condition, scene: Scene): ConditionOutcome {
  if (condition.kind === 'FORMULA') return tryFormula(condition, scene)
  const value = factValue(scene, condition.fact)
  const holds = holdsFor(condition, value)
  return {
    condition,
    result: holds === undefined ? 'FAILED' : holds ? 'APPLIED' : 'SKIPPED',
    message: () => msg`${condition.fact} is ${valueText(value)}${wanted(condition, holds)}.`,
    nearest: () => (holds === true ? null : nearestFor(condition, value)),
  }
}

/** A condition not evaluated, because an earlier one did not hold. */
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
  if ('missing' in given) return outcome('FAILED', msg`${given.missing} is not known.`)
  if ('message' in given) return outcome('FAILED', given.message)
  return given.value === true
    ? outcome('APPLIED', msg`${condition.formula} is true.`)
    : outcome('SKIPPED', msg`${condition.formula} is false.`)
}

/** What an unmet condition requires, as the end of its sentence. */
function wanted(condition: ClosedCondition, holds: boolean | undefined): Sentence {
  if (holds === true) return ''
  switch (condition.kind) {
    case 'IS':
      return msg`, not ${String(condition.value)}`
    case 'IS_NOT':
    case 'HAS_NOT':
      return msg`, and must not be or have ${String(condition.value)}`
    case 'IN':
      return msg`, which is not one of ${condition.values.slice(0, 10).join(', ')}`
    case 'NOT_IN':
      return msg`, which is one of ${condition.values.slice(0, 10).join(', ')}`
    case 'BETWEEN':
      return msg`, which is not ${rangeText(condition)}`
    case 'PREFIX':
      return msg`, which does not begin with ${condition.prefixes.slice(0, 10).join(', ')}`
    case 'WEEKDAY':
      return msg`, which is not a ${condition.days.join(', ')}`
    case 'HAS':
      return msg`, without ${condition.value}`
    case 'KNOWN':
      return ''
  }
}

function rangeText({ from, above, to, below }: Extract<Condition, { kind: 'BETWEEN' }>): string {
  const lower = from !== undefined ? `≥ ${from}` : above !== undefined ? `> ${above}` : ''
  const upper = to !== undefined ? `≤ ${to}` : below !== undefined ? `< ${below}` : ''
  return [lower, upper].filter((part) => part !== '').join(', ')
}
