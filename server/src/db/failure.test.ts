import { describe, expect, test } from 'vitest'
import { CommitUnknown, isRetryable, isUnavailable, sqlState } from './failure.ts'

const raised = (code: string, message = '') => Object.assign(new Error(message), { code })

describe('what an error of the database means', () => {
  test.each(['23505', '40P01', '57P01', 'XX001', '08006', 'P0001'])('%s is an SQLSTATE', (code) => {
    expect(sqlState(raised(code))).toBe(code)
  })

  test.each(['EPIPE', 'ECONNRESET', 'FST_ERR', 'ABCDE', ''])('%s is none, whatever it looks like', (code) => {
    expect(sqlState(raised(code))).toBeUndefined()
  })

  test.each([
    raised('EPIPE', 'write EPIPE'),
    raised('ECONNREFUSED'),
    raised('57P01'),
    raised('53300'),
    raised('08006'),
    new Error('timeout exceeded when trying to connect'),
    new Error('Connection terminated unexpectedly'),
    new CommitUnknown('lost'),
  ])('a database that is away or full can be tried again later: %s', (error) => {
    expect(isUnavailable(error)).toBe(true)
    expect(isRetryable(error)).toBe(true)
  })

  test.each([raised('40001'), raised('40P01'), raised('55P03')])('a lost race is run again: %s', (error) => {
    expect(isUnavailable(error)).toBe(false)
    expect(isRetryable(error)).toBe(true)
  })

  test.each([raised('23505'), raised('22P02'), new TypeError('x is not a function'), null, undefined, 'text'])(
    'a fault of ours is neither: %s',
    (error) => {
      expect(isUnavailable(error)).toBe(false)
      expect(isRetryable(error)).toBe(false)
    },
  )
})
