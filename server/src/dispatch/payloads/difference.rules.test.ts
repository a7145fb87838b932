import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { differenceOf, isSame, type Json } from './difference.rules.ts'

/** Small values, so that they are often similar. */
const json = fc.letrec<{ value: Json; list: Json; object: Json }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom<Json[]>(null, true, 0, 1, 'a', 'b'),
    tie('list'),
    tie('object'),
  ) as fc.Arbitrary<Json>,
  list: fc.oneof(
    fc.array(tie('value'), { maxLength: 3 }),
    fc.uniqueArray(fc.record({ id: fc.constantFrom('x', 'y', 'z'), note: tie('value') }), {
      selector: ({ id }) => id,
      maxLength: 3,
    }),
  ) as fc.Arbitrary<Json>,
  object: fc.dictionary(fc.constantFrom('p', 'q', 'r'), tie('value'), { maxKeys: 3 }) as fc.Arbitrary<Json>,
}))

describe('differences between two messages', () => {
  test('are empty exactly when the messages are equal', () => {
    fc.assert(
      fc.property(json.value, json.value, (one, other) => {
        expect(differenceOf(one, one)).toEqual([])
        expect(differenceOf(one, other).length === 0).toBe(isSame(one, other))
      }),
      { numRuns: 1_000 },
    )
  })

  test('identify entries by their ids, whatever their place', () => {
    const before = { stops: [{ id: 'a', note: 'one' }] }
    const after = {
      stops: [
        { id: 'b', note: 'two' },
        { id: 'a', note: 'three' },
      ],
    }
    expect(differenceOf(before, after)).toEqual([
      { path: 'stops', before: ['a'], after: ['b', 'a'] },
      { path: 'stops[b]', after: { id: 'b', note: 'two' } },
      { path: 'stops[a].note', before: 'one', after: 'three' },
    ])
  })

  test('identify resources by the resource in them', () => {
    const before = { resource_allocations: [{ resource: { id: 'r', license_plate: 'OLD' } }] }
    const after = { resource_allocations: [{ resource: { id: 'r', license_plate: 'NEW' } }] }
    expect(differenceOf(before, after)).toEqual([
      { path: 'resource_allocations[r].resource.license_plate', before: 'OLD', after: 'NEW' },
    ])
  })

  test('ignore the order of members', () => {
    expect(differenceOf({ a: 1, b: 2 }, { b: 2, a: 1 })).toEqual([])
  })
})
