import type { Context } from '../context.ts'
import { statement } from '../db/statement.ts'
import type { Tx } from '../db/tenant.ts'
import { tripsByIds } from '../trips/store.ts'
import type { Reason } from './facts/rules.ts'
import { loadFacts, loadWorld } from './facts/views.ts'
import { verdictOf } from './verdict/rules.ts'

/** Maximum number of trips judged at once. */
const most = 500

const selectOpen = statement(
  'planning.select_open_trips',
  `select t.trip_id from trip t
    where t.tenant_id = $1 and t.status in ('CREATED', 'PLANNED', 'IN_PROGRESS')
      and t.ends_at >= $2::timestamptz and t.starts_at < $3::timestamptz
    order by t.ends_at limit ${most + 1}`,
)

/** The current verdict on every open trip of a range. */
export async function findConflicts(
  ctx: Context,
  tx: Tx,
  from: string,
  to: string,
): Promise<{ reasons: Reason[]; is_cut: boolean }> {
  const rows = await tx.query<{ trip_id: string }>(selectOpen, from, to)
  const trip_ids = rows.slice(0, most).map(({ trip_id }) => trip_id)
  if (trip_ids.length === 0) return { reasons: [], is_cut: false }
  const [trips, world] = await Promise.all([
    tripsByIds(tx, trip_ids),
    loadWorld(ctx, tx, { order_ids: [], stop_ids: [], trip_ids, location_ids: [] }),
  ])
  const facts = await loadFacts(tx, world, trips)
  return { reasons: verdictOf({ trips, facts }), is_cut: rows.length > most }
}
