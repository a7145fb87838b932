import type { PlanChange } from '@cartage/contract/orders/app/plan-changes'
import type { Actor } from '../../audit/rules.ts'
import { statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'
import { placingKinds } from './placing.rules.ts'

/** Changes of an order for one trip that carries it. */
export interface NewPlanChange {
  change_id: string
  order_id: string
  trip_id: string
  changes: readonly PlanChange[]
  /** Who changed the order. */
  by: Actor
}

const placing = `('${placingKinds.join("', '")}')`

const insert = statement(
  'orders.insert_plan_changes',
  `insert into order_plan_change (tenant_id, change_id, order_id, trip_id, changes)
   select $1::uuid, n.change_id, n.order_id, n.trip_id, n.changes
     from json_to_recordset($2::json) as n (change_id uuid, order_id uuid, trip_id uuid, changes jsonb, kind text, id text)
    where n.kind <> 'user' or n.id is distinct from (
            select k.actor_id from planning_command_trip p
              join planning_command k on k.tenant_id = $1 and k.command_id = p.command_id
                                     and k.kind in ${placing} and k.undone_at is null and k.actor_kind = 'user'
             where p.tenant_id = $1 and p.trip_id = n.trip_id
             order by p.created_at desc, p.command_id desc limit 1)
   returning tenant_id`,
)

/** Stores changes until they are seen or planned, except changes by the person who planned the trip last (ORD-21). */
export async function insertPlanChanges(tx: Tx, changes: readonly NewPlanChange[]): Promise<void> {
  const rows = changes.map(({ by: { kind, id }, ...change }) => ({ ...change, kind, id }))
  if (rows.length > 0) await tx.query(insert, JSON.stringify(rows))
}

const markSeen = statement(
  'orders.see_plan_changes',
  `update order_plan_change set seen_at = statement_timestamp(), seen_by_kind = $4, seen_by = $5
    where tenant_id = $1 and order_id = $2 and change_id = any ($3::uuid[]) and seen_at is null
   returning change_id, trip_id`,
)

/**
 * Records who has seen changes of an order.
 * @returns those that were unseen before
 */
export async function markPlanChangesSeen(tx: Tx, orderId: string, changeIds: readonly string[], { kind, id }: Actor) {
  return await tx.query<{ change_id: string; trip_id: string }>(markSeen, orderId, changeIds, kind, id)
}

const selectOpen = statement(
  'orders.select_unseen_plan_changes',
  `select c.change_id, c.order_id, c.trip_id from order_plan_change c where c.tenant_id = $1 and c.seen_at is null`,
)
const markPlanned = statement(
  'orders.see_planned_changes',
  `update order_plan_change set seen_at = statement_timestamp(), seen_by_kind = $3, seen_by = $4
    where tenant_id = $1 and change_id = any ($2::uuid[]) and seen_at is null
   returning change_id`,
)

/**
 * Records who planned trips with changed orders again (ORD-22).
 * @param again `order_ids`: which orders of them; null for all
 */
export async function markPlannedAgain(
  tx: Tx,
  again: { trip_ids: readonly string[]; order_ids: readonly string[] | null },
  { kind, id }: Actor,
): Promise<void> {
  const { trip_ids, order_ids } = again
  if (trip_ids.length === 0 || order_ids?.length === 0) return
  // There is no index by trip, but unseen changes are few and have an index of their own.
  const open = await tx.query<{ change_id: string; order_id: string; trip_id: string }>(selectOpen)
  const concerned = open.filter(
    (one) => trip_ids.includes(one.trip_id) && (order_ids === null || order_ids.includes(one.order_id)),
  )
  if (concerned.length === 0) return
  const ids = concerned.map(({ change_id }) => change_id)
  await tx.query(markPlanned, ids, kind, id)
}
