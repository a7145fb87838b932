import { afterEach, beforeEach, expect, test } from 'vitest'
import { setHomeZone } from '../ui/time/home-zone.ts'
import { periodText } from './period-text.ts'

beforeEach(() => setHomeZone('Europe/Brussels'))
afterEach(() => setHomeZone(undefined))

const text = (from: string, to: string | null) => periodText(from, to, 'en-GB', 'unknown')

test('whole days are shown with their last day, which is not the midnight after it', () => {
  expect(text('2019-11-28T23:00:00Z', '2019-12-01T23:00:00Z')).toBe('Fri 29 Nov 2019 – Sun 1 Dec 2019')
  expect(text('2019-11-28T23:00:00Z', '2019-11-29T23:00:00Z')).toBe('Fri 29 Nov 2019')
  // Clocks go forward on the 31st, so it has 23 hours.
  expect(text('2019-03-30T23:00:00Z', '2019-03-31T22:00:00Z')).toBe('Sun 31 Mar 2019')
})

test('a part of a day is shown with its times, and one without an end is marked as such', () => {
  expect(text('2019-11-29T07:00:00Z', '2019-11-29T11:30:00Z')).toBe('Fri 29 Nov 2019 08:00 – 12:30')
  expect(text('2019-11-29T07:00:00Z', '2019-11-30T23:00:00Z')).toBe('Fri 29 Nov 2019 08:00 – Sun 1 Dec 2019 00:00')
  expect(text('2019-11-28T23:00:00Z', null)).toBe('Fri 29 Nov 2019 – unknown')
})
