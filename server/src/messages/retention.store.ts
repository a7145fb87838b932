import { statement } from '../db/statement.ts'
import type { Tx } from '../db/tenant.ts'

// The order keeps to an index by time, whatever the plan was made for.
const selectExpired = statement(
  'messages.select_expired',
  `select m.message_id from message m
    where m.tenant_id = $1 and m.received_at < now() - make_interval(days => $2)
    order by m.received_at limit $3`,
)
const selectExpiredPositions = statement(
  'messages.select_expired_positions',
  `select m.message_id from message m
    where m.tenant_id = $1 and m.kind = 'tracking-update' and m.received_at < now() - make_interval(days => $2)
    order by m.received_at limit $3`,
)

/** Messages whose time is over, oldest first; those with positions have a shorter one. */
export async function findExpiredMessages(
  tx: Tx,
  days: { all: number; positions: number },
  most: number,
): Promise<string[]> {
  const rows = await Promise.all([
    tx.query<{ message_id: string }>(selectExpired, days.all, most),
    tx.query<{ message_id: string }>(selectExpiredPositions, days.positions, most),
  ])
  return [...new Set(rows.flat().map((row) => row.message_id))]
}
