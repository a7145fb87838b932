import { statement } from '../db/statement.ts'
import type { Tx } from '../db/tenant.ts'
import { instant } from '../db/texts.ts'
import { coarseFromM, coarseWaitsSeconds, usualAccuracyM } from './accuracy.rules.ts'
import type { PositionSample, Sample } from './samples.rules.ts'

/** Seconds between two events of one resource: positions in between are reported together. */
export const bundleSeconds = 10

// TELE-1: of two fixes at one instant the better one stays, regardless of arrival order; an impossible one gives way to
// any other.
const insertBetter = `insert into position_sample as old (tenant_id, resource_id, recorded_at, latitude, longitude, accuracy_m)
   select $1::uuid, s.resource_id, s.recorded_at, s.latitude, s.longitude, s.accuracy_m
     from unnest($2::uuid[], $3::timestamptz[], $4::float8[], $5::float8[], $6::float8[])
          as s (resource_id, recorded_at, latitude, longitude, accuracy_m)
   on conflict (tenant_id, resource_id, recorded_at) do update
      set latitude = excluded.latitude, longitude = excluded.longitude, accuracy_m = excluded.accuracy_m, doubt = null
    where (old.doubt is null, coalesce(excluded.accuracy_m, ${usualAccuracyM}), excluded.latitude, excluded.longitude)
        < (true, coalesce(old.accuracy_m, ${usualAccuracyM}), old.latitude, old.longitude)`
const insertPositionRows = statement('positions.insert_positions', `${insertBetter} returning tenant_id`)
// As above, and queues new ones for reporting: immediately, or when the resource's next bundle is due.
const insertAndQueue = statement(
  'positions.insert_positions_and_tell',
  `with stored as (
     ${insertBetter}
     returning resource_id, recorded_at, latitude, longitude
   )
   insert into position_outbox (tenant_id, resource_id, recorded_at, latitude, longitude, due_at)
   select $1::uuid, s.resource_id, s.recorded_at, s.latitude, s.longitude,
          greatest(now(), (select r.event_at + make_interval(secs => $7) from resource_state r
                            where r.tenant_id = $1 and r.resource_id = s.resource_id and r.kind = 'POSITION'))
     from stored s
   on conflict (tenant_id, resource_id, recorded_at) do update
      set latitude = excluded.latitude, longitude = excluded.longitude
   returning tenant_id`,
)
const insertTelemetryRows = statement(
  'positions.insert_telemetry',
  `insert into telemetry_sample (tenant_id, resource_id, kind, recorded_at, doc)
   select $1::uuid, s.resource_id, s.kind, s.recorded_at, s.doc
     from json_to_recordset($2::json) as s (resource_id uuid, kind text, recorded_at timestamptz, doc jsonb)
   on conflict do nothing
   returning tenant_id`,
)
// TELE-1: a coarse position counts as if it were a minute older; at one instant the better one stays.
const waits = (row: string) => `case
        when ${row}.kind = 'POSITION' and coalesce((${row}.doc->>'accuracy_m')::float8, 0) >= ${coarseFromM}
        then interval '${coarseWaitsSeconds} seconds' else interval '0' end`
const goodness = (row: string) =>
  `case when ${row}.kind = 'POSITION' then - coalesce((${row}.doc->>'accuracy_m')::float8, ${usualAccuracyM}) else 0 end`
// Subtracts instants from each other: subtracting an interval depends on the time zone and is refused here by nodes.
const isBetter = `((excluded.recorded_at - old.recorded_at) - (${waits('excluded')} - ${waits('old')}), ${goodness('excluded')})
        > (interval '0', ${goodness('old')})`
const upsertStates = statement(
  'positions.upsert_states',
  `insert into resource_state as old (tenant_id, resource_id, kind, recorded_at, doc)
   select $1::uuid, s.resource_id, s.kind, s.recorded_at, s.doc
     from json_to_recordset($2::json) as s (resource_id uuid, kind text, recorded_at timestamptz, doc jsonb)
    order by s.resource_id, s.kind
   on conflict (tenant_id, resource_id, kind) do update
      set recorded_at = excluded.recorded_at, doc = excluded.doc, changed_at = excluded.changed_at
    where ${isBetter}
   returning tenant_id`,
)

/** Stores positions without duplicates; with `isReported` new ones are queued for receivers. */
export async function insertPositions(
  tx: Tx,
  positions: readonly PositionSample[],
  isReported: boolean,
): Promise<void> {
  if (positions.length === 0) return
  const columns = [
    positions.map((one) => one.resource_id),
    positions.map((one) => one.recorded_at),
    positions.map((one) => one.latitude),
    positions.map((one) => one.longitude),
    positions.map((one) => one.accuracy_m ?? null),
  ]
  if (isReported) await tx.query(insertAndQueue, ...columns, bundleSeconds)
  else await tx.query(insertPositionRows, ...columns)
}

/** Stores measurements other than positions, without duplicates. */
export async function insertTelemetry(tx: Tx, samples: readonly Sample[]): Promise<void> {
  if (samples.length > 0) await tx.query(insertTelemetryRows, JSON.stringify(samples))
}

/** Writes the newest value of each resource and kind; an older one changes nothing. */
export async function saveStates(tx: Tx, newest: readonly Sample[]): Promise<void> {
  if (newest.length > 0) await tx.query(upsertStates, JSON.stringify(newest))
}

const selectDue = statement(
  'positions.select_due_resources',
  `select distinct resource_id from (
     select o.resource_id from position_outbox o where o.tenant_id = $1 and o.due_at <= now()
        and o.resource_id <> all ($3::uuid[])
      order by o.due_at limit $2
   ) due order by resource_id`,
)
const lockStates = statement(
  'positions.lock_states',
  `select s.resource_id, s.event_sequence, r.name, r.resource_type
     from resource_state s cross join lateral (
       select name, resource_type from resource where tenant_id = $1 and resource_id = s.resource_id limit 1
     ) r
    where s.tenant_id = $1 and s.resource_id = any ($2::uuid[]) and s.kind = 'POSITION'
    order by s.resource_id for update of s`,
)
const takeOutbox = statement(
  'positions.take_outbox',
  `with taken as (
     delete from position_outbox where tenant_id = $1 and resource_id = any ($2::uuid[])
     returning resource_id, latitude, longitude, recorded_at
   )
   select resource_id, latitude, longitude, ${instant('recorded_at')} as recorded_at from taken`,
)
const raiseSequences = statement(
  'positions.raise_sequences',
  `update resource_state s set event_sequence = n.sequence, event_at = now()
     from unnest($2::uuid[], $3::integer[]) as n (resource_id, sequence)
    where s.tenant_id = $1 and s.resource_id = any ($2::uuid[]) and s.resource_id = n.resource_id
      and s.kind = 'POSITION'`,
)

/** A resource to report, and the sequence of its last event. */
export interface ReportedResource {
  resource_id: string
  name: string
  resource_type: string
  event_sequence: number
}

/** Resources that are due for reporting and not paused, locked until the transaction ends. */
export async function dueResourcesForUpdate(
  tx: Tx,
  most: number,
  resting: readonly string[],
): Promise<ReportedResource[]> {
  const due = await tx.query<{ resource_id: string }>(selectDue, most, resting)
  if (due.length === 0) return []
  return await tx.query<ReportedResource>(
    lockStates,
    due.map(({ resource_id }) => resource_id),
  )
}

/** Removes and returns the queued positions of locked resources. */
export async function takeUnpublishedPositions(tx: Tx, resourceIds: readonly string[]): Promise<PositionSample[]> {
  return await tx.query<PositionSample>(takeOutbox, resourceIds)
}

/** Stores the last event sequence of each resource, and that it was reported now. */
export async function updateSequences(
  tx: Tx,
  last: readonly { resource_id: string; sequence: number }[],
): Promise<void> {
  await tx.query(
    raiseSequences,
    last.map((one) => one.resource_id),
    last.map((one) => one.sequence),
  )
}

const setFence = statement(
  'positions.set_fence',
  `insert into location_fence (tenant_id, location_id, radius_m) values ($1, $2, $3)
   on conflict (tenant_id, location_id) do update set radius_m = excluded.radius_m`,
)
const dropFence = statement(
  'positions.drop_fence',
  'delete from location_fence where tenant_id = $1 and location_id = $2',
)

/** Sets the radius of a location; null removes it. */
export async function saveFence(tx: Tx, locationId: string, radiusM: number | null): Promise<void> {
  if (radiusM === null) await tx.query(dropFence, locationId)
  else await tx.query(setFence, locationId, radiusM)
}
