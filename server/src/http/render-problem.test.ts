import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { CommitUnknown } from '../db/failure.ts'
import { errorItem, Problem } from './problem.ts'
import { spokenIssues, toProblem, validationProblem } from './render-problem.ts'

const raised = (code: string) => Object.assign(new Error('raised'), { code })

test.each(['40001', '40P01', '55P03', '57014', '57P01', '53300'])(
  'a database that is away or too busy is answered with 503 and not as a fault of ours: %s',
  (code) => {
    expect(toProblem(raised(code))).toMatchObject({ status: 503, code: 'unavailable' })
  },
)

test('ERR-1: the message says what is wrong with the first member, unless it has a sentence of its own', () => {
  const errors = [errorItem('to', 'must not be before from', 'to'), errorItem('from', 'is required', 'from')]
  expect(new Problem('validation_failed', { errors }).message).toBe('to: must not be before from')
  expect(new Problem('validation_failed', { errors, message: 'Send two days.' }).message).toBe('Send two days.')
  const whole = [errorItem('', 'is too long', 'length')]
  expect(new Problem('validation_failed', { errors: whole }).message).toMatch(/^The request is not valid/)
})

test('a commit whose outcome is unknown says so', () => {
  expect(toProblem(new CommitUnknown('lost'))).toMatchObject({ status: 503, code: 'outcome_unknown' })
})

test.each(['23505', '22P02'])('anything else the database raises is a fault of ours: %s', (code) => {
  expect(toProblem(raised(code))).toMatchObject({ status: 500, code: 'internal_error' })
})

describe('ERR-1: a value that may be one of several things', () => {
  const complaints = (schema: z.ZodType, value: unknown) =>
    validationProblem(schema.safeParse(value, { error: spokenIssues }).error!.issues).errors!.map(
      ({ path, message }) => `${path} ${message}`,
    )
  const code = z.union([z.string().max(3), z.object({ value: z.string(), unit: z.string() })])
  const scan = z.object({ codes: z.array(code) })

  test('is judged as what it comes nearest to', () => {
    expect(complaints(scan, { codes: ['abc', { value: 4 }] })).toEqual([
      'codes.1.value must be text',
      'codes.1.unit is required',
    ])
    expect(complaints(scan, { codes: ['abcd'] })).toEqual(['codes.0 must have at most 3 characters'])
  })

  test('names all that it may be when it is none of them', () => {
    expect(complaints(scan, { codes: [7] })).toEqual(['codes.0 must be text, or must be an object'])
    expect(complaints(z.union([z.object({ inner: code }), z.number()]), { inner: true })).toEqual([
      'inner must be text, or must be an object',
    ])
  })

  test('names every kind when the member that says the kind is another', () => {
    const note = z.object({ type: z.literal('NOTE'), day: z.string() })
    const bill = z.object({ type: z.literal('BILL'), due: z.string() })
    for (const schema of [z.union([note, bill]), z.discriminatedUnion('type', [note, bill])]) {
      expect(complaints(schema, { type: 'LETTER' })).toEqual(['type must be one of NOTE, BILL'])
      expect(complaints(schema, { type: 'BILL' })).toEqual(['due is required'])
    }
    expect(complaints(z.discriminatedUnion('type', [note, bill]), {})).toEqual(['type is required'])
  })

  test('keeps the sentence that a schema has of its own', () => {
    const price = z.union([z.number(), z.boolean()], { error: 'must be a number, or false for none' })
    expect(complaints(z.object({ price }), { price: 'x' })).toEqual(['price must be a number, or false for none'])
  })
})
