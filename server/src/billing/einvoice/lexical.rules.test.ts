import { describe, expect, test } from 'vitest'
import { dayIn, decimalIn, jsonDecimalIn, truthIn } from './lexical.rules.ts'

describe('texts of electronic invoices', () => {
  test.each([
    ['640.', '640'],
    ['+64', '64'],
    ['.5', '0.5'],
    ['-.50', '-0.50'],
    ['007.50', '7.50'],
    ['-0.00', '0.00'],
    [' 12 ', '12'],
    ['12345678901234567890', '12345678901234567890'],
  ])('EINV-4: the decimal %s is %s', (text, wanted) => {
    expect(decimalIn(text)).toBe(wanted)
  })

  test.each(['', '.', '+', '1 000', '1,5', '21 %', '1e3', '0x10', 'NaN', 'INF', '--1', '9'.repeat(61)])(
    'EINV-4: %s is not a decimal',
    (text) => {
      expect(decimalIn(text)).toBeUndefined()
    },
  )

  test('EINV-4: numbers of JSON may have an exponent', () => {
    expect([jsonDecimalIn('1e+21'), jsonDecimalIn('5e-7'), jsonDecimalIn('12.50'), jsonDecimalIn('e')]).toEqual([
      ...['1000000000000000000000', '0.0000005', '12.50', undefined],
    ])
  })

  test.each([
    ['2026-11-15+01:00', '2026-11-15'],
    ['2026-11-15Z', '2026-11-15'],
    ['2026-11-15T23:30:00-08:00', '2026-11-15'],
    ['20261115', '2026-11-15'],
    ['202611151200', '2026-11-15'],
    ['2028-02-29', '2028-02-29'],
  ])('EINV-4: the day %s is %s', (text, wanted) => {
    expect(dayIn(text)).toBe(wanted)
  })

  test.each(['', 'zofort', '15.12.2026', '2026-02-30', '20261301', '2026-1-5', '2027-02-29'])(
    'EINV-4: %s is not a day',
    (text) => {
      expect(dayIn(text)).toBeUndefined()
    },
  )

  test('EINV-4: a boolean is written as a word or a digit', () => {
    expect(['true', '1', 'false', '0', 'yes', 'TRUE', ''].map(truthIn)).toEqual([
      ...[true, true, false, false, undefined, undefined, undefined],
    ])
  })
})
