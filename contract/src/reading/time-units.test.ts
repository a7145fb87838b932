import { expect, test } from 'vitest'
import { daysText, hoursText } from './time-units.ts'

test.each([
  ['en', '9 h 26', '3 d 4 h'],
  ['nl', '9 u 26', '3 d 4 u'],
  ['fr', '9 h 26', '3 j 4 h'],
  ['de', '9 h 26', '3 Tg. 4 h'],
  ['pl', '9 h 26', '3 d 4 h'],
])('durations in the language %s read %s and %s', (language, hours, days) => {
  expect(hoursText(language, 566)).toBe(hours)
  expect(daysText(language, 76)).toBe(days)
})

test('whole hours omit minutes, and whole days omit hours', () => {
  expect(hoursText('nl', 840)).toBe('14 u')
  expect(daysText('nl', 48)).toBe('2 d')
})
