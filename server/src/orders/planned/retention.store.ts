import { statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'

// RET-6: seen changes may be removed, because the trail of the order records who saw them.
const isOver = `(c.seen_at is not null or c.happened_at < now() - make_interval(days => $2))`

const countOver = statement(
  'orders.count_plan_changes_that_are_over',
  `select count(*)::integer as rows from (select from order_plan_change c where c.tenant_id = $1 and ${isOver} limit $3) x`,
)

/** Counts changes after planning that were seen or are older than `days` days, up to `most`. */
export async function countPlanChangesOver(tx: Tx, days: number, most: number): Promise<number> {
  return (await tx.query<{ rows: number }>(countOver, days, most))[0]!.rows
}

const selectOver = statement(
  'orders.select_plan_changes_that_are_over',
  `select c.change_id from order_plan_change c
    where c.tenant_id = $1 and ${isOver} and c.change_id <> all ($4::uuid[]) order by c.change_id limit $3`,
)

/**
 * Such changes, limited in number.
 * @param left ids to skip
 */
export async function findPlanChangesOver(
  tx: Tx,
  days: number,
  most: number,
  left: readonly string[],
): Promise<string[]> {
  const rows = await tx.query<{ change_id: string }>(selectOver, days, most, left)
  return rows.map(({ change_id }) => change_id)
}

const deleteOver = statement(
  'orders.delete_plan_changes',
  'delete from order_plan_change where tenant_id = $1 and change_id = any ($2::uuid[]) returning change_id',
)

/**
 * Deletes changes after planning.
 * @returns the number of deleted changes
 */
export async function deletePlanChanges(tx: Tx, ids: readonly string[]): Promise<number> {
  return (await tx.query(deleteOver, ids)).length
}
