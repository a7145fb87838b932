import type { Quantity } from '@cartage/contract/rates/app/quantities'
import { measureOf, numberOf, type Scene } from '../engine/facts.rules.ts'
import { type Failed, failed, isFailed } from '../engine/outcome.rules.ts'
import type { Measured } from './measured.model.ts'

/**
 * CHARGEABLE: the maximum of the weight and of volume, loading metres and pallet spaces converted by their ratios
 * (PRICE-11).
 */
export function chargeable(ratios: Extract<Quantity, { kind: 'CHARGEABLE' }>, scene: Scene): Measured | Failed {
  const measures = [
    ['goods.weight_kg', '1'],
    ['goods.volume_m3', ratios.m3],
    ['goods.loading_meters', ratios.ldm],
    ['goods.pallet_spaces', ratios.pallet],
  ] as const
  let best: Measured | undefined
  for (const [fact, ratio] of measures) {
    if (ratio === undefined) continue
    const value = measureOf(scene, fact)
    if (isFailed(value)) return value
    const weight = value.times(numberOf(ratio))
    if (best === undefined || weight.gt(best.quantity)) best = { quantity: weight, unit: 'KGM', decidedBy: fact }
  }
  return best ?? failed(() => 'There is nothing to weigh.')
}
