import { statement } from '../db/statement.ts'
import type { Tx } from '../db/tenant.ts'

const isOld = 'recorded_at < now() - make_interval(days => $2)'

const countOld = statement(
  'positions.count_old',
  `select count(*)::integer as rows from (
     select from position_sample where tenant_id = $1 and ${isOld}
      union all select from telemetry_sample where tenant_id = $1 and ${isOld} limit $3) x`,
)

/** Positions and other telematics older than so many days, counted up to so many. */
export async function countOldSamples(tx: Tx, days: number, most: number): Promise<number> {
  return (await tx.query<{ rows: number }>(countOld, days, most))[0]!.rows
}

const deleteOldPositions = statement(
  'positions.delete_old_positions',
  `with gone as (
     delete from position_sample where tenant_id = $1 and ${isOld} and (resource_id, recorded_at) in (
       select p.resource_id, p.recorded_at from position_sample p where p.tenant_id = $1 and p.${isOld} limit $3)
     returning 1)
   select count(*)::integer as rows from gone`,
)
const deleteOldTelemetry = statement(
  'positions.delete_old_telemetry',
  `with gone as (
     delete from telemetry_sample where tenant_id = $1 and ${isOld} and (resource_id, kind, recorded_at) in (
       select p.resource_id, p.kind, p.recorded_at from telemetry_sample p where p.tenant_id = $1 and p.${isOld} limit $3)
     returning 1)
   select count(*)::integer as rows from gone`,
)

/**
 * Removes positions and other telematics older than so many days, at most so many of each.
 * @returns how many there were
 */
export async function deleteOldSamples(tx: Tx, days: number, most: number): Promise<number> {
  const rows = await Promise.all([
    tx.query<{ rows: number }>(deleteOldPositions, days, most),
    tx.query<{ rows: number }>(deleteOldTelemetry, days, most),
  ])
  return rows.reduce((sum, [row]) => sum + row!.rows, 0)
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
