import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decimal } from './money.rules.ts'
import {
  creditorReference,
  isCreditorReference,
  paymentCode,
  referenceDigits,
  structuredReference,
} from './references.rules.ts'

describe('REF-1: the Belgian structured reference', () => {
  test.each([
    ['0108068171', '+++010/8068/17183+++'],
    ['2600000123', '+++260/0000/12395+++'],
    ['0000000097', '+++000/0000/09797+++'],
  ])('of %s is %s', (digits, reference) => {
    expect(structuredReference(digits)).toBe(reference)
  })

  test('encodes the year, the range and the number', () => {
    expect(referenceDigits({ year: 2026, range: 0, counted: 123 })).toBe('2600000123')
    expect(referenceDigits({ year: 2026, range: 3, counted: 9_999_999 })).toBe('2639999999')
    expect(referenceDigits({ year: 2026, range: 10, counted: 1 })).toBeUndefined()
    expect(referenceDigits({ year: 2026, range: 0, counted: 10_000_000 })).toBeUndefined()
  })

  test('has two check digits from 01 to 97, and refuses anything but ten digits', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 9_999_999_999 }), (number) => {
        const digits = String(number).padStart(10, '0')
        const text = structuredReference(digits).replaceAll(/\D/g, '')
        expect(text.slice(0, 10)).toBe(digits)
        expect([Number(text.slice(10)) % 97, text.slice(10) === '00']).toEqual([number % 97, false])
      }),
    )
    expect(() => structuredReference('123')).toThrow(RangeError)
  })
})

describe('REF-2: the creditor reference', () => {
  test.each([
    ['539007547034', 'RF18539007547034'],
    ['2026000123', 'RF462026000123'],
    ['2026-000/123', 'RF462026000123'],
  ])('of %s is %s', (text, reference) => {
    expect(creditorReference(text)).toBe(reference)
  })

  test('can be checked, and one wrong digit is detected', () => {
    const textOf = (characters: string) =>
      fc.string({ unit: fc.constantFrom(...characters), minLength: 1, maxLength: 21 })
    fc.assert(
      fc.property(textOf('ABCXYZ0123456789'), (given) => {
        expect(isCreditorReference(creditorReference(given))).toBe(true)
      }),
    )
    fc.assert(
      fc.property(textOf('0123456789'), fc.nat(), (given, at) => {
        const reference = creditorReference(given)
        const place = 4 + (at % given.length)
        const other = reference[place] === '7' ? '8' : '7'
        expect(isCreditorReference(reference.slice(0, place) + other + reference.slice(place + 1))).toBe(false)
      }),
    )
  })

  test('has 1 to 21 letters and digits', () => {
    expect(() => creditorReference('---')).toThrow(RangeError)
    expect(() => creditorReference('1'.repeat(22))).toThrow(RangeError)
    expect(creditorReference('1'.repeat(21))).toHaveLength(25)
  })
})

describe('REF-3: the payment code', () => {
  const redCross = { name: 'Red Cross', iban: 'BE72 0000 0000 1616', bic: 'BPOTBEB1', currency: 'EUR' }
  const lines = (amount: string, more: object = {}) =>
    paymentCode({ ...redCross, amount: decimal(amount), ...more })?.split('\n')

  test('has the format of the European Payments Council', () => {
    expect(lines('296.75', { text: 'Urgency fund' })).toEqual([
      ...['BCD', '002', '1', 'SCT', 'BPOTBEB1', 'Red Cross', 'BE72000000001616', 'EUR296.75', '', '', 'Urgency fund'],
    ])
    expect(lines('1', { reference: 'RF18539007547034', bic: undefined })).toEqual([
      ...['BCD', '002', '1', 'SCT', '', 'Red Cross', 'BE72000000001616', 'EUR1.00', '', 'RF18539007547034'],
    ])
  })

  test('carries either a reference or a text, and nothing after the last line', () => {
    expect(() => lines('1', { reference: 'RF18539007547034', text: 'both' })).toThrow(RangeError)
    expect(lines('5')?.at(-1)).toBe('EUR5.00')
  })

  test('is for euros from 0.01 to 999,999,999.99', () => {
    expect(lines('0.01')).toContain('EUR0.01')
    expect(lines('999999999.99')).toContain('EUR999999999.99')
    expect([lines('0'), lines('1000000000'), lines('5', { currency: 'GBP' })]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
  })

  test('cuts names at 70 and texts at 140 characters, on one line each, and stays within 331 bytes', () => {
    const long = lines('1', { name: 'n'.repeat(90), text: `two\nlines ${'t'.repeat(200)}` })!
    expect([long[5]!.length, long[10]!.length, long.length]).toEqual([70, 140, 11])
    expect(lines('1', { name: 'ñ'.repeat(70), text: 'ü'.repeat(140) })).toBeUndefined()
  })
})
