import { statement } from '../db/statement.ts'
import type { Tx } from '../db/tenant.ts'

// The order forces an index by time, whatever the plan was made for.
const selectExpired = statement(
  'messages.select_expired',
  `select m.message_id from message m
    where m.tenant_id = $1 and m.received_at < now() - make_interval(days => $2) and m.message_id <> all ($4::uuid[])
    order by m.received_at limit $3`,
)
const selectExpiredPositions = statement(
  'messages.select_expired_positions',
  `select m.message_id from message m
    where m.tenant_id = $1 and m.kind = 'tracking-update' and m.received_at < now() - make_interval(days => $2)
    order by m.received_at limit $3`,
)

/** Messages with positions past their retention, oldest first. */
export async function findExpiredPositions(tx: Tx, days: number, most: number): Promise<string[]> {
  const rows = await tx.query<{ message_id: string }>(selectExpiredPositions, days, most)
  return rows.map(({ message_id }) => message_id)
}

const countExpired = statement(
  'messages.count_expired',
  `select count(*)::integer as rows from (
     select from message m where m.tenant_id = $1 and m.received_at < now() - make_interval(days => $2) limit $3) x`,
)

/** Counts messages older than `days` days, up to `most`. */
export async function countOldMessages(tx: Tx, days: number, most: number): Promise<number> {
  return (await tx.query<{ rows: number }>(countExpired, days, most))[0]!.rows
}

/**
 * Messages older than `days` days, oldest first, at most `most`.
 * @param left ids to skip
 */
export async function findOldMessages(tx: Tx, days: number, most: number, left: readonly string[]): Promise<string[]> {
  const rows = await tx.query<{ message_id: string }>(selectExpired, days, most, left)
  return rows.map(({ message_id }) => message_id)
}
