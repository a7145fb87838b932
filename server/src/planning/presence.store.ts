import type { PlanningPresence } from '@cartage/contract/planning/app/presence'
import { statement } from '../db/statement.ts'
import type { Tx } from '../db/tenant.ts'

/** A board that has not reported for this long counts as closed. */
const silence = `interval '30 seconds'`

// Never takes over a board of another person.
const upsert = statement(
  'planning.upsert_presence',
  `insert into planning_presence as p (tenant_id, presence_id, user_id, order_ids, trip_ids, is_dragging)
   values ($1, $2, $3, $4, $5, $6)
   on conflict (tenant_id, presence_id) do update
      set order_ids = excluded.order_ids, trip_ids = excluded.trip_ids, is_dragging = excluded.is_dragging,
          seen_at = excluded.seen_at
    where p.user_id = excluded.user_id`,
)
// Skips locked rows, so boards that report at the same moment do not wait for each other.
const deleteOld = statement(
  'planning.delete_old_presences',
  `delete from planning_presence where tenant_id = $1 and presence_id in (
     select o.presence_id from planning_presence o
      where o.tenant_id = $1 and o.seen_at < clock_timestamp() - ${silence} for update skip locked)`,
)
const deleteOne = statement(
  'planning.delete_presence',
  'delete from planning_presence where tenant_id = $1 and presence_id = $2 and user_id = $3',
)
const select = statement(
  'planning.select_presences',
  `select p.presence_id, p.user_id, u.name, p.order_ids::text[] as order_ids, p.trip_ids::text[] as trip_ids, p.is_dragging
     from planning_presence p join app_user u on u.tenant_id = $1 and u.user_id = p.user_id
    where p.tenant_id = $1 and p.seen_at >= clock_timestamp() - ${silence}
    order by u.name, p.presence_id`,
)

/** The report of an open board. */
export type OwnPresence = Pick<PlanningPresence, 'presence_id' | 'user_id' | 'order_ids' | 'trip_ids' | 'is_dragging'>

/** Stores the report of an open board, and deletes closed boards. */
export async function keepPresence(tx: Tx, own: OwnPresence): Promise<void> {
  const { presence_id, user_id, order_ids, trip_ids, is_dragging } = own
  await tx.commitLater()
  await tx.query(upsert, presence_id, user_id, order_ids, trip_ids, is_dragging)
  await tx.query(deleteOld)
}

/** Deletes a board of a person. */
export async function removePresence(tx: Tx, presenceId: string, userId: string): Promise<void> {
  await tx.commitLater()
  await tx.query(deleteOne, presenceId, userId)
}

/** The open boards, sorted by planner name. */
export async function listPresences(tx: Tx): Promise<PlanningPresence[]> {
  return await tx.query<PlanningPresence>(select)
}
