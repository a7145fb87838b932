import type { ReplayedPrice } from '@cartage/contract/charges/app/replay'
import { expect, test } from 'vitest'
import { byDifference, changesOfResult, totalsOf } from './totals.ts'

const outcome = (total: string | null) => {
  const result = total === null ? ('NO_CARD' as const) : ('COMPLETE' as const)
  return { result, total, currency: total === null ? null : 'EUR', card: null, message: '' }
}
const priced = (name: string, before: string | null, after: string | null, difference: string | null) => {
  return {
    id: name,
    name,
    company_name: null,
    day: '2026-01-01',
    before: outcome(before),
    after: outcome(after),
    difference,
  }
}
const items: ReplayedPrice[] = [
  priced('same', '10.00', '10.00', '0.00'),
  priced('less', '100.10', '79.905', '-20.195'),
  priced('more', '0.20', '5.30', '5.10'),
  priced('lost', '7.00', null, null),
  priced('never', null, null, null),
]

test('sums are exact and exclude orders without a price on one side', () => {
  expect(totalsOf(items)).toEqual([{ currency: 'EUR', before: '110.30', after: '95.205', difference: '-15.095' }])
  expect(totalsOf([])).toEqual([])
})

test('orders that lose their price come first, then the largest difference', () => {
  expect(byDifference(items).map(({ name }) => name)).toEqual(['lost', 'less', 'more', 'same', 'never'])
  expect(changesOfResult(items)).toEqual({ lost: 1, gained: 0 })
})
