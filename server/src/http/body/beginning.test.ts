import { expect, test } from 'vitest'
import { z } from 'zod'
import { spokenIssues, validationProblem } from '../render-problem.ts'
import { earlyIssues } from './beginning.ts'

const entry = z.object({ name: z.string(), kind: z.union([z.object({ a: z.number() }), z.object({ b: z.string() })]) })
const schema = z.object({
  before: z.string().optional(),
  items: z.array(entry).max(20_000),
  after: z.boolean().optional(),
})
const sound = { name: 'one', kind: { a: 1 } }
const wrong = { name: 1, kind: { a: 'one' } }

const errorsOf = (body: unknown, reader: z.ZodType = schema) =>
  validationProblem(reader.safeParse(body, { error: spokenIssues }).error!.issues).errors
const many = (count: number, of: unknown) => Array.from({ length: count }, () => of)

test('LIMIT-22: a long list of wrong entries is refused after its beginning, with the errors of the whole', () => {
  for (const [reader, body] of [
    [schema, { items: many(3_000, wrong), after: 'not even' }],
    [schema, { before: 'x', items: [...many(900, sound), ...many(3_000, wrong)] }],
    [z.array(entry), many(1_001, wrong)],
  ] as const) {
    const early = earlyIssues(reader, body)
    expect(early).toHaveLength(100)
    expect(validationProblem(early!).errors).toEqual(errorsOf(body, reader))
  }
})

test('LIMIT-22: the whole list is checked when the beginning does not fill the response', () => {
  for (const body of [
    { items: many(3_000, sound) },
    { items: many(1_000, wrong) },
    { items: [...many(40, wrong), ...many(3_000, sound)] },
    { items: [...many(1_000, sound), ...many(3_000, wrong)] },
    { before: 1, items: many(3_000, wrong) },
    { others: many(3_000, wrong) },
    many(3_000, wrong),
    'text',
    null,
  ]) {
    expect(earlyIssues(schema, body)).toBeUndefined()
  }
})
