import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { code128Check, code128Values, code128Widths } from './code128.ts'

const sum = (widths: readonly number[]) => widths.reduce((total, width) => total + width, 0)

describe('a bar code of Code 128', () => {
  test('has the published check values', () => {
    // PJJ123C with start code A, and Wikipedia with start code B.
    expect(code128Check([103, 48, 42, 42, 17, 18, 19, 35])).toBe(54)
    expect(code128Check([104, 55, 73, 75, 73, 80, 69, 68, 73, 65])).toBe(88)
    expect(code128Check(code128Values('Wikipedia')!)).toBe(88)
  })

  test('begins and ends with the published bars', () => {
    expect(code128Widths('Wikipedia')!.join('')).toMatch(/^211214.*2331112$/)
    expect(code128Widths('A')!.join('')).toBe('211214' + '111323' + '131123' + '2331112')
  })

  test('encodes runs of four digits and more in pairs', () => {
    expect(code128Values('123456')).toEqual([105, 12, 34, 56])
    expect(code128Values('12345')).toEqual([104, 17, 99, 23, 45])
    expect(code128Values('A12')).toEqual([104, 33, 17, 18])
    expect(code128Values('O-2026-00417')).toEqual([104, 47, 13, 99, 20, 26, 100, 13, 16, 99, 4, 17])
  })

  test('is not drawn for text that it cannot encode', () => {
    expect(code128Widths('')).toBeUndefined()
    expect(code128Widths('Zürich')).toBeUndefined()
    expect(code128Widths('a\nb')).toBeUndefined()
  })

  test('has eleven modules per value, and different texts have different bars', () => {
    const text = fc.stringMatching(/^[ -~]{1,24}$/)
    fc.assert(
      fc.property(text, text, (one, other) => {
        const [bars, others] = [code128Widths(one)!, code128Widths(other)!]
        expect((sum(bars) - 13) % 11).toBe(0)
        expect(bars.join('') === others.join('')).toBe(one === other)
      }),
    )
  })
})
