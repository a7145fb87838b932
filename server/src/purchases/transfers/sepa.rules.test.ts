import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { structuredReference } from '../../books/references.rules.ts'
import { remittanceOf, sepaText } from './sepa.rules.ts'

describe('PAYOUT-4: texts in the characters that banks accept', () => {
  test.for([
    ['Łódź & Søn', 'Lodz + Son'],
    ['Straße №5', 'Strasse No5'],
    ['Æther Þór', 'AEther THor'],
    ['//RF//a/', 'RF/a'],
    ['日本通運', ''],
    ['a\nb\tc', 'a b c'],
  ] as const)('%s is %s', ([text, expected]) => {
    expect(sepaText(text, 70)).toBe(expected)
  })

  test('any text keeps only those characters, within the maximum length, and is unchanged the second time', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (text) => {
        const written = sepaText(text, 70)
        expect(written).toMatch(/^[a-zA-Z0-9/\-?:().,'+ ]{0,70}$/)
        expect(written).not.toMatch(/^[ /]|[ /]$|\/\//)
        expect(sepaText(written, 70)).toBe(written)
      }),
    )
  })
})

describe('PAYOUT-5: references', () => {
  test('are structured if their check digits are right, and otherwise text', () => {
    expect(remittanceOf('rf18 5390 0754 7034')).toEqual({ kind: 'ISO', reference: 'RF18539007547034' })
    expect(remittanceOf('RF19539007547034')).toEqual({ kind: 'TEXT', reference: 'RF19539007547034' })
    expect(remittanceOf('010/8068/17184')).toEqual({ kind: 'TEXT', reference: '010/8068/17184' })
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 9_999_999_999 }), (number) => {
        const digits = String(number).padStart(10, '0')
        expect(remittanceOf(structuredReference(digits))).toMatchObject({
          kind: 'BBA',
          reference: expect.stringMatching(new RegExp(`^${digits}\\d\\d$`)),
        })
      }),
    )
  })
})
