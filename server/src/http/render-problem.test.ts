import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { CommitUnknown } from '../db/failure.ts'
import { errorItem, Problem } from './problem.ts'
import { spokenIssues, toProblem, validationProblem } from './render-problem.ts'

const raised = (code: string) => Object.assign(new Error('raised'), { code })

test.each(['40001', '40P01', '55P03', '57014', '57P01', '53300'])(
  'a database that is unavailable or too busy is answered with 503 and not as an internal error: %s',
  (code) => {
    expect(toProblem(raised(code))).toMatchObject({ status: 503, code: 'unavailable' })
  },
)

test('ERR-1: the message describes the error of the first member, unless it has its own text', () => {
  const errors = [errorItem('to', 'must not be before from', 'to'), errorItem('from', 'is required', 'from')]
  expect(new Problem('validation_failed', { errors }).message).toBe('to: must not be before from')
  expect(new Problem('validation_failed', { errors, message: 'Send two days.' }).message).toBe('Send two days.')
  const whole = [errorItem('', 'is too long', 'length')]
  expect(new Problem('validation_failed', { errors: whole }).message).toMatch(/^The request is not valid/)
})

test('an unknown commit outcome is reported as such', () => {
  expect(toProblem(new CommitUnknown('lost'))).toMatchObject({ status: 503, code: 'outcome_unknown' })
})

test.each(['23505', '22P02'])('any other database error is an internal error: %s', (code) => {
  expect(toProblem(raised(code))).toMatchObject({ status: 500, code: 'internal_error' })
})

describe('ERR-1: a value with several alternatives', () => {
  const complaints = (schema: z.ZodType, value: unknown) =>
    validationProblem(schema.safeParse(value, { error: spokenIssues }).error!.issues).errors!.map(
      ({ path, message }) => `${path} ${message}`,
    )
  const code = z.union([z.string().max(3), z.object({ value: z.string(), unit: z.string() })])
  const scan = z.object({ codes: z.array(code) })

  test('is judged by the closest alternative', () => {
    expect(complaints(scan, { codes: ['abc', { value: 4 }] })).toEqual([
      'codes.1.value must be text',
      'codes.1.unit is required',
    ])
    expect(complaints(scan, { codes: ['abcd'] })).toEqual(['codes.0 must have at most 3 characters'])
  })

  test('lists all alternatives when it matches none of them', () => {
    expect(complaints(scan, { codes: [7] })).toEqual(['codes.0 must be text, or must be an object'])
    expect(complaints(z.union([z.object({ inner: code }), z.number()]), { inner: true })).toEqual([
      'inner must be text, or must be an object',
    ])
  })

  test('lists every kind when its kind is unknown', () => {
    const note = z.object({ type: z.literal('NOTE'), day: z.string() })
    const bill = z.object({ type: z.literal('BILL'), due: z.string() })
    for (const schema of [z.union([note, bill]), z.discriminatedUnion('type', [note, bill])]) {
      expect(complaints(schema, { type: 'LETTER' })).toEqual(['type must be one of NOTE, BILL'])
      expect(complaints(schema, { type: 'BILL' })).toEqual(['due is required'])
    }
    expect(complaints(z.discriminatedUnion('type', [note, bill]), {})).toEqual(['type is required'])
  })

  test('keeps the custom message of a schema', () => {
    const price = z.union([z.number(), z.boolean()], { error: 'must be a number, or false for none' })
    expect(complaints(z.object({ price }), { price: 'x' })).toEqual(['price must be a number, or false for none'])
  })
})
