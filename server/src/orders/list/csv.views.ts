import type { ListedOrder } from '@cartage/contract/orders/app/list'
import type { Context } from '../../context.ts'
import { type CsvColumns, csvChunk, walk } from '../../http/csv.ts'
import type { OrderFilters } from './rules.ts'
import { findOrderIds, listOrderRows, type WalkPlace, walkOrderIds } from './views.ts'

/** What a file says of an order. */
export const orderCsv: CsvColumns<ListedOrder> = {
  order_number: (order) => order.order_number,
  order_identifier: (order) => order.order_identifier,
  status: (order) => order.status,
  block_reason: (order) => order.block_reason,
  customer: (order) => order.customer.name,
  customer_reference_number: (order) => order.customer_reference_number,
  from_country: (order) => order.from?.country,
  from_city: (order) => order.from?.city,
  to_country: (order) => order.to?.country,
  to_city: (order) => order.to?.city,
  pickup_on: (order) => order.pickup_on,
  delivery_on: (order) => order.delivery_on,
  container_number: (order) => order.container_number,
  container_type: (order) => order.container_type,
  container_scenario: (order) => order.container_scenario,
  is_adr: (order) => order.is_adr,
  temperature_degrees: (order) => order.temperature_degrees,
  created_at: (order) => order.created_at,
  punctuality: (order) => order.punctuality?.state,
  minutes_off: (order) => order.punctuality?.minutes,
}

/** All orders that fit, newest first. */
export function walkOrders(
  ctx: Context,
  tenantId: string,
  filters: OrderFilters,
): AsyncIterable<readonly ListedOrder[]> {
  return walk<ListedOrder, WalkPlace>((after) =>
    ctx.db.asTenant(tenantId, async (tx) => {
      const found = await findOrderIds(tx, filters.q)
      const places = await walkOrderIds(tx, filters, found, after, csvChunk)
      const ids = places.map(({ order_id }) => order_id)
      const next = places.length < csvChunk ? undefined : places.at(-1)
      return { rows: await listOrderRows(tx, ids, ctx.now().getTime()), next }
    }),
  )
}
