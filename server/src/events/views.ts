import type { LoggedEvent } from '@cartage/contract/events/endpoints'
import { inTurn, statement } from '../db/statement.ts'
import type { Tx } from '../db/tenant.ts'
import { instant } from '../db/texts.ts'

// The predicate is deliberately the other way round: `tenant` is outside row security (see events/store.ts).
const selectEpoch = inTurn(statement('events.select_epoch', 'select epoch from tenant where $1 = tenant_id'))

/**
 * The tenant's epoch, part of every event's payload. It grows when the database is restored from a backup, because
 * sequence numbers of lost events are used again (DLV-13).
 */
export async function currentEpoch(tx: Tx): Promise<number> {
  const [row] = await tx.query<{ epoch: number }>(selectEpoch)
  return row!.epoch
}

const selectLog = statement(
  'events.select_log',
  `select p.position::float8 as position, e.event_id, e.entity_type, e.entity_id, e.sequence, e.epoch, e.type, e.payload,
          ${instant('e.recorded_at')} as occurred_at
     from event_position p join event e on e.tenant_id = $1 and e.event_id = p.event_id
    where p.tenant_id = $1 and p.position > $2
    order by p.position limit $3`,
)

/** An entry of the log; its payload is the text that endpoints get. */
export interface LogRow extends Omit<LoggedEvent, 'payload'> {
  payload: string
}

/** Entries of the log after a position, in order. */
export async function listLog(tx: Tx, after: number, limit: number): Promise<LogRow[]> {
  const rows = await tx.query<LogRow>(selectLog, after, limit)
  return rows.map((row) => {
    const payload = JSON.parse(row.payload) as LoggedEvent['payload']
    return { ...row, occurred_at: 'events' in payload ? payload.events[0]!.timestamp : payload.timestamp }
  })
}

const selectEnds = statement(
  'events.select_log_ends',
  `select coalesce((select min(position) from event_position where tenant_id = $1), h.last_position + 1)::float8 as first,
          h.last_position::float8 as last
     from event_head h where h.tenant_id = $1`,
)

/** First and last stored position; undefined for a log that has not started. */
export async function findLogEnds(tx: Tx): Promise<{ first: number; last: number } | undefined> {
  const [ends] = await tx.query<{ first: number; last: number }>(selectEnds)
  return ends
}
