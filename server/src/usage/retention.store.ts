import { statement } from '../db/statement.ts'
import type { Tx } from '../db/tenant.ts'

const categories = `unnest('{general,token,webhook}'::text[])`

const deleteMinutes = statement(
  'usage.delete_old_minutes',
  `delete from usage_minute u where u.tenant_id = $1 and u.ctid = any (array(
     select m.ctid from ${categories} c (category) cross join lateral (
       select o.ctid from usage_minute o
        where o.tenant_id = $1 and o.category = c.category and o.minute < now() - make_interval(days => $2) limit $3
     ) m)) returning 1`,
)
const deletePaths = statement(
  'usage.delete_old_paths',
  `delete from usage_path u
    where u.tenant_id = $1 and u.category = any ('{general,token,webhook}') and u.hour < now() - make_interval(days => $2)`,
)
const deleteRejections = statement(
  'usage.delete_old_refusals',
  `delete from usage_refusal u
    where u.tenant_id = $1 and u.category = any ('{general,token,webhook}')
      and u.refused_at < now() - make_interval(days => $2)`,
)

/** Deletes counts and refusals older than this many days; returns the number of deleted minutes. */
export async function deleteOldUsage(tx: Tx, days: number, most: number): Promise<number> {
  const [minutes] = await Promise.all([
    tx.query(deleteMinutes, days, most),
    tx.query(deletePaths, days),
    tx.query(deleteRejections, days),
  ])
  return minutes.length
}
