import { countGone, keysOf } from '../db/keys.ts'
import { statement } from '../db/statement.ts'
import type { Tx } from '../db/tenant.ts'

const isOld = 'recorded_at < now() - make_interval(days => $2)'

const countPositions = statement(
  'positions.count_old_positions',
  `select count(*)::integer as rows from (select from position_sample where tenant_id = $1 and ${isOld} limit $3) x`,
)
const countTelemetry = statement(
  'positions.count_old_telemetry',
  `select count(*)::integer as rows from (select from telemetry_sample where tenant_id = $1 and ${isOld} limit $3) x`,
)

/** Number of positions older than a number of days, counted up to a limit. */
export async function countOldPositions(tx: Tx, days: number, most: number): Promise<number> {
  return (await tx.query<{ rows: number }>(countPositions, days, most))[0]!.rows
}

/** The count for other telematics. */
export async function countOldTelemetry(tx: Tx, days: number, most: number): Promise<number> {
  return (await tx.query<{ rows: number }>(countTelemetry, days, most))[0]!.rows
}

/** SQL: the key of a sample as one text, so that samples that cannot be deleted can be listed. */
const keyText = `p.resource_id || ' ' || replace(p.recorded_at::text, ' ', 'T')`

const selectOldPositions = statement(
  'positions.select_old_positions',
  `select ${keyText} as key from position_sample p
    where p.tenant_id = $1 and p.${isOld} and ${keyText} <> all ($4::text[]) limit $3`,
)
const selectOldTelemetry = statement(
  'positions.select_old_telemetry',
  `select ${keyText} || ' ' || p.kind as key from telemetry_sample p
    where p.tenant_id = $1 and p.${isOld}
      and ${keyText} || ' ' || p.kind <> all ($4::text[]) limit $3`,
)

/**
 * Keys of positions older than a number of days, up to a limit.
 * @param left keys to skip
 */
export async function findOldPositions(tx: Tx, days: number, most: number, left: readonly string[]): Promise<string[]> {
  return (await tx.query<{ key: string }>(selectOldPositions, days, most, left)).map(({ key }) => key)
}

/** The keys for other telematics. */
export async function findOldTelemetry(tx: Tx, days: number, most: number, left: readonly string[]): Promise<string[]> {
  return (await tx.query<{ key: string }>(selectOldTelemetry, days, most, left)).map(({ key }) => key)
}

const positions = keysOf({ resource_id: 'uuid', recorded_at: 'timestamptz' })
const telemetry = keysOf({ resource_id: 'uuid', recorded_at: 'timestamptz', kind: 'text' })
const deleteOldPositions = statement(
  'positions.delete_old_positions',
  `with gone as (
     delete from position_sample p using ${positions.list} where p.tenant_id = $1 and ${positions.is('p')} returning 1)
   ${countGone}`,
)
const deleteOldTelemetry = statement(
  'positions.delete_old_telemetry',
  `with gone as (
     delete from telemetry_sample p using ${telemetry.list} where p.tenant_id = $1 and ${telemetry.is('p')} returning 1)
   ${countGone}`,
)

/**
 * Deletes positions by key.
 * @returns how many there were
 */
export async function deletePositionsBy(tx: Tx, keys: readonly string[]): Promise<number> {
  return await positions.remove(tx, deleteOldPositions, keys)
}

/**
 * Deletes other telematics by key.
 * @returns how many there were
 */
export async function deleteTelemetryBy(tx: Tx, keys: readonly string[]): Promise<number> {
  return await telemetry.remove(tx, deleteOldTelemetry, keys)
}

const deletePositions = statement(
  'positions.delete_positions_of',
  `with gone as (delete from position_sample where tenant_id = $1 and resource_id = $2 returning 1)
   select count(*)::integer as rows from gone`,
)
const deleteTelemetry = statement(
  'positions.delete_telemetry_of',
  `with gone as (delete from telemetry_sample where tenant_id = $1 and resource_id = $2 returning 1)
   select count(*)::integer as rows from gone`,
)
const deleteState = statement(
  'positions.delete_state_of',
  'delete from resource_state where tenant_id = $1 and resource_id = $2',
)

/**
 * Deletes past and last positions of a resource, and its other samples.
 * @returns how many positions and other samples there were
 */
export async function deleteSamplesOf(tx: Tx, resourceId: string): Promise<number> {
  const [positions, telemetry] = await Promise.all([
    tx.query<{ rows: number }>(deletePositions, resourceId),
    tx.query<{ rows: number }>(deleteTelemetry, resourceId),
    tx.query(deleteState, resourceId),
  ])
  return positions[0]!.rows + telemetry[0]!.rows
}
