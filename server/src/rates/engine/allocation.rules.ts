import { type AllocationMethod, allocationMethods } from '@cartage/contract/rates/app/allocation'
import { Big } from 'big.js'
import { splitByLargestRemainder } from '../../books/money.rules.ts'

/** Measures of an order on a trip; null: unknown. */
export interface Taken {
  readonly loading_meters: Big | null
  readonly weight_kg: Big | null
  readonly km: Big | null
  readonly stops: number | null
  readonly revenue: Big | null
}

/** Shares of a cost, and the method finally used. */
export interface Allocation {
  readonly shares: Big[]
  readonly method: AllocationMethod
  /** Whether another method than the tenant's was used, because a measure was missing. */
  readonly isFallback: boolean
}

const product = (one: Big | null, other: Big | null) => (one === null || other === null ? null : one.times(other))

const weightOf: Readonly<Record<AllocationMethod, (taken: Taken) => Big | null>> = {
  LDM_KM: ({ loading_meters, km }) => product(loading_meters, km),
  KG_KM: ({ weight_kg, km }) => product(weight_kg, km),
  KM: ({ km }) => km,
  LDM: ({ loading_meters }) => loading_meters,
  KG: ({ weight_kg }) => weight_kg,
  STOPS: ({ stops }) => (stops === null ? null : new Big(stops)),
  EQUAL: () => new Big(1),
  REVENUE: ({ revenue }) => revenue,
}

/**
 * Divides a trip cost among orders (PRICE-21): the shares sum to the cost. If one order lacks the measure, the next
 * method is used and the result says so. Empty kilometres are spread by the same measure.
 */
export function allocate(cost: Big, orders: readonly Taken[], wanted: AllocationMethod, currency: string): Allocation {
  const start = allocationMethods.indexOf(wanted)
  const methods = [...allocationMethods.slice(start), 'EQUAL' as const]
  for (const method of methods) {
    const weights = orders.map(weightOf[method])
    const isKnown = weights.every((weight): weight is Big => weight !== null)
    if (!isKnown || (method !== 'EQUAL' && weights.every((weight) => weight.eq(0)))) continue
    return { shares: splitByLargestRemainder(cost, weights, currency), method, isFallback: method !== wanted }
  }
  return { shares: [], method: 'EQUAL', isFallback: true }
}
