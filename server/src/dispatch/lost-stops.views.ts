import { statement } from '../db/statement.ts'
import type { Tx } from '../db/tenant.ts'

const selectLost = statement(
  'dispatch.is_any_stop_lost',
  `select exists (
     select from unnest($2::uuid[]) as given (stop_id)
       left join trip_stop s on s.tenant_id = $1 and s.stop_id = given.stop_id
       left join trip t on t.tenant_id = $1 and t.trip_id = s.trip_id
       left join order_stop a on a.tenant_id = $1 and a.stop_id = given.stop_id
       left join transport_order o on o.tenant_id = $1 and o.order_id = a.order_id
      where t.status <> 'CREATED' or a.status = 'CANCELLED' or o.status in ('CANCELLED', 'REJECTED', 'QUOTE')
   ) as is_lost`,
)

/** Whether one of the stops is now on another confirmed trip, or no longer requested by its order. */
export async function isAnyStopLost(tx: Tx, stopIds: readonly string[]): Promise<boolean> {
  if (stopIds.length === 0) return false
  return (await tx.query<{ is_lost: boolean }>(selectLost, stopIds))[0]!.is_lost
}

const selectMinutes = statement(
  'dispatch.select_draft_minutes',
  'select s.dispatch_draft_minutes as minutes from tenant_setting s where s.tenant_id = $1',
)

/** Minutes that a partner may have an outdated version of a draft trip; null: until it is confirmed. */
export async function draftMinutes(tx: Tx): Promise<number | null> {
  return (await tx.query<{ minutes: number | null }>(selectMinutes))[0]?.minutes ?? null
}
