import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { languageLocales, languages } from './languages.ts'
import { ambiguousNumber, numberText, readings, readNumber } from './number.ts'

const habits = languageLocales
const numbers = fc.oneof(
  fc.integer({ min: -99_999_999, max: 99_999_999 }),
  fc
    .tuple(fc.integer({ min: -9_999_999, max: 9_999_999 }), fc.integer({ min: 1, max: 6 }))
    .map(([digits, places]) => Number((digits / 10 ** places).toFixed(places))),
)

describe('numbers as people write them', () => {
  test('a point before three digits separates thousands in Dutch and German, and needs confirmation in English and French', () => {
    for (const language of ['nl', 'de', 'nl-NL', 'de-DE']) expect(readings('4.500', { language })).toEqual([4500])
    for (const language of ['en', 'fr', undefined]) expect(readings('4.500', { language })).toEqual([4.5, 4500])
    expect(readings('-4.500', { language: 'en' })).toEqual([-4.5, -4500])
  })

  test('a comma before three digits separates thousands in English, and needs confirmation elsewhere', () => {
    expect(readings('4,500', { language: 'en' })).toEqual([4500])
    for (const language of ['nl', 'fr', 'de', undefined]) expect(readings('4,500', { language })).toEqual([4.5, 4500])
  })

  test('a confirmed separator resolves ambiguity, and never changes an unambiguous number', () => {
    expect(readings('4.500', { decimal: '.' })).toEqual([4.5])
    expect(readings('4.500', { language: 'en', decimal: ',' })).toEqual([4500])
    expect(readings('12.5', { decimal: ',' })).toEqual([12.5])
  })

  test.each(languages)('unambiguous numbers are read without confirmation in %s', (language) => {
    const read = (texts: string[]) => texts.map((text) => readings(text, { language }))
    expect(read(['12,5', '12.5', '0.125', '0,125', '4500', '4 500', '4 500', "4'500,25"])).toEqual([
      [12.5],
      [12.5],
      [0.125],
      [0.125],
      [4500],
      [4500],
      [4500],
      [4500.25],
    ])
    expect(read(['1.200,5', '1,200.5', '1.200.000', '1,200,000', '4500.125', '-18', '−18', '+5', '12.50'])).toEqual([
      [1200.5],
      [1200.5],
      [1_200_000],
      [1_200_000],
      [4500.125],
      [-18],
      [-18],
      [5],
      [12.5],
    ])
  })

  test.each(languages)('text that is not a number is rejected in %s, and is not treated as empty', (language) => {
    for (const text of [
      'abc',
      '12 kg',
      '1.2.3',
      '1.200,5,5',
      '1 2',
      '5,',
      ',',
      '.',
      '-',
      '1e3',
      '12,34,567',
      '1.20,5',
    ]) {
      expect(readNumber(text, { language }), text).toEqual({ kind: 'unreadable' })
    }
    expect(readNumber('  ', { language })).toEqual({ kind: 'empty' })
  })

  test('the question shows both numbers', () => {
    expect(String(ambiguousNumber('4.500', [4.5, 4500], 'en'))).toBe('“4.500” could be 4.5 or 4500: please confirm.')
  })
})

describe('a written number reads back as the same number', () => {
  test('as typed in a field, in every language', () => {
    fc.assert(
      fc.property(numbers, fc.constantFrom(...languages), fc.constantFrom(...languages), (value, writer, reader) => {
        expect(readings(numberText(value, writer), { language: reader })).toEqual([value === 0 ? 0 : value])
      }),
    )
  })

  test('as displayed in a language, read in that language: the same number, or a question', () => {
    fc.assert(
      fc.property(numbers, fc.constantFrom(...languages), (value, language) => {
        const text = new Intl.NumberFormat(habits[language], { maximumFractionDigits: 6 }).format(value)
        const found: readonly number[] = readings(text, { language })
        expect(found).toContain(value === 0 ? 0 : value)
      }),
    )
  })
})

describe('no text is ever read as a number other than one of its readings', () => {
  const texts = fc
    .array(fc.constantFrom('0', '1', '2', '5', '9', '00', '500', '.', ',', ' ', "'", '-'), {
      minLength: 1,
      maxLength: 9,
    })
    .map((parts) => parts.join(''))

  test('in any language and with any confirmed separator', () => {
    fc.assert(
      fc.property(
        texts,
        fc.constantFrom(...languages, undefined),
        fc.constantFrom('.' as const, ',' as const, undefined),
        (text, language, decimal) => {
          const all: readonly number[] = readings(text)
          const found: readonly number[] = readings(text, { language, decimal })
          for (const value of found) expect(all).toContain(value)
          expect(found.length > 0).toBe(all.length > 0)
          if (decimal !== undefined) expect(found.length).toBeLessThan(2)
        },
      ),
      { numRuns: 2_000 },
    )
  })

  test('and every reading has exactly the digits of the text', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const digits = text.replace(/\D/g, '').replace(/^0+|0+$/g, '')
        for (const value of readings(text)) {
          expect(
            numberText(value, 'en')
              .replace(/\D/g, '')
              .replace(/^0+|0+$/g, ''),
          ).toBe(digits)
        }
      }),
    )
  })
})
