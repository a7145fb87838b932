import type { OrderRecord } from '@cartage/contract/orders/app/record'

type Order = Pick<OrderRecord['order'], 'consignments'>
type Good = NonNullable<Order['consignments'][number]['goods']>[number]

/** Amount loaded or unloaded at a stop. */
export interface Load {
  pieces: number
  weightKg: number
}

/** Pieces and weight of goods. Missing or negative values (GOOD-9) are ignored. */
export function loadOf(goods: readonly Good[]): Load {
  return {
    pieces: goods.reduce((sum, good) => sum + Math.max(0, good.quantity ?? 0), 0),
    weightKg: goods.reduce((sum, good) => sum + Math.max(0, good.total_weight_kg ?? 0), 0),
  }
}

/** Goods loaded or unloaded at a stop: those of the consignment that starts or ends there. */
export function goodsAt(order: Order, stopId: string): Good[] {
  return order.consignments
    .filter(({ pickup_stop, delivery_stop }) => pickup_stop.id === stopId || delivery_stop.id === stopId)
    .flatMap(({ goods }) => goods ?? [])
}
