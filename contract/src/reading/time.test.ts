import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isOverNight, readTime, readWindow, windowText } from './time.ts'

test('times as people type them', () => {
  expect(['930', '9', '0930', '9:30', '9.30', '9h30', '17', '2359'].map(readTime)).toEqual([
    '09:30',
    '09:00',
    '09:30',
    '09:30',
    '09:30',
    '09:30',
    '17:00',
    '23:59',
  ])
  expect(['24', '2400', '960', 'x', '', '12345'].map(readTime)).toEqual(Array(6).fill(undefined))
})

test('windows: both ends, one end, or none', () => {
  expect(readWindow('8-12')).toEqual({ start_time: '08:00', end_time: '12:00' })
  expect(readWindow('830 - 17:15')).toEqual({ start_time: '08:30', end_time: '17:15' })
  expect(readWindow('930')).toEqual({ start_time: '09:30' })
  expect(readWindow('-17')).toEqual({ end_time: '17:00' })
  expect(readWindow(' ')).toEqual({})
  expect(['8-x', '8-9-10', 'x', '25-6'].map(readWindow)).toEqual(Array(4).fill(undefined))
})

test('a window that ends before it begins is one over midnight, and 24 is the end of the day', () => {
  const night = { start_time: '22:00', end_time: '06:00' }
  expect(['22-6', '22h-6h', '2200-0600', 'van 22 tot 6', 'von 22 bis 6 Uhr'].map(readWindow)).toEqual(
    Array(5).fill(night),
  )
  expect(isOverNight(night)).toBe(true)
  expect(isOverNight({ start_time: '8:00', end_time: '12:00' })).toBe(false)
  expect(isOverNight({ start_time: null, end_time: '06:00' })).toBe(false)
  const late = { start_time: '18:00', end_time: '23:59' }
  expect(['18-24', '18:00-24:00', '1800-2400', '18h-24h'].map(readWindow)).toEqual(Array(4).fill(late))
  expect(readWindow('bis 24 Uhr')).toEqual({ end_time: '23:59' })
  expect(readWindow('24-6')).toBeUndefined()
})

test('a displayed window reads back as the same window', () => {
  for (const window of [
    {},
    { start_time: '09:30' },
    { end_time: '17:00' },
    { start_time: '08:00', end_time: '12:00' },
  ]) {
    expect(readWindow(windowText(window))).toEqual(window)
  }
})

test('times as they are written in Dutch, French and German', () => {
  expect(['8u30', '8 u 30', '8h30', '8 h', '8.30', '0830', '8 uur', '8 Uhr', '8u', '08:30:00'].map(readTime)).toEqual([
    '08:30',
    '08:30',
    '08:30',
    '08:00',
    '08:30',
    '08:30',
    '08:00',
    '08:00',
    '08:00',
    '08:30',
  ])
})

test('windows written in words', () => {
  expect(['from 8', 'vanaf 8u30', 'na 14', 'ab 9 Uhr', 'dès 7h'].map(readWindow)).toEqual([
    { start_time: '08:00' },
    { start_time: '08:30' },
    { start_time: '14:00' },
    { start_time: '09:00' },
    { start_time: '07:00' },
  ])
  expect(['before 12', 'voor 12', 'tot 17u', 'bis 16:30', 'avant 11h30'].map(readWindow)).toEqual([
    { end_time: '12:00' },
    { end_time: '12:00' },
    { end_time: '17:00' },
    { end_time: '16:30' },
    { end_time: '11:30' },
  ])
  expect(['van 8 tot 12', 'von 8 bis 12 Uhr', '8h à 12h', 'from 8 to 12', '08:00-12:00'].map(readWindow)).toEqual(
    Array(5).fill({ start_time: '08:00', end_time: '12:00' }),
  )
})

test('a displayed time reads back as the same time in each language', () => {
  const minutes = fc.integer({ min: 0, max: 1439 })
  fc.assert(
    fc.property(minutes, fc.constantFrom('en-GB', 'nl-NL', 'fr-FR', 'de-DE'), (minute, locale) => {
      const at = new Date(minute * 60_000)
      const text = new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit', timeZone: 'UTC' }).format(at)
      expect(readTime(text)).toBe(at.toISOString().slice(11, 16))
    }),
  )
})
