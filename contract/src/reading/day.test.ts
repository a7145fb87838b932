import fc from 'fast-check'
import { expect, test } from 'vitest'
import { missingDay, readDay } from './day.ts'

/** A Saturday. */
const today = '2026-11-21'
const read = (texts: string[], locale = 'en-GB') => texts.map((text) => readDay(text, today, locale))

test('a day without a year is the next such day, or a recent past one', () => {
  expect(read(['25-11', '25/11', '25.11', '2511', '1-10', '1-9', '5/1'])).toEqual([
    '2026-11-25',
    '2026-11-25',
    '2026-11-25',
    '2026-11-25',
    '2026-10-01',
    '2027-09-01',
    '2027-01-05',
  ])
})

test('a day of the month alone is in this month or the next month that has it', () => {
  expect(read(['21', '25', '3', '31', '32', '0'])).toEqual([
    '2026-11-21',
    '2026-11-25',
    '2026-12-03',
    '2026-12-31',
    undefined,
    undefined,
  ])
})

test('days with a year', () => {
  expect(read(['25-11-2027', '25/11/27', '251127', '2027-11-25', '29-2-2027', '31-4-26'])).toEqual([
    '2027-11-25',
    '2027-11-25',
    '2027-11-25',
    '2027-11-25',
    undefined,
    undefined,
  ])
  expect(read(['29-2'])).toEqual(['2028-02-29'])
})

test('days as other systems and spreadsheet programs write them, in any of the four languages', () => {
  const texts = [
    '20261125',
    '2026/11/25',
    '2026.11.25',
    '25-Nov-26',
    '25-nov-2026',
    'Nov 25, 2026',
    '25th November 2026',
  ]
  expect(read(texts)).toEqual(Array(texts.length).fill('2026-11-25'))
  const months = ['3-mrt-27', '3-mrz-27', '3-Mär-27', '3 mars 27', '3-Mar-27', 'Mar 3, 2027', '2027-Mar-03']
  expect(read(months)).toEqual(Array(months.length).fill('2027-03-03'))
  expect(read(['1-févr-27', '1-fevr.-27', '1-déc-26', '1-Dez-26', '1-okt-26', '1-mei-27', '1-août-27'])).toEqual([
    '2027-02-01',
    '2027-02-01',
    '2026-12-01',
    '2026-12-01',
    '2026-10-01',
    '2027-05-01',
    '2027-08-01',
  ])
  // Eight digits without a leading year start with day and month.
  expect(read(['25112026', '20122026', '20261325', '20260231'])).toEqual([
    '2026-11-25',
    '2026-12-20',
    undefined,
    undefined,
  ])
})

test('relative words and offsets', () => {
  expect(read(['today', 'Tomorrow', 'morgen', 'demain', '+2', '-1', '+10'])).toEqual([
    '2026-11-21',
    '2026-11-22',
    '2026-11-22',
    '2026-11-22',
    '2026-11-23',
    '2026-11-20',
    '2026-12-01',
  ])
})

test('a weekday is the next one after today, in any of the four languages', () => {
  expect(read(['wed', 'Sunday', 'sat', 'woensdag', 'mercredi', 'Mittwoch', 'do.'])).toEqual([
    '2026-11-25',
    '2026-11-22',
    '2026-11-28',
    '2026-11-25',
    '2026-11-25',
    '2026-11-25',
    '2026-11-26',
  ])
})

test('ambiguous abbreviations mean the day in the displayed language', () => {
  expect([readDay('di', today, 'nl-NL'), readDay('di', today, 'fr-FR')]).toEqual(['2026-11-24', '2026-11-22'])
  expect([readDay('ma', today, 'nl-NL'), readDay('ma', today, 'fr-FR')]).toEqual(['2026-11-23', '2026-11-24'])
})

test('other text is not a day', () => {
  expect(read(['', 'x', 'soon', '25-13', '1-2-3-4', '+9999', 'constructor'])).toEqual(Array(7).fill(undefined))
})

test('a formatted day reads back as the same day in each language', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 36_000 }),
      fc.constantFrom('en-GB', 'nl-NL', 'fr-FR', 'de-DE'),
      (at, locale) => {
        const day = new Date(at * 86_400_000).toISOString().slice(0, 10)
        const text = new Intl.DateTimeFormat(locale, { dateStyle: 'short', timeZone: 'UTC' }).format(new Date(day))
        const long = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(day))
        const full = new Intl.DateTimeFormat(locale, { timeZone: 'UTC' }).format(new Date(day))
        expect([readDay(full, today, locale), readDay(long, today, locale)]).toEqual([day, day])
        // Two-digit years belong to this century.
        if (day >= '2000' && day < '2100') expect(readDay(text, today, locale)).toBe(day)
      },
    ),
  )
})

test('days with a month name, a weekday before or a time after', () => {
  expect(
    read(['25 nov', '25 November 2026', '25. Nov. 2026', 'wed 25 nov', 'Mi., 25.11.', '25-11-2026 00:00']),
  ).toEqual(Array(6).fill('2026-11-25'))
  expect(read(['25 nov. 2026', 'mercredi 25 novembre', '2026-11-25T08:30:00'], 'fr-FR')).toEqual(
    Array(3).fill('2026-11-25'),
  )
})

test.each([
  ['31-02-2027', 'en-GB', '31 February'],
  ['31/4', 'en-GB', '31 April'],
  ['29.02.2027', 'de-DE', '29. Februar 2027'],
  ['31-02-2027', 'nl-BE', '31 februari'],
  ['29-2', 'en-GB', undefined],
  ['25-13-2026', 'en-GB', undefined],
  ['soon', 'en-GB', undefined],
])('%s in %s is a day that does not exist: %s', (text, locale, words) => {
  expect(missingDay(text, locale)).toBe(words)
})
