import type { PlanChange } from '@cartage/contract/orders/app/plan-changes'
import type { Actor } from '../../audit/rules.ts'
import { statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'

/** Changes of an order that one trip carries. */
export interface NewPlanChange {
  change_id: string
  order_id: string
  trip_id: string
  changes: readonly PlanChange[]
}

const insert = statement(
  'orders.insert_plan_changes',
  `insert into order_plan_change (tenant_id, change_id, order_id, trip_id, changes)
   select $1::uuid, n.change_id, n.order_id, n.trip_id, n.changes
     from json_to_recordset($2::json) as n (change_id uuid, order_id uuid, trip_id uuid, changes jsonb)
   returning tenant_id`,
)

/** Keeps changes until they are seen or planned. */
export async function insertPlanChanges(tx: Tx, changes: readonly NewPlanChange[]): Promise<void> {
  if (changes.length > 0) await tx.query(insert, JSON.stringify(changes))
}

const markSeen = statement(
  'orders.see_plan_changes',
  `update order_plan_change set seen_at = clock_timestamp(), seen_by_kind = $4, seen_by = $5
    where tenant_id = $1 and order_id = $2 and change_id = any ($3::uuid[]) and seen_at is null
   returning change_id, trip_id`,
)

/** Notes who has seen changes of an order. @returns those that no one had seen */
export async function markPlanChangesSeen(tx: Tx, orderId: string, changeIds: readonly string[], { kind, id }: Actor) {
  return await tx.query<{ change_id: string; trip_id: string }>(markSeen, orderId, changeIds, kind, id)
}
