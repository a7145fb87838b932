import { expect, test } from 'vitest'
import { goodsAt, loadOf } from './load.ts'

type Order = Parameters<typeof goodsAt>[0]

const order = {
  consignments: [
    {
      pickup_stop: { id: 'mill' },
      delivery_stop: { id: 'shop' },
      goods: [{ quantity: 9, total_weight_kg: 2_790 }, { quantity: 3 }],
    },
    { pickup_stop: { id: 'mill' }, delivery_stop: { id: 'store' }, goods: [{ quantity: 12, total_weight_kg: 4_680 }] },
  ],
} as unknown as Order

test('a stop loads or unloads the goods of every consignment that begins or ends there', () => {
  expect(loadOf(goodsAt(order, 'mill'))).toEqual({ pieces: 24, weightKg: 7_470 })
  expect(loadOf(goodsAt(order, 'shop'))).toEqual({ pieces: 12, weightKg: 2_790 })
})

test('GOOD-9: negative pieces and weights reduce nothing of the other load', () => {
  const goods = [...goodsAt(order, 'store'), { quantity: -5, total_weight_kg: -4_000 }] as Parameters<typeof loadOf>[0]
  expect(loadOf(goods)).toEqual({ pieces: 12, weightKg: 4_680 })
})

test('an intermediate stop, such as the one that drops the empty container, has no goods', () => {
  expect(loadOf(goodsAt(order, 'depot'))).toEqual({ pieces: 0, weightKg: 0 })
})
