import { z } from 'zod'
import { LocalDate, LocalTime } from '../../scalars.ts'
import { Decimal } from './decimal.ts'
import { FactName, factOf, factOfType } from './facts.ts'

const text = z.string().min(1).max(200)

/** Days of the week, Monday first. */
export const weekdays = ['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY'] as const

/** Text of a formula; the server parses it. */
export const Formula = z.string().trim().min(1).max(1_000)

const one = (kind: 'IS' | 'IS_NOT', meaning: string) =>
  z.strictObject({
    kind: z.literal(kind).describe(meaning),
    fact: factOfType('text', 'flag', 'decimal', 'date').describe('The fact.'),
    value: z.union([text, z.boolean()]).describe('The value: a text, true or false, a decimal as text, or a date.'),
  })

const several = (kind: 'IN' | 'NOT_IN', meaning: string) =>
  z.strictObject({
    kind: z.literal(kind).describe(meaning),
    fact: factOfType('text').describe('The fact.'),
    values: z.array(text).min(1).max(500).describe('The values.'),
  })

const member = (kind: 'HAS' | 'HAS_NOT', meaning: string) =>
  z.strictObject({
    kind: z.literal(kind).describe(meaning),
    fact: factOfType('texts').describe('The fact.'),
    value: text.describe('The value.'),
  })

const bound = z.union([Decimal, LocalDate, LocalTime]).optional()

/** Condition on one fact, or a formula for anything more complex. */
export const Condition = z
  .discriminatedUnion('kind', [
    one('IS', 'The fact has this value.'),
    one('IS_NOT', 'The fact has another value, or none.'),
    several('IN', 'The fact has one of these values.'),
    several('NOT_IN', 'The fact has none of these values.'),
    z.strictObject({
      kind: z.literal('BETWEEN').describe('The number, date or time is between these.'),
      fact: factOfType('decimal', 'date', 'time').describe('The fact.'),
      from: bound.describe('At least this.'),
      above: bound.describe('More than this.'),
      to: bound.describe('At most this.'),
      below: bound.describe('Less than this.'),
    }),
    z.strictObject({
      kind: z.literal('PREFIX').describe('The text begins with one of these, such as a postal code.'),
      fact: factOfType('text').describe('The fact.'),
      prefixes: z.array(text).min(1).max(500).describe('The beginnings.'),
    }),
    z.strictObject({
      kind: z.literal('WEEKDAY').describe('The date is one of these days of the week.'),
      fact: factOfType('date').describe('The fact.'),
      days: z.array(z.enum(weekdays)).min(1).max(7).describe('Days of the week.'),
    }),
    member('HAS', 'The list of the fact has this value.'),
    member('HAS_NOT', 'The list of the fact lacks this value.'),
    z.strictObject({
      kind: z
        .literal('KNOWN')
        .describe('There is a value, whatever it is. An unknown fact does not make the line fail here.'),
      fact: FactName.describe('The fact.'),
    }),
    z.strictObject({
      kind: z.literal('FORMULA').describe('A formula that gives true or false, for what no other condition can say.'),
      formula: Formula.describe('The formula.'),
    }),
  ])
  .superRefine((condition, ctx) => {
    for (const message of faultsOf(condition)) ctx.addIssue({ code: 'custom', message })
  })
  .meta({ id: 'AppRateCondition' })

const shapes = { decimal: Decimal, date: LocalDate, time: LocalTime } as const
const boundNames = ['from', 'above', 'to', 'below'] as const

/** Errors of a condition across its members. */
function faultsOf(condition: Checked): string[] {
  if (condition.kind !== 'BETWEEN' && condition.kind !== 'IS' && condition.kind !== 'IS_NOT') return []
  const type = factOf(condition.fact)?.type
  if (condition.kind !== 'BETWEEN') {
    const shape = type === 'flag' ? z.boolean() : type === 'decimal' || type === 'date' ? shapes[type] : text
    return shape.safeParse(condition.value).success ? [] : [`value must fit the fact, which is of type ${type}`]
  }
  const given = boundNames.filter((name) => condition[name] !== undefined)
  if (given.length === 0) return ['needs at least one of from, above, to and below']
  if (condition.from !== undefined && condition.above !== undefined) return ['takes from or above, not both']
  if (condition.to !== undefined && condition.below !== undefined) return ['takes to or below, not both']
  const shape = type === 'decimal' || type === 'date' || type === 'time' ? shapes[type] : text
  return given
    .filter((name) => !shape.safeParse(condition[name]).success)
    .map((name) => `${name} must fit the fact, which is of type ${type}`)
}

type Bounds = { [name in (typeof boundNames)[number]]?: string | undefined }
type Checked =
  | ({ kind: 'BETWEEN'; fact: string } & Bounds)
  | { kind: 'IS' | 'IS_NOT'; fact: string; value: string | boolean }
  | { kind: 'IN' | 'NOT_IN' | 'PREFIX' | 'WEEKDAY' | 'HAS' | 'HAS_NOT' | 'KNOWN' | 'FORMULA' }

export type Condition = z.output<typeof Condition>
export type ClosedCondition = Exclude<Condition, { kind: 'FORMULA' }>

/** Conditions that must all hold. */
export const Conditions = z.array(Condition).max(30)
