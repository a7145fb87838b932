import { afterEach, beforeEach, expect, test } from 'vitest'
import { setHomeZone } from './home-zone.ts'
import { momentText, readMoment } from './read-moment.ts'

const reading = { today: '2026-11-21', language: 'en-GB' }

beforeEach(() => setHomeZone('Europe/Brussels'))
afterEach(() => setHomeZone(undefined))

test.each([
  ['2026-11-25', '2026-11-24T23:00:00Z'],
  ['25/11 8:00', '2026-11-25T07:00:00Z'],
  ['tomorrow 8h30', '2026-11-22T07:30:00Z'],
  ['2026-11-25T08:00', '2026-11-25T07:00:00Z'],
  ['1-7-2027 8:00', '2027-07-01T06:00:00Z'],
  ['  ', null],
  ['soon', undefined],
  ['25-11 25:00', undefined],
])('%s is read in the time of the organisation', (text, instant) => {
  expect(readMoment(text, reading)).toBe(instant)
})

test('a last day counts as a whole, and one with a time ends at that time', () => {
  expect(readMoment('25-11', reading, true)).toBe('2026-11-25T23:00:00Z')
  expect(readMoment('25-11 8:00', reading, true)).toBe('2026-11-25T07:00:00Z')
})

test('a written-out time reads back as the same instant', () => {
  expect(momentText('2026-11-25T07:00:00Z')).toBe('2026-11-25 08:00')
  expect(readMoment(momentText('2026-11-25T07:00:00Z'), reading, true)).toBe('2026-11-25T07:00:00Z')
  expect(momentText(null)).toBe('')
})
