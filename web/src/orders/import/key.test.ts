import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sha256 } from '../../sheets/sha256.ts'
import { importKey } from './key.ts'

test('the digest of every text is its SHA-256', () => {
  const lengths = [0, 1, 54, 55, 56, 57, 63, 64, 65, 119, 120, 1_000].map((length) => 'x'.repeat(length))
  for (const text of [...lengths, 'Zürich – 北京']) {
    expect(Buffer.from(sha256(text)).toString('hex')).toBe(createHash('sha256').update(text).digest('hex'))
  }
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (text) => {
      expect(Buffer.from(sha256(text)).toString('hex')).toBe(createHash('sha256').update(text).digest('hex'))
    }),
  )
})

test('the same sheet with the same columns has one key; other cells, columns, separators or a further import have others', () => {
  const sheet = [
    { line: 1, cells: ['Klant', 'Gewicht'] },
    { line: 2, cells: ['Mill', '4.500'] },
  ]
  const given = { sheet, columns: ['customer', 'weight_kg'] as const, again: 0 }
  expect(importKey({ ...given, sheet: sheet.map((line) => ({ ...line })) })).toBe(importKey(given))
  expect(importKey(given)).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  const others = [
    { ...given, sheet: [sheet[0]!, { line: 2, cells: ['Mill', '4.501'] }] },
    { ...given, columns: ['customer', null] as const },
    { ...given, decimal: ',' },
    { ...given, again: 1 },
  ]
  expect(new Set([given, ...others].map(importKey)).size).toBe(5)
})
