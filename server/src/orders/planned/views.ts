import type { PlanChange } from '@cartage/contract/orders/app/plan-changes'
import { statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'
import { instant } from '../../db/texts.ts'
import { isOfGroup } from '../../resources/groups/trips.views.ts'

/** Unseen changes of an order for one trip. */
export interface OpenPlanChange {
  change_id: string
  order_id: string
  trip_id: string
  changes: PlanChange[]
  happened_at: string
  order_number: string
  customer_name: string
}

const selectOpen = statement(
  'orders.list_open_plan_changes',
  `select c.change_id, c.order_id, c.trip_id, c.changes, ${instant('c.happened_at')} as happened_at, o.order_number,
          (select k.name from company k where k.tenant_id = $1 and k.company_id = o.company_id) as customer_name
     from order_plan_change c
     join transport_order o on o.tenant_id = $1 and o.order_id = c.order_id
     join trip t on t.tenant_id = $1 and t.trip_id = c.trip_id and t.status <> 'COMPLETED'
    where c.tenant_id = $1 and c.seen_at is null and c.happened_at >= $2::timestamptz
      and ${isOfGroup('c.trip_id', '$3')}
    order by c.happened_at desc, c.change_id limit $4`,
)

/**
 * Changes after planning that need review (ORD-22): neither seen nor planned again, on a trip that is not completed.
 * Newest first.
 * @param since ignores changes before this instant
 * @param group only those of trips with a resource of this group
 */
export async function listOpenPlanChanges(
  tx: Tx,
  { since, group, most }: { since: string; group: string | undefined; most: number },
): Promise<OpenPlanChange[]> {
  return await tx.query<OpenPlanChange>(selectOpen, since, group ?? null, most)
}
