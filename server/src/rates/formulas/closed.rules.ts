import type { ClosedCondition } from '@cartage/contract/rates/app/conditions'
import { factOf } from '@cartage/contract/rates/app/facts'
import type { ASTNode } from '@marcbachmann/cel-js'
import { pathOf } from './allowed.rules.ts'

/** The closed condition equivalent to a formula (PRICE-33); undefined if there is none. */
export function closedFor(node: ASTNode): ClosedCondition | undefined {
  const flag = flagOf(node)
  if (flag !== undefined) return { kind: 'IS', fact: flag, value: true }
  switch (node.op) {
    case '!_':
      return opposite(closedFor(node.args))
    case '==':
    case '!=':
      return equality(node)
    case '<':
    case '<=':
    case '>':
    case '>=':
      return bound(node)
    case 'in':
      return membership(node.args)
    case '||':
      return eitherOf(closedFor(node.args[0]), closedFor(node.args[1]))
    case '&&':
      return bothOf(closedFor(node.args[0]), closedFor(node.args[1]))
    default:
      return undefined
  }
}

/** The condition in the notation of cards. */
export function conditionText(condition: ClosedCondition): string {
  return JSON.stringify(condition)
}

function factName(node: ASTNode): string | undefined {
  const name = pathOf(node)
  return name !== undefined && factOf(name) !== undefined ? name : undefined
}

function flagOf(node: ASTNode): string | undefined {
  const name = factName(node)
  return name !== undefined && factOf(name)?.type === 'flag' ? name : undefined
}

/** A literal in the form of conditions: texts and decimals as text, or a boolean. */
function literalOf(node: ASTNode): string | boolean | undefined {
  if (node.op === 'value') {
    if (typeof node.args === 'bigint') return String(node.args)
    return typeof node.args === 'string' || typeof node.args === 'boolean' ? node.args : undefined
  }
  if (node.op === '-_') {
    const inner = literalOf(node.args)
    return typeof inner === 'string' && /^\d/.test(inner) ? `-${inner}` : undefined
  }
  if (node.op !== 'call' || node.args[0] !== 'dec') return undefined
  const [text] = node.args[1]
  return text?.op === 'value' && typeof text.args === 'string' ? text.args : undefined
}

type Comparison = Extract<ASTNode, { op: '==' | '!=' | '<' | '<=' | '>' | '>=' }>

/** Both sides with the fact first, and whether they were swapped. */
function sidesOf(node: Comparison): { fact: string; value: string | boolean; isTurned: boolean } | undefined {
  const [left, right] = node.args
  const [first, second] = [factName(left), factName(right)]
  const value = literalOf(first === undefined ? left : right)
  const fact = first ?? second
  if (fact === undefined || value === undefined || (first !== undefined && second !== undefined)) return undefined
  return { fact, value, isTurned: first === undefined }
}

function equality(node: Comparison): ClosedCondition | undefined {
  const sides = sidesOf(node)
  if (!sides) return undefined
  const { fact, value } = sides
  const type = factOf(fact)?.type
  if (type === 'flag')
    return typeof value === 'boolean' ? { kind: 'IS', fact, value: value === (node.op === '==') } : undefined
  if (type === 'texts' || type === 'time' || value === '') return undefined
  return { kind: node.op === '==' ? 'IS' : 'IS_NOT', fact, value }
}

const turned = { '<': '>', '<=': '>=', '>': '<', '>=': '<=' } as const
const boundNames = { '<': 'below', '<=': 'to', '>': 'above', '>=': 'from' } as const

function bound(node: Comparison): ClosedCondition | undefined {
  const sides = sidesOf(node)
  if (!sides || typeof sides.value !== 'string' || node.op === '==' || node.op === '!=') return undefined
  const type = factOf(sides.fact)?.type
  if (type !== 'decimal' && type !== 'date' && type !== 'time') return undefined
  const sign = sides.isTurned ? turned[node.op] : node.op
  return { kind: 'BETWEEN', fact: sides.fact, [boundNames[sign]]: sides.value }
}

function membership([one, list]: readonly [ASTNode, ASTNode]): ClosedCondition | undefined {
  if (list.op !== 'list') {
    const [value, fact] = [literalOf(one), factName(list)]
    return typeof value === 'string' && fact !== undefined ? { kind: 'HAS', fact, value } : undefined
  }
  const fact = factName(one)
  if (fact === undefined || factOf(fact)?.type !== 'text') return undefined
  const values = list.args.map(literalOf).filter((value) => typeof value === 'string')
  return values.length === list.args.length && values.length > 0 ? { kind: 'IN', fact, values } : undefined
}

function opposite(condition: ClosedCondition | undefined): ClosedCondition | undefined {
  switch (condition?.kind) {
    case 'IS':
      if (typeof condition.value === 'boolean') return { ...condition, value: !condition.value }
      return { ...condition, kind: 'IS_NOT' }
    case 'IS_NOT':
      return { ...condition, kind: 'IS' }
    case 'IN':
      return { ...condition, kind: 'NOT_IN' }
    case 'NOT_IN':
      return { ...condition, kind: 'IN' }
    case 'HAS':
      return { ...condition, kind: 'HAS_NOT' }
    case 'HAS_NOT':
      return { ...condition, kind: 'HAS' }
    default:
      return undefined
  }
}

function textsOf(condition: ClosedCondition | undefined): { fact: string; values: string[] } | undefined {
  if (condition?.kind === 'IN') return condition
  if (condition?.kind !== 'IS' || typeof condition.value !== 'string') return undefined
  return factOf(condition.fact)?.type === 'text' ? { fact: condition.fact, values: [condition.value] } : undefined
}

function eitherOf(one: ClosedCondition | undefined, other: ClosedCondition | undefined): ClosedCondition | undefined {
  const [first, second] = [textsOf(one), textsOf(other)]
  if (!first || first.fact !== second?.fact) return undefined
  return { kind: 'IN', fact: first.fact, values: [...new Set([...first.values, ...second.values])] }
}

function bothOf(one: ClosedCondition | undefined, other: ClosedCondition | undefined): ClosedCondition | undefined {
  if (one?.kind !== 'BETWEEN' || other?.kind !== 'BETWEEN' || one.fact !== other.fact) return undefined
  const hasLower = (condition: typeof one) => condition.from !== undefined || condition.above !== undefined
  const hasUpper = (condition: typeof one) => condition.to !== undefined || condition.below !== undefined
  const clashes = (hasLower(one) && hasLower(other)) || (hasUpper(one) && hasUpper(other))
  return clashes ? undefined : { ...one, ...other }
}
