import fc from 'fast-check'
import { expect, test } from 'vitest'
import { carriedWeight, type WeighedGood, weightOf } from './goods-weight.rules.ts'

const pallet = { packaging_size: { weight_kg: 25 } }

test.each<[string, WeighedGood, number | undefined, number]>([
  ['nothing is published', { quantity: 3 }, undefined, 0],
  ['of all pieces', { total_weight_kg: 900, unit_weight_kg: 50, quantity: 3 }, 900, 900],
  ['of one piece', { unit_weight_kg: 50, quantity: 3 }, 150, 150],
  ['of the items in it', { packaged_items: [{ total_weight_kg: 25_000 }, { total_weight_kg: 500 }] }, 25_500, 25_500],
  ['lighter than its items', { total_weight_kg: 1000, packaged_items: [{ total_weight_kg: 25_000 }] }, 1000, 25_000],
  ['heavier than its items', { total_weight_kg: 1000, packaged_items: [{ total_weight_kg: 400 }] }, 1000, 1000],
  [
    'net, with the drums and the pallets',
    {
      ...{ quantity: 2, packaging_type: pallet },
      packaged_items: [
        { total_net_weight_kg: 800, quantity: 8, packaging_type: { packaging_size: { weight_kg: 10 } } },
      ],
    },
    930,
    930,
  ],
  ['of a liquid', { total_volume_m3: 24, specific_gravity: 0.8 }, 19_200, 19_200],
  ['of items of a liquid', { specific_gravity: 1.2, packaged_items: [{ total_volume_l: 1000 }] }, 1200, 1200],
  ['negative', { total_weight_kg: -5 }, -5, 0],
])('FIT-2: weight %s', (_, good, declared, carried) => {
  expect(weightOf(good)).toBe(declared)
  expect(carriedWeight(good)).toBe(carried)
})

test('FIT-2: each published place of a weight counts, and no weight is counted twice', () => {
  const weight = fc.option(fc.integer({ min: 0, max: 40_000 }), { nil: undefined })
  fc.assert(
    fc.property(weight, fc.array(weight, { maxLength: 4 }), (total_weight_kg, items) => {
      const packaged_items = items.map((one) => ({ total_weight_kg: one }))
      const inside = items.reduce<number>((sum, one) => sum + (one ?? 0), 0)
      expect(carriedWeight({ total_weight_kg, packaged_items })).toBe(Math.max(total_weight_kg ?? 0, inside))
    }),
  )
})
