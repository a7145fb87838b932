import type { AllocationMethod } from '@cartage/contract/rates/app/allocation'
import { Big } from 'big.js'
import { decimal } from '../../books/money.rules.ts'
import { allocate, type Taken } from '../../rates/engine/allocation.rules.ts'

/** A trip cost divided among its orders. Decimals are text. */
export interface TripCost {
  readonly charge_id: string
  readonly trip_id: string
  readonly amount: string
  readonly currency: string
}

/** Measures of an order on a trip. Decimals are text; null: unknown. */
export interface CarriedOrder {
  readonly trip_id: string
  readonly order_id: string
  readonly loading_meters: string | null
  readonly weight_kg: string | null
  readonly km: string | null
  readonly stops: number
  readonly revenue: string | null
}

/** Share of an order in a cost. */
export interface CostShare {
  readonly charge_id: string
  readonly order_id: string
  readonly amount: string
  /** Measure used to divide it. */
  readonly measure: string
}

/**
 * Divides the costs of one trip and currency among its orders (CHARGE-40). The shares of each cost sum to it, and those
 * of each order to its share of the total. To ensure both, running totals are divided, and each cost gets the
 * difference.
 */
export function sharesOf(
  costs: readonly TripCost[],
  orders: readonly CarriedOrder[],
  method: AllocationMethod,
): CostShare[] {
  if (orders.length === 0) return []
  const taken = orders.map(takenBy)
  const nothing = orders.map(() => new Big(0))
  const result: CostShare[] = []
  let [sum, before] = [new Big(0), nothing]
  for (const { charge_id, amount, currency } of costs) {
    sum = sum.plus(decimal(amount))
    const divided = allocate(sum, taken, method, currency)
    for (const [at, { order_id }] of orders.entries()) {
      const share = divided.shares[at]!.minus(before[at]!)
      result.push({ charge_id, order_id, amount: share.toFixed(), measure: divided.method })
    }
    before = divided.shares
  }
  return result
}

/** A negative sales total, after deductions, cannot be used to divide costs. */
function takenBy({ loading_meters, weight_kg, km, stops, revenue }: CarriedOrder): Taken {
  const known = (text: string | null) => (text === null ? null : decimal(text))
  const sold = known(revenue)
  return {
    loading_meters: known(loading_meters),
    weight_kg: known(weight_kg),
    km: known(km),
    stops,
    revenue: sold?.lt(0) ? null : sold,
  }
}
