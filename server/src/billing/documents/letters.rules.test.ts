import { expect, test } from 'vitest'
import { loadFonts } from '../../pdf/fonts.ts'
import { undrawnLetters } from './letters.rules.ts'

interface Font {
  hasGlyphForCodePoint(codePoint: number): boolean
}

test('characters that the fonts lack are reported, and available ones are not', () => {
  const { regular, bold } = loadFonts() as unknown as { regular: Font; bold: Font }
  const isDrawn = (letter: string) => [regular, bold].every((font) => font.hasGlyphForCodePoint(letter.codePointAt(0)!))
  for (const letter of [
    'é',
    'ș',
    'Ł',
    'ß',
    'Ж',
    'Ω',
    'ა',
    'Ա',
    'ש',
    'س',
    '€',
    '–',
    '日',
    '港',
    'ไ',
    '한',
    'カ',
    'ह',
    '🚚',
  ]) {
    expect([letter, undrawnLetters([letter]) === '']).toEqual([letter, isDrawn(letter)])
  }
  expect(undrawnLetters(['Bakery 日本', null, '日 🚚'])).toBe('日 本 🚚')
})
