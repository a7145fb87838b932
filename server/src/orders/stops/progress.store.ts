import { statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'
import type { OrderState } from '../changes.rules.ts'

const updateStatuses = statement(
  'orders.update_stop_statuses',
  `update order_stop s set status = t.status
     from unnest($2::uuid[], $3::text[]) as t (stop_id, status)
    where s.tenant_id = $1 and s.stop_id = any($2::uuid[]) and s.stop_id = t.stop_id`,
)

/** Writes the progress of order stops on their trips, in one statement; the orders are locked. */
export async function updateStopStatuses(tx: Tx, stops: readonly { stop_id: string; status: string }[]): Promise<void> {
  if (stops.length === 0) return
  await tx.query(
    updateStatuses,
    stops.map(({ stop_id }) => stop_id),
    stops.map(({ status }) => status),
  )
}

const updateProgresses = statement(
  'orders.update_progress',
  `update transport_order o
      set status = t.status, event_sequence = t.event_sequence, version = o.version + 1, updated_at = now()
     from unnest($2::uuid[], $3::text[], $4::integer[]) as t (order_id, status, event_sequence)
    where o.tenant_id = $1 and o.order_id = any($2::uuid[]) and o.order_id = t.order_id`,
)

/** Writes the statuses that follow from the trips of locked orders, in one statement; their documents stay. */
export async function updateProgress(
  tx: Tx,
  orders: readonly { order_id: string; status: OrderState; event_sequence: number }[],
): Promise<void> {
  if (orders.length === 0) return
  await tx.query(
    updateProgresses,
    orders.map(({ order_id }) => order_id),
    orders.map(({ status }) => status),
    orders.map(({ event_sequence }) => event_sequence),
  )
}
