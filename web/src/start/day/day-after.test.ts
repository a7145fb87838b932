import { expect, test } from 'vitest'
import { instantAt } from '../../ui/time/zone.ts'
import { dayAfter } from './day-after.ts'

test.each([
  [2027, 1, 31, 1, '2027-02-01'],
  [2026, 12, 31, 1, '2027-01-01'],
  [2026, 3, 29, 1, '2026-03-30'],
  [2026, 10, 25, -7, '2026-10-18'],
])(
  'days after %i-%i-%i follow the calendar: over the end of a month or a year and clock changes',
  (year, month, day, later, date) => {
    expect(dayAfter(new Date(instantAt({ year, month, day })).toISOString(), later)).toBe(date)
  },
)
