import { statement } from '../db/statement.ts'
import type { Tx } from '../db/tenant.ts'
import type { OrderStopNow } from './follow.rules.ts'

const selectRequested = statement(
  'trips.select_asked_stops',
  `select s.stop_id, s.order_id, o.status as order_status, s.location_id, s.activity, s.activity_label, s.reference_number
     from transport_order o join order_stop s on s.tenant_id = $1 and s.order_id = o.order_id
    where o.tenant_id = $1 and o.order_id = any($2::uuid[]) and s.order_id = any($2::uuid[])
    order by s.order_id, s.sequence`,
)

/** The stops of these orders as currently requested, in the sequence of each order. */
export async function requestedStops(tx: Tx, orderIds: readonly string[]): Promise<OrderStopNow[]> {
  return await tx.query<OrderStopNow>(selectRequested, orderIds)
}
