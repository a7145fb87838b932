import fc from 'fast-check'
import { expect, test } from 'vitest'
import { relativeTime, utcTime } from './time-text.ts'

const now = new Date('2026-11-29T12:00:00Z')

function before(seconds: number): Date {
  return new Date(now.getTime() - seconds * 1000)
}

test.each([
  [0, 'now'],
  [4, 'now'],
  [5, '5 s ago'],
  [59, '59 s ago'],
  [60, '1 min ago'],
  [3599, '59 min ago'],
  [3600, '1 h ago'],
  [86_399, '23 h ago'],
  [86_400, '1 d ago'],
  [604_799, '6 d ago'],
  [604_800, '22 Nov'],
  [31_536_000, '29 Nov 2025'],
])('an instant %d seconds ago reads as %s', (seconds, labels) => {
  expect(relativeTime(before(seconds), now, 'en', 'en-GB')).toBe(labels)
})

test('an instant slightly ahead of this clock counts as now', () => {
  expect(relativeTime(before(-30), now)).toBe('now')
})

test('an instant well ahead of this clock is written out instead of pretending to be past', () => {
  expect(relativeTime(before(-3600), now)).toBe('2026-11-29 13:00:00 UTC')
})

test('no instant reads as a negative or fractional time', () => {
  const seconds = fc.integer({ min: -10_000_000, max: 10_000_000 })
  fc.assert(
    fc.property(
      seconds,
      (offset) => !/-\d|\d\.\d/.test(relativeTime(before(offset), now).replace(/\d{4}-\d\d-\d\d/, '')),
    ),
  )
})

test('TIME-1: absolute times are UTC with second precision', () => {
  expect(utcTime(new Date('2026-03-29T01:30:05.999Z'))).toBe('2026-03-29 01:30:05 UTC')
})
