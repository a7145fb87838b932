import fc from 'fast-check'
import { expect, test } from 'vitest'
import { htmlOf } from './letters.rules.ts'

test('MAIL-3: the HTML of any text has no markup from the text, and reads like it', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
      const inner = /pre-wrap">(.*)<\/div><\/body><\/html>$/su.exec(htmlOf(text))![1]!
      expect(inner).not.toMatch(/[<>"']/)
      expect(inner.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)))).toBe(text)
    }),
  )
})

test('MAIL-10: a logo keeps its proportions in the box of 220 by 64 pixels, and a small one its size', () => {
  const sizeOf = (width: number, height: number) => {
    const [, shownWidth, shownHeight] = /width="(\d+)" height="(\d+)"/.exec(htmlOf('', { width, height }))!
    return [Number(shownWidth), Number(shownHeight)]
  }
  expect(sizeOf(440, 120)).toEqual([220, 60])
  expect(sizeOf(100, 640)).toEqual([10, 64])
  expect(sizeOf(40, 20)).toEqual([40, 20])
  expect(htmlOf('Dear customer')).not.toContain('<img')
})
