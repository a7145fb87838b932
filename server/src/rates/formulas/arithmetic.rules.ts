import { type FactType, factTable } from '@cartage/contract/rates/app/facts'
import { Environment } from '@marcbachmann/cel-js'
import { Big } from 'big.js'

/** Structural limits of a formula (PRICE-32). */
export const formulaLimits = { characters: 1_000, nodes: 200, depth: 20 } as const

/** Functions that formulas may call (PRICE-31). */
export const formulaFunctions = ['dec', 'min', 'max', 'ceil_to', 'floor_to', 'round_to', 'days_between'] as const

const celTypes: Readonly<Record<FactType, string>> = {
  decimal: 'decimal',
  text: 'string',
  flag: 'bool',
  date: 'string',
  time: 'string',
  texts: 'list<string>',
}

/** Limits beyond any real price. Larger numbers would make arithmetic slow. */
const mostDigits = 60
const largestExponent = 40

/** Returns the number for further arithmetic. Throws if it exceeds the limits. */
function kept(number: Big): Big {
  if (number.c.length > mostDigits) return shortened(number)
  if (Math.abs(number.e) > largestExponent) throw new RangeError('A number is too large or too small.')
  return number
}

function shortened(number: Big): Big {
  if (number.e > largestExponent || number.e < -largestExponent)
    throw new RangeError('A number is too large or too small.')
  return number.prec(mostDigits, Big.roundHalfUp)
}

const toBig = (value: Big | bigint): Big => (typeof value === 'bigint' ? kept(new Big(value.toString())) : value)

const arithmetic = {
  '+': (one: Big, other: Big) => one.plus(other),
  '-': (one: Big, other: Big) => one.minus(other),
  '*': (one: Big, other: Big) => one.times(other),
  '/': (one: Big, other: Big) => one.div(other),
  '%': (one: Big, other: Big) => one.mod(other),
} as const

const comparison = {
  '<': (one: Big, other: Big) => one.lt(other),
  '<=': (one: Big, other: Big) => one.lte(other),
  '>': (one: Big, other: Big) => one.gt(other),
  '>=': (one: Big, other: Big) => one.gte(other),
} as const

const literalShape = /^-?\d{1,15}(\.\d{1,12})?$/

function dec(text: string): Big {
  if (!literalShape.test(text)) throw new RangeError('dec() takes a decimal such as dec("0.82").')
  return new Big(text)
}

function stepsOf(number: Big, step: Big, rounding: 0 | 1 | 3): Big {
  if (step.lte(0)) throw new RangeError('A step must be above zero.')
  const steps = number.div(step)
  // Rounding up means towards the larger number, so a negative number is truncated.
  const mode = rounding === 3 && steps.lt(0) ? 0 : rounding === 0 && steps.lt(0) ? 3 : rounding
  return kept(steps.round(0, mode).times(step))
}

const dateShape = /^\d{4}-\d{2}-\d{2}$/

function daysBetween(from: string, to: string): Big {
  const [start, end] = [from, to].map((date) => (dateShape.test(date) ? Date.parse(`${date}T00:00:00Z`) : Number.NaN))
  const days = (end! - start!) / 86_400_000
  if (!Number.isInteger(days)) throw new RangeError('days_between() takes two dates.')
  return new Big(days)
}

const mixed = [
  ['decimal', 'decimal'],
  ['decimal', 'int'],
  ['int', 'decimal'],
] as const

/** Formula language: facts by group, exact decimals, seven functions. */
export const formulaEnvironment = createEnvironment()

function createEnvironment(): Environment {
  const env = new Environment({
    limits: {
      maxAstNodes: formulaLimits.nodes,
      maxDepth: formulaLimits.depth,
      maxListElements: 100,
      maxMapEntries: 0,
      maxCallArguments: 5,
    },
  })
  env.registerType('decimal', Big)
  registerFacts(env)
  registerOperators(env)
  registerFunctions(env)
  return env
}

function registerFacts(env: Environment): void {
  const groups = new Map<string, Record<string, string>>()
  for (const { name, type } of factTable) {
    const [group, member, rest] = name.split('.')
    if (member === undefined) env.registerVariable(group!, celTypes[type])
    else
      groups.set(group!, { ...groups.get(group!), [member]: rest ? `map<string, ${celTypes[type]}>` : celTypes[type] })
  }
  for (const [name, schema] of groups) env.registerVariable({ name, schema })
}

function registerOperators(env: Environment): void {
  for (const [left, right] of mixed) {
    for (const [sign, work] of Object.entries(arithmetic)) {
      env.registerOperator(`${left} ${sign} ${right}`, (one, other) => kept(work(toBig(one), toBig(other))))
    }
    for (const [sign, work] of Object.entries(comparison)) {
      env.registerOperator(`${left} ${sign} ${right}`, (one, other) => work(toBig(one), toBig(other)))
    }
  }
  env.registerOperator('decimal == decimal', (one: Big, other: Big) => one.eq(other))
  env.registerOperator('decimal == int', (one: Big, other: bigint) => one.eq(toBig(other)))
  env.registerOperator('-decimal', (one: Big) => one.neg())
}

function registerFunctions(env: Environment): void {
  env.registerFunction('dec(string): decimal', dec)
  env.registerFunction('days_between(string, string): decimal', daysBetween)
  const rounding = { ceil_to: 3, floor_to: 0, round_to: 1 } as const
  const extreme = {
    min: (one: Big, other: Big) => one.lt(other),
    max: (one: Big, other: Big) => one.gt(other),
  } as const
  for (const [left, right] of mixed) {
    for (const [name, mode] of Object.entries(rounding)) {
      env.registerFunction(`${name}(${left}, ${right}): decimal`, (one, other) =>
        stepsOf(toBig(one), toBig(other), mode),
      )
    }
    for (const [name, isBetter] of Object.entries(extreme)) {
      env.registerFunction(`${name}(${left}, ${right}): decimal`, (one, other) =>
        isBetter(toBig(one), toBig(other)) ? toBig(one) : toBig(other),
      )
    }
  }
  for (const [name, isBetter] of Object.entries(extreme)) {
    const best = (...all: Big[]) => all.reduce((one, other) => (isBetter(one, other) ? one : other))
    for (const count of [3, 4, 5]) {
      env.registerFunction(`${name}(${Array(count).fill('decimal').join(', ')}): decimal`, best)
    }
  }
}
