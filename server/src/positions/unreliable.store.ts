import { statement } from '../db/statement.ts'
import type { Tx } from '../db/tenant.ts'
import type { PositionSample } from './samples.rules.ts'
import type { UnreliableReason } from './unreliable.rules.ts'

/** Days that counts are stored. */
const retentionDays = 90

/** A position that only goes into the history. */
export interface UnreliablePosition extends PositionSample {
  doubt: UnreliableReason
}

// Duplicates are not counted again. Sorted, so that two messages never deadlock.
const insertDoubtful = statement(
  'positions.insert_doubtful_positions',
  `with stored as (
     insert into position_sample (tenant_id, resource_id, recorded_at, latitude, longitude, doubt, accuracy_m)
     select $1::uuid, s.resource_id, s.recorded_at, s.latitude, s.longitude, s.doubt, s.accuracy_m
       from unnest($3::uuid[], $4::timestamptz[], $5::float8[], $6::float8[], $7::text[], $8::float8[])
            as s (resource_id, recorded_at, latitude, longitude, doubt, accuracy_m)
     on conflict do nothing
     returning resource_id, recorded_at, doubt
   )
   insert into position_doubt as old (tenant_id, credential_id, resource_id, day, reason, positions, last_at)
   select $1::uuid, $2::text, s.resource_id, (now() at time zone 'UTC')::date, s.doubt, count(*), max(s.recorded_at)
     from stored s group by s.resource_id, s.doubt order by s.resource_id, s.doubt
   on conflict (tenant_id, credential_id, resource_id, day, reason) do update
      set positions = old.positions + excluded.positions, last_at = greatest(old.last_at, excluded.last_at)
   returning tenant_id`,
)
const deleteOld = statement(
  'positions.delete_old_doubts',
  `delete from position_doubt d
    where d.tenant_id = $1 and d.day < (now() at time zone 'UTC')::date - $2::integer`,
)

/** Stores unreliable positions without duplicates, and counts the new ones for their credentials. */
export async function insertUnreliablePositions(
  tx: Tx,
  credentialId: string | null,
  positions: readonly UnreliablePosition[],
): Promise<void> {
  if (positions.length === 0 || credentialId === null) return
  await Promise.all([
    tx.query(
      insertDoubtful,
      credentialId,
      positions.map((one) => one.resource_id),
      positions.map((one) => one.recorded_at),
      positions.map((one) => one.latitude),
      positions.map((one) => one.longitude),
      positions.map((one) => one.doubt),
      positions.map((one) => one.accuracy_m ?? null),
    ),
    tx.query(deleteOld, retentionDays),
  ])
}
