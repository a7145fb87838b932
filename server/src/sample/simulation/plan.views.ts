import { statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'
import type { TripCrossing } from '../../trips/crossing.rules.ts'
import { type Activity, recordedSince } from './driver.rules.ts'
import type { Absence, Crew, Fix, Plan, PlannedStop, PlannedTrip } from './plan.rules.ts'

const ms = (column: string) => `(extract(epoch from ${column}) * 1000)::float8`

/** Days after its planned end in which a trip that never began is still driven. */
const patience = '3 days'

// Upcoming trips, trips under way, and recent ones whose papers are still missing.
const selectTrips = statement(
  'sample.select_trips_to_drive',
  `select t.trip_id, t.name, t.status, t.subcontractor_id,
          exists (select from dispatch d
                    join dispatch_revision r on r.tenant_id = $1 and r.dispatch_id = d.dispatch_id and r.revision = d.revision
                    join delivery v on v.tenant_id = $1 and v.event_id = r.event_id
                   where d.tenant_id = $1 and d.trip_id = t.trip_id and v.status = 'DEAD') as is_declined
     from trip t
    where t.tenant_id = $1 and t.starts_at < to_timestamp($3::float8 / 1000) + interval '18 hours'
      and (t.status = 'IN_PROGRESS'
        or t.status in ('CREATED', 'PLANNED') and t.ends_at > to_timestamp($2::float8 / 1000) - interval '${patience}'
        or t.status = 'COMPLETED' and t.ends_at > to_timestamp($2::float8 / 1000) - interval '${patience}'
           and exists (select from trip_stop s where s.tenant_id = $1 and s.trip_id = t.trip_id
                          and s.actual_end_at > to_timestamp($2::float8 / 1000) - interval '1 hour'))
    order by t.trip_id`,
)
const selectStops = statement(
  'sample.select_stops_to_drive',
  `select s.trip_id, s.stop_id, s.order_id, s.activity_label, s.status, s.crossing, l.latitude, l.longitude, l.country,
          ${ms('s.planned_start_at')} as planned_from, ${ms('s.planned_end_at')} as planned_until,
          ${ms('s.actual_start_at')} as arrived, ${ms('s.actual_end_at')} as left,
          o.container_scenario = 'IMPORT' as is_import, coalesce(o.is_tempered, false) as is_tempered
     from trip_stop s
     join location l on l.tenant_id = $1 and l.location_id = s.location_id
     left join transport_order o on o.tenant_id = $1 and o.order_id = s.order_id
    where s.tenant_id = $1 and s.trip_id = any ($2::uuid[]) and s.status <> 'CANCELLED'
    order by s.trip_id, s.sequence`,
)
const selectCrews = statement(
  'sample.select_crews',
  `select c.trip_id, c.resource_id, r.resource_type, r.external_id,
          (select coalesce(json_agg(json_build_object('from', ${ms('u.start_at')}, 'until', ${ms('u.end_at')})), '[]')
             from unavailability u where u.tenant_id = $1 and u.resource_id = c.resource_id
              and u.until_at > to_timestamp($3::float8 / 1000)) as absences,
          ${ms('p.recorded_at')} as seen_at, p.doc as seen
     from trip_resource c
     join resource r on r.tenant_id = $1 and r.resource_id = c.resource_id
     left join resource_state p on p.tenant_id = $1 and p.resource_id = c.resource_id and p.kind = 'POSITION'
    where c.tenant_id = $1 and c.trip_id = any ($2::uuid[]) and r.external_id <> ''
      and r.resource_type in ('TRACTOR', 'RIGID', 'VAN', 'DRIVER')
    order by c.trip_id, c.position`,
)

const selectRecords = statement(
  'sample.select_records',
  `select d.resource_id, r.changes
     from unnest($2::uuid[]) as d (resource_id)
     cross join lateral (
       select json_agg(json_build_object('at', round(extract(epoch from s.recorded_at) * 1000), 'kind', s.doc ->> 'activity')
                order by s.recorded_at) as changes
         from telemetry_sample s
        where s.tenant_id = $1 and s.resource_id = d.resource_id and s.kind = 'TACHOGRAPH'
          and s.recorded_at >= to_timestamp($3::float8 / 1000) and s.recorded_at < to_timestamp($4::float8 / 1000)
          and s.doc ->> 'activity' in ('DRIVING', 'WORKING', 'REST')) r
    where r.changes is not null`,
)

// By driver, because states are keyed by resource.
const selectAtWork = statement(
  'sample.select_drivers_at_work',
  `select r.resource_id, r.external_id
     from resource r
     cross join lateral (
       select from resource_state s
        where s.tenant_id = $1 and s.resource_id = r.resource_id and s.kind = 'TACHOGRAPH'
          and s.doc ->> 'activity' in ('DRIVING', 'WORKING') limit 1) s
    where r.tenant_id = $1 and r.resource_type = 'DRIVER' and r.external_id <> '' and not r.is_archived
    order by r.resource_id`,
)

interface TripRow {
  trip_id: string
  name: string
  status: string
  subcontractor_id: string | null
  is_declined: boolean
}
interface StopRow {
  trip_id: string
  stop_id: string
  order_id: string | null
  activity_label: string
  status: string
  latitude: number | null
  longitude: number | null
  country: string | null
  planned_from: number | null
  planned_until: number | null
  arrived: number | null
  left: number | null
  crossing: TripCrossing | null
  is_import: boolean | null
  is_tempered: boolean
}
interface CrewRow {
  trip_id: string
  resource_id: string
  resource_type: string
  external_id: string
  absences: Absence[]
  seen_at: number | null
  seen: { latitude: number; longitude: number } | null
}

/** Planned trips around a part of a day, from the data of the server, with the names of the trips. */
export async function readPlan(tx: Tx, from: number, to: number): Promise<Plan & { names: Map<string, string> }> {
  const rows = await tx.query<TripRow>(selectTrips, from, to)
  const ids = rows.map(({ trip_id }) => trip_id)
  const [stops, crews, atWork] = await Promise.all([
    tx.query<StopRow>(selectStops, ids),
    tx.query<CrewRow>(selectCrews, ids, from),
    tx.query<{ resource_id: string; external_id: string }>(selectAtWork),
  ])
  const drivers = [...new Set(crews.filter(isDriver).map(({ resource_id }) => resource_id))]
  const records = await readRecords(tx, drivers, recordedSince(from), to + 1)
  const stopsOf = Map.groupBy(stops, ({ trip_id }) => trip_id)
  const crewsOf = Map.groupBy(crews, ({ trip_id }) => trip_id)
  const trips = rows.flatMap((row) => tripOf(row, stopsOf.get(row.trip_id) ?? [], crewsOf.get(row.trip_id) ?? []))
  return {
    trips,
    records,
    lastSeen: lastSeenIn(crews),
    atWork,
    names: new Map(rows.map(({ trip_id, name }) => [trip_id, name])),
  }
}

const isDriver = ({ resource_type }: CrewRow) => resource_type === 'DRIVER'
/** Tachograph records between two instants in milliseconds since 1970, by driver. */
export async function readRecords(
  tx: Tx,
  drivers: readonly string[],
  from: number,
  to: number,
): Promise<Map<string, Activity[]>> {
  const rows = await tx.query<{ resource_id: string; changes: Activity[] }>(selectRecords, drivers, from, to)
  return new Map(rows.map(({ resource_id, changes }) => [resource_id, changes]))
}

/** Trips without times or stops are left out. */
function tripOf(row: TripRow, stops: readonly StopRow[], crews: readonly CrewRow[]): PlannedTrip[] {
  const drivable = stops.flatMap(stopOf)
  if (drivable.length === 0) return []
  return [
    {
      trip_id: row.trip_id,
      is_draft: row.status === 'CREATED',
      is_started: row.status === 'IN_PROGRESS' || row.status === 'COMPLETED',
      carrier_id: row.subcontractor_id,
      is_declined: row.is_declined,
      vehicle: crewOf(crews.find((one) => !isDriver(one))),
      driver: crewOf(crews.find(isDriver)),
      is_cold: stops.some(({ is_tempered }) => is_tempered),
      stops: drivable,
    },
  ]
}

function crewOf(row: CrewRow | undefined): Crew | null {
  return row ? { resource_id: row.resource_id, external_id: row.external_id, absences: row.absences } : null
}

function stopOf(row: StopRow): PlannedStop[] {
  const { planned_from, planned_until, latitude, longitude, country } = row
  if (planned_from === null || planned_until === null) return []
  const side = row.activity_label.startsWith('Pickup')
    ? 'PICKUP'
    : row.activity_label.startsWith('Delivery')
      ? 'DELIVERY'
      : 'OTHER'
  const place = latitude === null || longitude === null ? null : { latitude, longitude, country }
  // A stop reported as completed without an arrival counts as reached by then.
  const left = row.left ?? (row.status === 'COMPLETED' ? (row.arrived ?? planned_until) : null)
  const arrived = row.arrived ?? left
  const { stop_id, order_id, crossing } = row
  const is_box = row.is_import === true && side === 'PICKUP'
  return [{ stop_id, order_id, side, is_box, place, planned_from, planned_until, arrived, left, crossing }]
}

function lastSeenIn(crews: readonly CrewRow[]): Map<string, Fix> {
  return new Map(
    crews.flatMap(({ resource_id, seen_at, seen }) =>
      seen_at === null || seen === null ? [] : [[resource_id, { at: seen_at, ...seen }] as const],
    ),
  )
}
