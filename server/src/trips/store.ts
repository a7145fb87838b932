import { statement } from '../db/statement.ts'
import type { Tx } from '../db/tenant.ts'
import { instantInMs } from '../db/texts.ts'
import { differenceOf, type ResourceRow, type StopRow, withVersions } from './change/difference.rules.ts'
import type { TripResource, TripState, TripStop } from './state.rules.ts'

/** SQL for an instant in the form of states: UTC with milliseconds. */
const instantAs = (column: string) => `${instantInMs(column)} as ${column.replace(/^\w+\./, '')}`

const tripColumns = `t.trip_id, t.name, t.trip_identifier, t.status, t.planning_group_id, t.subcontractor_id,
          t.is_dispatched, t.note, t.custom_fields, t.distance_km, t.version, t.event_sequence`

const stopColumns = `s.trip_id, s.stop_id, s.kind, s.order_id, s.stop_group_id, s.location_id, s.activity,
          s.activity_label, ${instantAs('s.planned_start_at')}, ${instantAs('s.planned_end_at')}, s.fixed_timestamp_type,
          ${instantAs('s.eta_start_at')}, ${instantAs('s.eta_end_at')}, s.eta_is_estimated, ${instantAs('s.actual_start_at')},
          ${instantAs('s.actual_end_at')}, s.status, ${instantAs('s.status_at')}, s.mileage_km, s.mileage_is_estimated,
          s.reference_number, s.note, s.crossing, s.custom_fields, s.event_sequence`

const resourceColumns = 'r.trip_id, r.resource_id, r.name, r.license_plate, r.container_number'

// `order by` forces the index on ids: a plan made for an empty table considers all indexes equally cheap.
const lockTrips = statement(
  'trips.lock_trips',
  `select ${tripColumns} from trip t
    where t.tenant_id = $1 and t.trip_id = any($2::uuid[]) order by t.trip_id for update`,
)
const selectStops = statement(
  'trips.select_stops',
  `select ${stopColumns} from trip_stop s
    where s.tenant_id = $1 and s.trip_id = any($2::uuid[]) order by s.trip_id, s.sequence`,
)
const selectResources = statement(
  'trips.select_resources',
  `select ${resourceColumns} from trip_resource r
    where r.tenant_id = $1 and r.trip_id = any($2::uuid[]) order by r.trip_id, r.position, r.resource_id`,
)

/**
 * These trips, locked in the order of their ids; unknown ids are left out. Every change of a trip begins with this, and
 * locks orders afterwards.
 */
export async function tripsForUpdate(tx: Tx, tripIds: readonly string[]): Promise<TripState[]> {
  return await lockedTrips(tx, tripIds)
}

// Without locks a single statement gives a consistent snapshot, and JSON is parsed faster than the same data as rows.
const readWhole = statement(
  'trips.select_whole_trips',
  `select ${tripColumns},
          (select coalesce(json_agg(s order by s.sequence), '[]') from (
            select s.sequence, ${stopColumns} from trip_stop s
             where s.tenant_id = $1 and s.trip_id = t.trip_id) s) as stops,
          (select coalesce(json_agg(r order by r.position, r.resource_id), '[]') from (
            select r.position, ${resourceColumns} from trip_resource r
             where r.tenant_id = $1 and r.trip_id = t.trip_id) r) as resources
     from trip t
    where t.tenant_id = $1 and t.trip_id = any($2::uuid[]) order by t.trip_id`,
)

interface WholeTrip extends Omit<TripState, 'stops' | 'resources'> {
  stops: (TripStop & { trip_id: string; sequence: number })[]
  resources: (TripResource & { trip_id: string; position: number })[]
}

/** These trips without a lock: for reading only, never for writing. */
export async function tripsByIds(tx: Tx, tripIds: readonly string[]): Promise<TripState[]> {
  if (tripIds.length === 0) return []
  const rows = await tx.query<WholeTrip>(readWhole, tripIds)
  return rows.map(({ stops, resources, ...trip }) => ({
    ...trip,
    stops: stops.map(({ trip_id: _trip, sequence: _sequence, ...stop }) => stop),
    resources: resources.map(({ trip_id: _trip, position: _position, ...resource }) => resource),
  }))
}

/** Stops and resources are read by statements that start after the lock, so that they are consistent. */
async function lockedTrips(tx: Tx, tripIds: readonly string[]): Promise<TripState[]> {
  if (tripIds.length === 0) return []
  const [rows, stops, resources] = await Promise.all([
    tx.query<Omit<TripState, 'stops' | 'resources'>>(lockTrips, tripIds),
    tx.query<TripStop & { trip_id: string }>(selectStops, tripIds),
    tx.query<TripResource & { trip_id: string }>(selectResources, tripIds),
  ])
  const stopsOf = Map.groupBy(stops, ({ trip_id }) => trip_id)
  const resourcesOf = Map.groupBy(resources, ({ trip_id }) => trip_id)
  return rows.map((row) => ({
    ...row,
    stops: (stopsOf.get(row.trip_id) ?? []).map(({ trip_id: _trip, ...stop }) => stop),
    resources: (resourcesOf.get(row.trip_id) ?? []).map(({ trip_id: _trip, ...resource }) => resource),
  }))
}

const selectTripsOfOrders = statement(
  'trips.select_trips_of_orders',
  // `order by` forces the index on orders: a plan made for an empty table considers all indexes equally cheap.
  `select s.trip_id from trip_stop s
    where s.tenant_id = $1 and s.order_id = any($2::uuid[]) order by s.order_id`,
)

/** Ids of the trips that carry these orders, in whole or in part. */
export async function tripIdsOfOrders(tx: Tx, orderIds: readonly string[]): Promise<string[]> {
  if (orderIds.length === 0) return []
  const rows = await tx.query<{ trip_id: string }>(selectTripsOfOrders, orderIds)
  return [...new Set(rows.map(({ trip_id }) => trip_id))]
}

/** The trips that carry these orders, locked. */
export async function tripsOfOrdersForUpdate(tx: Tx, orderIds: readonly string[]): Promise<TripState[]> {
  return await lockUntilStill(tx, () => tripIdsOfOrders(tx, orderIds))
}

/** The trips of these stops, locked; stops without a trip are left out. */
export async function tripsOfStopsForUpdate(tx: Tx, stopIds: readonly string[]): Promise<TripState[]> {
  return await lockUntilStill(tx, async () => [...new Set((await tripsOfStops(tx, stopIds)).values())])
}

/**
 * Repeats the search after locking, because the records may have moved to another trip meanwhile. Locks of a second
 * round may be out of order; PostgreSQL then breaks a deadlock, and the caller is retried.
 */
async function lockUntilStill(tx: Tx, find: () => Promise<string[]>): Promise<TripState[]> {
  let tripIds = await find()
  for (;;) {
    const trips = await tripsForUpdate(tx, tripIds)
    const locked = new Set(tripIds)
    const found = await find()
    if (found.every((id) => locked.has(id))) return trips.filter(({ trip_id }) => found.includes(trip_id))
    tripIds = [...new Set([...tripIds, ...found])]
  }
}

const selectTripsOfStops = statement(
  'trips.select_trips_of_stops',
  `select s.stop_id, s.trip_id from trip_stop s
    where s.tenant_id = $1 and s.stop_id = any($2::uuid[]) order by s.stop_id`,
)

/** The trip of each stop, by stop id; stops without a trip are left out. */
export async function tripsOfStops(tx: Tx, stopIds: readonly string[]): Promise<Map<string, string>> {
  if (stopIds.length === 0) return new Map()
  const rows = await tx.query<{ stop_id: string; trip_id: string }>(selectTripsOfStops, stopIds)
  return new Map(rows.map(({ stop_id, trip_id }) => [stop_id, trip_id]))
}

const selectByIdentifier = statement(
  'trips.select_by_identifier',
  'select t.trip_id from trip t where t.tenant_id = $1 and t.trip_identifier = $2',
)

/** The trip with this trip identifier of an optimiser (TRIP-1), even if cancelled. */
export async function findTripIdByIdentifier(tx: Tx, identifier: string): Promise<string | undefined> {
  return (await tx.query<{ trip_id: string }>(selectByIdentifier, identifier))[0]?.trip_id
}

const selectSequences = statement(
  'trips.select_sequences',
  `select q.entity_id, q.event_sequence from trip_sequence q
    where q.tenant_id = $1 and q.entity_id = any($2::uuid[]) order by q.entity_id`,
)

/** The last event sequence of removed trips and stops, by id. */
export async function sequencesOfRemoved(tx: Tx, ids: readonly string[]): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map()
  const rows = await tx.query<{ entity_id: string; event_sequence: number }>(selectSequences, ids)
  return new Map(rows.map(({ entity_id, event_sequence }) => [entity_id, event_sequence]))
}

const insertTrips = statement(
  'trips.insert_trips',
  `insert into trip (tenant_id, trip_id, name, trip_identifier, status, planning_group_id, subcontractor_id,
                     is_dispatched, note, custom_fields, starts_at, ends_at, distance_km, version, event_sequence,
                     planned_at, completed_at, cancelled_at)
   select $1::uuid, t.trip_id, t.name, t.trip_identifier, t.status, t.planning_group_id, t.subcontractor_id,
          t.is_dispatched, t.note, t.custom_fields, t.starts_at, t.ends_at, t.distance_km, t.version, t.event_sequence,
          case when t.status in ('PLANNED', 'IN_PROGRESS', 'COMPLETED') then now() end,
          case when t.status = 'COMPLETED' then now() end, case when t.status = 'CANCELLED' then now() end
     from json_populate_recordset(null::trip, $2::json) t
   returning tenant_id`,
)
const updateTrips = statement(
  'trips.update_trips',
  `update trip p
      set name = t.name, trip_identifier = t.trip_identifier, status = t.status,
          planning_group_id = t.planning_group_id, subcontractor_id = t.subcontractor_id,
          is_dispatched = t.is_dispatched, note = t.note, custom_fields = t.custom_fields, starts_at = t.starts_at,
          ends_at = t.ends_at, distance_km = t.distance_km, version = t.version, event_sequence = t.event_sequence,
          planned_at = case when t.status = 'CREATED' then null when t.status = 'CANCELLED' then p.planned_at
                            when p.planned_at is null then (select now()) else p.planned_at end,
          completed_at = case when t.status <> 'COMPLETED' then null when p.completed_at is null then (select now())
                              else p.completed_at end,
          cancelled_at = case when t.status <> 'CANCELLED' then null when p.cancelled_at is null then (select now())
                              else p.cancelled_at end,
          updated_at = now()
     from json_populate_recordset(null::trip, $3::json) t
    where p.tenant_id = $1 and p.trip_id = any($2::uuid[]) and p.trip_id = t.trip_id`,
)
const deleteTrips = statement(
  'trips.delete_trips',
  'delete from trip t where t.tenant_id = $1 and t.trip_id = any($2::uuid[])',
)

const written = [
  ...['trip_id', 'sequence', 'kind', 'order_id', 'stop_group_id', 'location_id', 'activity', 'activity_label'],
  ...['planned_start_at', 'planned_end_at', 'fixed_timestamp_type', 'eta_start_at', 'eta_end_at', 'actual_start_at'],
  ...['actual_end_at', 'status', 'status_at', 'mileage_km', 'reference_number', 'note', 'custom_fields'],
  ...['mileage_is_estimated', 'eta_is_estimated', 'event_sequence', 'crossing'],
]
const columns = written.join(', ')
const writtenColumns = written.map((name) => `t.${name}`).join(', ')
const assigned = written.map((name) => `${name} = t.${name}`).join(', ')
const insertStops = statement(
  'trips.insert_stops',
  `insert into trip_stop (tenant_id, stop_id, ${columns})
   select $1::uuid, t.stop_id, ${writtenColumns} from json_populate_recordset(null::trip_stop, $2::json) t
   returning tenant_id`,
)
const updateStops = statement(
  'trips.update_stops',
  `update trip_stop s set ${assigned}
     from json_populate_recordset(null::trip_stop, $3::json) t
    where s.tenant_id = $1 and s.stop_id = any($2::uuid[]) and s.stop_id = t.stop_id`,
)
const deleteStops = statement(
  'trips.delete_stops',
  'delete from trip_stop s where s.tenant_id = $1 and s.stop_id = any($2::uuid[])',
)

const upsertResources = statement(
  'trips.upsert_resources',
  `insert into trip_resource (tenant_id, trip_id, resource_id, position, name, license_plate, container_number,
                              starts_at, ends_at)
   select $1::uuid, t.trip_id, t.resource_id, t.position, t.name, t.license_plate, t.container_number, t.starts_at,
          t.ends_at
     from json_populate_recordset(null::trip_resource, $2::json) t
   on conflict (tenant_id, trip_id, resource_id) do update
     set position = excluded.position, name = excluded.name, license_plate = excluded.license_plate,
         container_number = excluded.container_number, starts_at = excluded.starts_at, ends_at = excluded.ends_at
   returning tenant_id`,
)
const deleteResources = statement(
  'trips.delete_resources',
  `delete from trip_resource r using unnest($2::uuid[], $3::uuid[]) as g (trip_id, resource_id)
    where r.tenant_id = $1 and r.trip_id = any($2::uuid[]) and r.trip_id = g.trip_id and r.resource_id = g.resource_id`,
)
const keepSequences = statement(
  'trips.upsert_sequences',
  `insert into trip_sequence (tenant_id, entity_id, event_sequence)
   select $1::uuid, t.entity_id, t.event_sequence from unnest($2::uuid[], $3::integer[]) as t (entity_id, event_sequence)
   on conflict (tenant_id, entity_id) do update set event_sequence = excluded.event_sequence
   returning tenant_id`,
)

/**
 * Writes exactly the difference between two states of trips that this transaction has locked: new, changed and deleted
 * trips, with stops and resources. Only `change/commands.ts` calls it; all other changes of trips go through that.
 * @returns the trips as they are stored, with their versions and sequences
 */
export async function saveTrips(
  tx: Tx,
  before: readonly TripState[],
  after: readonly TripState[],
): Promise<TripState[]> {
  const saved = withVersions(before, after)
  const { trips, stops, resources } = differenceOf(before, saved)
  const changedTrips = trips.changed.map(({ trip_id }) => trip_id)
  // In this order, because rows are deleted before the ones they reference, and inserted after them.
  await Promise.all([
    removeResources(tx, resources.gone),
    write(tx, deleteStops, stops.gone, [stops.gone.map(({ stop_id }) => stop_id)]),
    write(tx, insertTrips, trips.added, [JSON.stringify(trips.added)]),
    write(tx, updateTrips, trips.changed, [changedTrips, JSON.stringify(trips.changed)]),
    write(tx, insertStops, stops.added, [JSON.stringify(stops.added)]),
    write(tx, updateStops, stops.changed, [stops.changed.map(({ stop_id }) => stop_id), JSON.stringify(stops.changed)]),
    saveResources(tx, [...resources.added, ...resources.changed]),
    write(tx, deleteTrips, trips.gone, [trips.gone]),
    rememberSequences(
      tx,
      stops.gone,
      before.filter(({ trip_id }) => trips.gone.includes(trip_id)),
    ),
  ])
  return saved
}

async function write(tx: Tx, what: typeof insertTrips, rows: readonly unknown[], values: unknown[]): Promise<void> {
  if (rows.length > 0) await tx.query(what, ...values)
}

async function removeResources(tx: Tx, rows: readonly ResourceRow[]): Promise<void> {
  const keys = [rows.map(({ trip_id }) => trip_id), rows.map(({ resource_id }) => resource_id)]
  await write(tx, deleteResources, rows, keys)
}

async function saveResources(tx: Tx, rows: readonly ResourceRow[]): Promise<void> {
  await write(tx, upsertResources, rows, [JSON.stringify(rows)])
}

async function rememberSequences(tx: Tx, stops: readonly StopRow[], trips: readonly TripState[]): Promise<void> {
  const gone = [
    ...stops.map(({ stop_id, event_sequence }) => ({ id: stop_id, event_sequence })),
    ...trips.map(({ trip_id, event_sequence }) => ({ id: trip_id, event_sequence })),
  ].filter(({ event_sequence }) => event_sequence > 0)
  const columns = [gone.map(({ id }) => id), gone.map(({ event_sequence }) => event_sequence)]
  await write(tx, keepSequences, gone, columns)
}
