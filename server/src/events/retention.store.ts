import { statement } from '../db/statement.ts'
import type { Tx } from '../db/tenant.ts'

// The log is nearly in the order of recording, so expired entries are at its beginning.
const selectExpired = statement(
  'events.select_expired',
  `select p.position::float8 as position, p.event_id
     from event_position p join event e on e.tenant_id = $1 and e.event_id = p.event_id
    where p.tenant_id = $1
      and p.position <= (select min(position) from event_position where tenant_id = $1) + $3
      and e.recorded_at < now() - make_interval(days => $2)
    order by p.position`,
)
const deleteEventRows = statement(
  'events.delete_events',
  'delete from event where tenant_id = $1 and event_id = any ($2::uuid[])',
)
const deletePositionRows = statement(
  'events.delete_positions',
  'delete from event_position where tenant_id = $1 and position = any ($2::bigint[])',
)

/** An entry of the log past its retention. */
export interface ExpiredEvent {
  position: number
  event_id: string
}

/** The oldest entries of the log that are older than `days` days, about `most` of them. */
export async function findExpiredEvents(tx: Tx, days: number, most: number): Promise<ExpiredEvent[]> {
  return tx.query<ExpiredEvent>(selectExpired, days, most - 1)
}

/**
 * Deletes events; rows that refer to them must have been deleted before, in the same transaction.
 * @param events those outside the log have no position
 */
export async function deleteEvents(
  tx: Tx,
  events: readonly { event_id: string; position: number | null }[],
): Promise<void> {
  await Promise.all([
    tx.query(
      deletePositionRows,
      events.flatMap((event) => event.position ?? []),
    ),
    tx.query(
      deleteEventRows,
      events.map((event) => event.event_id),
    ),
  ])
}
