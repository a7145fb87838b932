import fc from 'fast-check'
import { expect, test } from 'vitest'
import { tallyMembers } from './tallies.rules.ts'

const rows = [
  { direction: 'IN', result: 'OK', count: 5 },
  { direction: 'IN', result: 'REFUSED', count: 2 },
  { direction: 'OUT', result: 'OK', count: 3 },
]

test('each member is counted under the other filters and not its own', () => {
  expect(tallyMembers(['direction', 'result'], rows, { result: 'OK' })).toEqual({
    direction: { IN: 5, OUT: 3 },
    result: { OK: 8, REFUSED: 2 },
  })
})

test('without filters every member counts every row once', () => {
  const row = fc.record({
    direction: fc.constantFrom('IN', 'OUT'),
    result: fc.constantFrom('OK', 'ERRORS', 'FAILED'),
    count: fc.nat(1_000),
  })
  fc.assert(
    fc.property(fc.array(row), (given) => {
      const total = given.reduce((sum, one) => sum + one.count, 0)
      for (const tally of Object.values(tallyMembers<'direction' | 'result'>(['direction', 'result'], given, {}))) {
        expect(Object.values(tally).reduce((sum, count) => sum + count, 0)).toBe(total)
      }
    }),
  )
})
