import type { Actor } from '../audit/rules.ts'
import { statement } from '../db/statement.ts'
import type { Tx } from '../db/tenant.ts'

const markSeen = statement(
  'temperatures.mark_seen',
  `insert into order_temperature_seen as e (tenant_id, order_id, seen_until, seen_by_kind, seen_by) values ($1, $2, $3, $4, $5)
   on conflict (tenant_id, order_id) do update
      set seen_until = greatest(e.seen_until, excluded.seen_until), seen_at = excluded.seen_at,
          seen_by_kind = excluded.seen_by_kind, seen_by = excluded.seen_by
   returning e.seen_until::text as seen_until`,
)

/** Notes until when a person has seen the excursions of an order, never earlier than before. @returns until when now */
export async function markExcursionsSeen(tx: Tx, orderId: string, until: string, { kind, id }: Actor): Promise<string> {
  const [row] = await tx.query<{ seen_until: string }>(markSeen, orderId, until, kind, id)
  return `${new Date(row!.seen_until).toISOString().slice(0, 19)}Z`
}
