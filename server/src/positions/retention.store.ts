import { statement } from '../db/statement.ts'
import type { Tx } from '../db/tenant.ts'
import { columnsOfKeys } from '../db/texts.ts'

const isOld = 'recorded_at < now() - make_interval(days => $2)'

const countPositions = statement(
  'positions.count_old_positions',
  `select count(*)::integer as rows from (select from position_sample where tenant_id = $1 and ${isOld} limit $3) x`,
)
const countTelemetry = statement(
  'positions.count_old_telemetry',
  `select count(*)::integer as rows from (select from telemetry_sample where tenant_id = $1 and ${isOld} limit $3) x`,
)

/** Positions older than so many days, counted up to so many. */
export async function countOldPositions(tx: Tx, days: number, most: number): Promise<number> {
  return (await tx.query<{ rows: number }>(countPositions, days, most))[0]!.rows
}

/** The same of other telematics. */
export async function countOldTelemetry(tx: Tx, days: number, most: number): Promise<number> {
  return (await tx.query<{ rows: number }>(countTelemetry, days, most))[0]!.rows
}

/** SQL: the key of a sample in one text, so that one that cannot go can be named. */
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

/** Keys of positions older than so many days, at most so many. @param left keys that are passed over */
export async function findOldPositions(tx: Tx, days: number, most: number, left: readonly string[]): Promise<string[]> {
  return (await tx.query<{ key: string }>(selectOldPositions, days, most, left)).map(({ key }) => key)
}

/** The same of other telematics. */
export async function findOldTelemetry(tx: Tx, days: number, most: number, left: readonly string[]): Promise<string[]> {
  return (await tx.query<{ key: string }>(selectOldTelemetry, days, most, left)).map(({ key }) => key)
}

const deleteOldPositions = statement(
  'positions.delete_old_positions',
  `with gone as (
     delete from position_sample p using unnest($2::uuid[], $3::timestamptz[]) as k (resource_id, recorded_at)
      where p.tenant_id = $1 and p.resource_id = k.resource_id and p.recorded_at = k.recorded_at
     returning 1)
   select count(*)::integer as rows from gone`,
)
const deleteOldTelemetry = statement(
  'positions.delete_old_telemetry',
  `with gone as (
     delete from telemetry_sample p using unnest($2::uuid[], $3::timestamptz[], $4::text[]) as k (resource_id, recorded_at, kind)
      where p.tenant_id = $1 and p.resource_id = k.resource_id and p.recorded_at = k.recorded_at and p.kind = k.kind
     returning 1)
   select count(*)::integer as rows from gone`,
)

/** Removes positions by such keys. @returns how many there were */
export async function deletePositionsBy(tx: Tx, keys: readonly string[]): Promise<number> {
  return (await tx.query<{ rows: number }>(deleteOldPositions, ...columnsOfKeys(keys, 2)))[0]!.rows
}

/** Removes other telematics by such keys. @returns how many there were */
export async function deleteTelemetryBy(tx: Tx, keys: readonly string[]): Promise<number> {
  return (await tx.query<{ rows: number }>(deleteOldTelemetry, ...columnsOfKeys(keys, 3)))[0]!.rows
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

/** Removes where a resource was and is. @returns how many positions and other samples there were */
export async function deleteSamplesOf(tx: Tx, resourceId: string): Promise<number> {
  const [positions, telemetry] = await Promise.all([
    tx.query<{ rows: number }>(deletePositions, resourceId),
    tx.query<{ rows: number }>(deleteTelemetry, resourceId),
    tx.query(deleteState, resourceId),
  ])
  return positions[0]!.rows + telemetry[0]!.rows
}
