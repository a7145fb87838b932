import { statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'
import type { KnownRoad } from './rules.ts'

const insertRoads = statement(
  'positions.insert_roads',
  `insert into road (tenant_id, engine, from_place, to_place, vehicle, distance_km, driving_minutes)
   select $1, $2, r.from_place, r.to_place, coalesce(r.vehicle, ''), r.distance_km, r.driving_minutes
     from json_to_recordset($3::json)
          as r (from_place text, to_place text, vehicle text, distance_km double precision, driving_minutes integer)
   on conflict (tenant_id, engine, from_place, to_place, vehicle) do update
      set distance_km = excluded.distance_km, driving_minutes = excluded.driving_minutes, found_at = excluded.found_at
   returning tenant_id`,
)
const deleteOld = statement(
  'positions.delete_old_roads',
  `delete from road where tenant_id = $1 and found_at < now() - make_interval(days => $2)`,
)
const deleteFailure = statement('positions.delete_road_failure', 'delete from road_failure where tenant_id = $1')
const insertFailure = statement(
  'positions.insert_road_failure',
  `insert into road_failure (tenant_id, engine, kind, failure, since_at, last_at)
   select $1, $2, $3, $4, clock, clock from clock_timestamp() as clock
   on conflict (tenant_id) do update
      set engine = excluded.engine, kind = excluded.kind, failure = excluded.failure, last_at = excluded.last_at,
          since_at = case when road_failure.engine = excluded.engine and excluded.last_at - road_failure.last_at < interval '1 hour'
                          then road_failure.since_at else excluded.since_at end
   returning tenant_id`,
)

/** Days after which a road is requested again, because roads are built and closed. */
export const keptDays = 180

/** Days after which a route closed to a vehicle is requested again, because limits are often due to roadworks. */
export const closedDays = 14

/** Stores the answers of an engine, deletes old ones, and records that the engine works. */
export async function saveRoads(tx: Tx, engine: string, roads: readonly KnownRoad[]): Promise<void> {
  // Sorted, so that two processes that write the same roads do not deadlock.
  const sorted = roads.toSorted((one, other) => (rank(one) < rank(other) ? -1 : 1))
  await Promise.all([
    tx.query(insertRoads, engine, JSON.stringify(sorted)),
    tx.query(deleteOld, keptDays),
    tx.query(deleteFailure),
  ])
}

function rank({ from_place, to_place, vehicle = '' }: KnownRoad): string {
  return `${from_place} ${to_place} ${vehicle}`
}

/** Records a failure of an engine, and since when. */
export async function noteFailure(tx: Tx, engine: string, kind: string, failure: string): Promise<void> {
  await tx.query(insertFailure, engine, kind, failure)
}

/** Records that the tenant's engine works again. */
export async function forgetFailure(tx: Tx): Promise<void> {
  await tx.query(deleteFailure)
}
