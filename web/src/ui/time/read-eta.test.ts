import { expect, test } from 'vitest'
import { readEta } from './read-eta.ts'

const now = Date.parse('2026-11-30T21:30:00Z')
const reading = { today: '2026-11-30', language: 'en' } as const

test('a time alone is the next such time at the place', () => {
  expect(readEta('2340', now, 'Europe/Brussels', reading)).toBe('2026-11-30T22:40:00Z')
  expect(readEta('23u40', now, 'Europe/Lisbon', reading)).toBe('2026-11-30T23:40:00Z')
  expect(readEta('6:15', now, 'Europe/Brussels', reading)).toBe('2026-12-01T05:15:00Z')
})

test('a day with a time is read in the usual formats, and anything else is refused', () => {
  expect(readEta('2/12 8:00', now, 'Europe/Brussels', reading)).toMatch(/^2026-12-02T/)
  expect(readEta('soon', now, 'Europe/Brussels', reading)).toBeUndefined()
  expect(readEta('', now, 'Europe/Brussels', reading)).toBeUndefined()
})
