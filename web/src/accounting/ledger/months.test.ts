import { expect, test } from 'vitest'
import { lastDayOf, monthsUntil } from './months.ts'

test('months continue over the turn of the year', () => {
  expect(monthsUntil('2026-02', 4)).toEqual(['2026-02', '2026-01', '2025-12', '2025-11'])
})

test('the last day of a month matches the calendar', () => {
  expect(lastDayOf('2026-02')).toBe('2026-02-28')
  expect(lastDayOf('2028-02')).toBe('2028-02-29')
  expect(lastDayOf('2026-12')).toBe('2026-12-31')
})
