import { afterEach, expect, test } from 'vitest'
import { dayOf, instantOf } from './day-input.ts'
import { setHomeZone } from './home-zone.ts'
import { clockText, whenText } from './when.tsx'

afterEach(() => setHomeZone(undefined))

const date = new Date('2026-11-25T04:00:00Z')

test('an instant is shown in the time of the organisation, and at a place in local time', () => {
  setHomeZone('Europe/Brussels')
  expect(whenText(date, 'en-GB')).toMatch(/^Wed 25 Nov( 2026)? 05:00$/)
  expect(whenText(date, 'en-GB', false, 'Europe/Lisbon')).toMatch(/^Wed 25 Nov( 2026)? 04:00$/)
  expect(whenText(date, 'en-GB', true, 'America/New_York')).toMatch(/^Tue 24 Nov/)
  expect(clockText(date, 'en-GB', 'Asia/Tokyo')).toBe('13:00')
})

test('German writes the month as a number', () => {
  setHomeZone('Europe/Brussels')
  expect(whenText(date, 'de-DE')).toMatch(/^Mi\.? 25\.11\.(2026)? 05:00$/)
  expect(whenText(date, 'fr-FR')).toMatch(/^mer\. 25 nov\./)
})

test('a typed time is read in the time zone in which it is shown', () => {
  setHomeZone('Asia/Tokyo')
  expect(dayOf('2026-11-25T16:00:00Z')).toBe('2026-11-26')
  expect(instantOf('2026-11-25T13:00')).toBe('2026-11-25T04:00:00Z')
  expect(instantOf('2026-11-26')).toBe('2026-11-25T15:00:00Z')
  expect([instantOf(''), instantOf('soon')]).toEqual([null, null])
})
