import { msg, type Sentence } from '@cartage/contract/message'
import { type FactValue, factOf } from '@cartage/contract/rates/app/facts'
import type { ParseResult } from '@marcbachmann/cel-js'
import { Big } from 'big.js'
import { lookAt } from './allowed.rules.ts'
import { formulaEnvironment, formulaLimits } from './arithmetic.rules.ts'
import { closedFor, conditionText } from './closed.rules.ts'

/** A formula that passed every check. */
export interface Formula {
  readonly facts: readonly string[]
  readonly gives: 'decimal' | 'bool'
  readonly run: ParseResult
}

/** A formula, or why it is refused. */
export type Read = Formula | { readonly message: Sentence }

const kept = new Map<string, Read>()
const mostKept = 5_000

/** Parses a formula. Never throws, whatever the text. Refusals suggest what to write instead. */
export function readFormula(text: string): Read {
  const known = kept.get(text)
  if (known) return known
  const read = checked(text)
  if (kept.size >= mostKept) kept.clear()
  kept.set(text, read)
  return read
}

function checked(text: string): Read {
  // Checked before parsing, since parsing time grows with length.
  if (text.length > formulaLimits.characters) {
    return { message: msg`A formula has at most ${formulaLimits.characters} characters.` }
  }
  try {
    const run = formulaEnvironment.parse(text)
    const looked = lookAt(run.ast)
    if ('message' in looked) return looked
    const { valid, type, error } = run.check()
    if (!valid) return { message: msg`The formula does not fit together: ${firstLine(error)}` }
    if (type !== 'decimal' && type !== 'bool' && type !== 'int') {
      return { message: 'A formula gives a number, or true or false.' }
    }
    return { facts: [...looked.facts], gives: type === 'bool' ? 'bool' : 'decimal', run }
  } catch (error) {
    return { message: msg`The formula cannot be read: ${firstLine(error)}` }
  }
}

function firstLine(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split('\n')[0]!.slice(0, 200)
}

/** Parses a formula as a condition. Refused if a closed condition is equivalent (PRICE-33). */
export function readCondition(text: string): Read {
  const read = readFormula(text)
  if ('message' in read) return read
  if (read.gives !== 'bool') return { message: 'A condition gives true or false.' }
  const closed = closedFor(read.run.ast)
  if (closed === undefined) return read
  return { message: msg`Use the condition ${conditionText(closed)} instead: it explains itself.` }
}

/** Result of a formula; why it cannot be calculated; or the unknown fact. */
export type Calculated =
  | { readonly value: Big | boolean }
  | { readonly missing: string }
  | { readonly message: Sentence }

/** Calculates a formula. An unknown fact, or one without a value, is never zero (PRICE-4). */
export function calculate(formula: Formula, factValue: (fact: string) => FactValue | undefined): Calculated {
  const context: Record<string, unknown> = {}
  for (const name of formula.facts) {
    const value = factValue(name)
    const isGiven = value !== undefined && value !== null && place(context, name, value)
    if (!isGiven) return { missing: name }
  }
  try {
    const value: unknown = formula.run(context)
    if (typeof value === 'boolean' || value instanceof Big) return { value }
    return { value: new Big(String(value)) }
  } catch (error) {
    return { message: msg`The formula cannot be calculated: ${firstLine(error)}` }
  }
}

const longestNumber = 40

/** Sets a value in the formula's context. False if its type does not match the fact. */
function place(context: Record<string, unknown>, name: string, value: FactValue): boolean {
  const [group, member, ...rest] = name.split('.')
  const read = factOf(name)?.type === 'decimal' ? numberOf(value) : value
  if (read === undefined) return false
  if (member === undefined) {
    context[group!] = read
    return true
  }
  context[group!] ??= {}
  const members = context[group!] as Record<string, unknown>
  if (rest.length === 0) members[member] = read
  else members[member] = { ...(members[member] as object | undefined), [rest.join('.')]: read }
  return true
}

function numberOf(value: FactValue): Big | undefined {
  const isNumber = typeof value === 'string' && value.length <= longestNumber && /^-?\d+(\.\d+)?$/.test(value)
  return isNumber ? new Big(value) : undefined
}
