import { expect, test } from 'vitest'
import { CommitUnknown } from '../db/failure.ts'
import { toProblem } from './render-problem.ts'

const raised = (code: string) => Object.assign(new Error('raised'), { code })

test.each(['40001', '40P01', '55P03', '57014', '57P01', '53300'])(
  'a database that is away or too busy is answered with 503 and not as a fault of ours: %s',
  (code) => {
    expect(toProblem(raised(code))).toMatchObject({ status: 503, code: 'unavailable' })
  },
)

test('a commit whose outcome is unknown says so', () => {
  expect(toProblem(new CommitUnknown('lost'))).toMatchObject({ status: 503, code: 'outcome_unknown' })
})

test.each(['23505', '22P02'])('anything else the database raises is a fault of ours: %s', (code) => {
  expect(toProblem(raised(code))).toMatchObject({ status: 500, code: 'internal_error' })
})
