import { expect, test } from 'vitest'
import { formatInstant, LenientInstant, LocalDate, parseInstant } from './scalars.ts'

test.each([
  ['2025-01-01T00:00:00Z', '2025-01-01T00:00:00Z'],
  ['2025-01-01T00:00:00', '2025-01-01T00:00:00Z'],
  ['2025-01-01 00:00:00+00:00', '2025-01-01T00:00:00Z'],
  ['2025-01-01T00:30:00.999+0200', '2024-12-31T22:30:00Z'],
  ['2024-02-29T23:59Z', '2024-02-29T23:59:00Z'],
  ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00Z'],
  ['9999-12-31T23:59:59Z', '9999-12-31T23:59:59Z'],
])('CLIENT-16: the instant %s is read', (text, canonical) => {
  expect(formatInstant(parseInstant(text)!)).toBe(canonical)
})

test.each([
  '2025-02-30T00:00:00Z',
  '2025-02-29T00:00:00Z',
  '2025-01-01T24:00:00Z',
  '2025-01-01T00:00:00+99:00',
  '0000-01-01T00:00:00Z',
  '0001-01-01T00:00:00+14:00',
  '9999-12-31T23:59:59-14:00',
])('TIME-1: %s is rejected as an instant, not read as another one', (text) => {
  expect(parseInstant(text)).toBeUndefined()
  expect(LenientInstant.safeParse(text).success).toBe(false)
})

test('TIME-1: a date lies in the years 1 to 9999', () => {
  expect(LocalDate.safeParse('0000-01-01').success).toBe(false)
  for (const date of ['0001-01-01', '2024-02-29', '9999-12-31']) expect(LocalDate.parse(date)).toBe(date)
})
