import type { Facts } from '@cartage/contract/rates/app/facts'
import { Big } from 'big.js'
import type { StoredConsignment, StoredGood } from '../../orders/content.rules.ts'

import { weightOf } from '../../orders/goods-weight.rules.ts'

type Values = Facts['values']

const measures = {
  'goods.weight_kg': ['total_weight_kg', 'unit_weight_kg'],
  'goods.volume_m3': ['total_volume_m3', undefined],
  'goods.loading_meters': ['total_loading_meters', 'unit_loading_meters'],
  'goods.pallet_spaces': ['total_pallet_spaces', 'unit_pallet_spaces'],
  'goods.pieces': ['quantity', undefined],
} as const

/**
 * Total measures and packaging of consignments (CHARGE-2). If one good lacks a measure, the total is unknown: the sum
 * of the others would be wrong.
 */
export function goodsValues(consignments: readonly StoredConsignment[]): Values {
  const goods = consignments.flatMap((consignment) => consignment.goods ?? [])
  const values: Values = {}
  if (goods.length === 0) return values
  for (const [name, [total, unit]] of Object.entries(measures)) {
    const sum = sumOf(goods, total, unit)
    if (sum) values[name] = sum.toFixed()
  }
  const packaging = goods.map(({ packaging_type: type }) => type?.code ?? type?.name)
  values['goods.packaging'] = [...new Set(packaging.filter((code) => code !== undefined))].sort()
  return values
}

type Total = (typeof measures)[keyof typeof measures][0]
type Unit = (typeof measures)[keyof typeof measures][1]

function sumOf(goods: readonly StoredGood[], total: Total, unit: Unit): Big | undefined {
  let sum = new Big(0)
  for (const good of goods) {
    const each = unit === undefined ? undefined : good[unit]
    const ofAll = good[total] ?? (each === undefined ? undefined : new Big(each).times(good.quantity ?? 1))
    // FIT-2: without another weight, the weight used for planning is charged.
    const measure = ofAll ?? (total === 'total_weight_kg' ? weightOf(good) : undefined)
    // GOOD-9: a negative measure counts as unknown.
    if (measure === undefined || new Big(measure).lt(0)) return undefined
    sum = sum.plus(measure)
  }
  return sum
}

/** Lowest required temperature; null if there is none. */
export function lowestTemperature(consignments: readonly StoredConsignment[]): string | null {
  const degrees = consignments.flatMap(({ goods }) =>
    (goods ?? []).flatMap((good) => [
      good.absolute_min_temperature_degrees,
      good.ordered_transport_temperature_degrees,
      good.absolute_max_temperature_degrees,
    ]),
  )
  const known = degrees.filter((one) => one !== undefined)
  return known.length === 0 ? null : String(Math.min(...known))
}
