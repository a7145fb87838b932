import { expect, test } from 'vitest'
import { paperGood } from '../testing/data/papers.ts'
import { goodsTotals } from './goods.rules.ts'

test('GOOD-9: negative measures are in no sum of a paper', () => {
  const goods = [
    paperGood({ quantity: 12, total_weight_kg: 12_000, total_volume_m3: 4, total_loading_meters: 2 }),
    paperGood({ quantity: -5, total_weight_kg: -5_000, total_volume_m3: -1, total_loading_meters: -1 }),
  ]
  expect(goodsTotals(goods, 'en')).toMatchObject({ packages: '12', weight: '12,000', volume: '4', loadingMetres: '2' })
})
