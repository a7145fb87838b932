import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compareFound, isFound, keysOf, rankOf, typedOf, wordsOf } from './key.rules.ts'

test('SEARCH-1: a text is found by all its letters and digits, by its words, and by its numbers without leading zeros', () => {
  expect(wordsOf('PO 049298')).toEqual(['po049298', 'po', '049298', '49298'])
  expect(wordsOf('1-ABC-234')).toEqual(['1abc234', '1', 'abc', '234'])
  expect(wordsOf('TGHU3597556')).toEqual(['tghu3597556', 'tghu', '3597556'])
  expect(wordsOf('Köln')).toEqual(['koln', 'koeln'])
  expect(wordsOf('…')).toEqual([])
})

test('SEARCH-2: any part of a text finds it, in any spacing', () => {
  const chars = [...'abzÉüßıİΣ0179-./ ']
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom(...chars), minLength: 1, maxLength: 12 }),
      fc.array(fc.string({ unit: fc.constantFrom(...chars), maxLength: 8 }), { maxLength: 4 }),
      (title, texts) => {
        const keys = keysOf({ title, texts })
        for (const text of [title, ...texts]) {
          for (const typed of [text, text.toUpperCase(), ` ${text}  `, text.replace(/[-./ ]/g, '')]) {
            const wanted = typedOf(typed)
            if (wanted !== undefined) expect(isFound(keys, wanted)).toBe(true)
          }
        }
      },
    ),
  )
})

test('SEARCH-3: exact comes before the beginning of a word, and that before its inside; equal matches are sorted by closeness in time', () => {
  const wanted = typedOf('4032')!
  const rank = (title: string, ...texts: string[]) => rankOf(keysOf({ title, texts }), wanted)
  const ranks = [
    rank('4032'),
    rank('O-004032'),
    rank('x', 'PO 4032'),
    rank('40321'),
    rank('x', '40321'),
    rank('x', '140329'),
  ]
  expect(ranks).toEqual(ranks.toSorted((one, other) => one - other))
  expect(new Set(ranks).size).toBe(ranks.length)
  const of = (at: number | null) => ({ kind: 'order' as const, rank: 2, at })
  expect([of(null), of(90), of(104), of(500)].sort((one, other) => compareFound(one, other, 100))).toEqual([
    of(104),
    of(90),
    of(500),
    of(null),
  ])
})

test('a record with many texts has a short key, and its title', () => {
  const texts = Array.from({ length: 5_000 }, (_, index) => `reference ${index}`)
  const { key, title_key } = keysOf({ title: 'O-1', texts })
  expect(key.length).toBeLessThanOrEqual(1_502)
  expect(key.startsWith(title_key)).toBe(true)
})
