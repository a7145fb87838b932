import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { documentDifferences } from './history.rules.ts'

const good = (id: string, kg: number) => ({ id, description: 'Flour', total_weight_kg: kg })

describe('documentDifferences', () => {
  test('a changed member is listed by its path with both values', () => {
    const before = {
      consignments: [{ id: 'c', delivery_stop: { id: 's', date: '2026-11-23' }, goods: [good('g', 4.5)] }],
    }
    const after = {
      consignments: [{ id: 'c', delivery_stop: { id: 's', date: '2026-11-27' }, goods: [good('g', 4500)] }],
    }
    expect(documentDifferences(before, after)).toEqual({
      before: { 'consignments.0.delivery_stop.date': '2026-11-23', 'consignments.0.goods.0.total_weight_kg': 4.5 },
      after: { 'consignments.0.delivery_stop.date': '2026-11-27', 'consignments.0.goods.0.total_weight_kg': 4500 },
    })
  })

  test('an added good is shown as a whole and without generated ids', () => {
    const { before, after } = documentDifferences({ goods: [good('a', 1)] }, { goods: [good('a', 1), good('b', 2)] })
    expect(before).toEqual({ 'goods.1': null })
    expect(after).toEqual({ 'goods.1': { description: 'Flour', total_weight_kg: 2 } })
  })

  test('removing the first of two goods lists the removed one and not the one that moved up', () => {
    const { before, after } = documentDifferences({ goods: [good('a', 1), good('b', 2)] }, { goods: [good('b', 2)] })
    expect(before).toEqual({ 'goods.0': { description: 'Flour', total_weight_kg: 1 } })
    expect(after).toEqual({ 'goods.0': null })
  })

  test('different things at the same place in both lists are a replacement', () => {
    const { before, after } = documentDifferences({ goods: [good('a', 1)] }, { goods: [good('b', 2)] })
    expect(Object.keys(before)).toEqual(['goods.0'])
    expect([before['goods.0'], after['goods.0']]).toEqual([
      { description: 'Flour', total_weight_kg: 1 },
      { description: 'Flour', total_weight_kg: 2 },
    ])
  })

  test('another location is a change of the location’s id, which the caller chose', () => {
    const { after } = documentDifferences({ location: { id: 'one' } }, { location: { id: 'two' } })
    expect(after).toEqual({ 'location.id': 'two' })
  })

  test('a document has no differences from itself, and some from every other document', () => {
    const goods = fc.uniqueArray(
      fc.record({ id: fc.constantFrom('a', 'b', 'c', 'd'), kg: fc.integer(), note: fc.option(fc.string()) }),
      { selector: ({ id }) => id, maxLength: 4 },
    )
    const document = fc.record({
      goods,
      reference: fc.option(fc.string()),
      custom_fields: fc.dictionary(fc.string(), fc.integer()),
    })
    fc.assert(
      fc.property(document, document, (one, other) => {
        expect(documentDifferences(one, structuredClone(one))).toEqual({ before: {}, after: {} })
        const { before, after } = documentDifferences(one, other)
        const isSame = JSON.stringify(plain(one)) === JSON.stringify(plain(other))
        if (Object.keys(before).length > 0) expect(isSame).toBe(false)
        expect(Object.keys(before)).toEqual(Object.keys(after))
        for (const path of Object.keys(before)) expect(before[path]).not.toEqual(after[path])
      }),
    )
  })
})

/** Sorts members and treats null as absent. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).filter(([, inner]) => inner !== null)
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, inner]) => [name, plain(inner)]))
}
