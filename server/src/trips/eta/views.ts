import type { DrivingLaw } from '@cartage/contract/tenants/app/planning-limits'
import type { EnteredEta } from '@cartage/contract/trips/app/record'
import { statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'
import { instant, instantInMs } from '../../db/texts.ts'
import { hoursThatCount } from '../hours/bounds.rules.ts'
import type { DriverRecord } from '../hours/driven.rules.ts'
import { readDriverRecords } from '../hours/driven.views.ts'
import type { EarlierVisit } from './earlier.rules.ts'
import type { ReportedEta } from './rules.ts'

// A late trip stays active until two days after its planned end, and a trip without times while it is under way.
// Completed trips count too, because late positions may correct the instants of their stops.
const selectActive = statement(
  'trips.select_active_trips',
  `with carried as (
     select r.trip_id, r.resource_id from trip_resource r
      where r.tenant_id = $1 and r.resource_id = any ($2::uuid[]) and r.ends_at > now() - interval '2 days'
        and r.starts_at < now() + interval '12 hours'
     union all
     select r.trip_id, r.resource_id from trip_resource r
      where r.tenant_id = $1 and r.resource_id = any ($2::uuid[]) and r.ends_at is null
   )
   select c.trip_id, c.resource_id
     from carried c cross join lateral (
       select t.status from trip t where t.tenant_id = $1 and t.trip_id = c.trip_id limit 1
     ) t
    where t.status in ('PLANNED', 'IN_PROGRESS', 'COMPLETED')`,
)

/** Current trips of resources, with the resource of each. */
export async function activeTripsOf(
  tx: Tx,
  resourceIds: readonly string[],
): Promise<{ trip_id: string; resource_id: string }[]> {
  if (resourceIds.length === 0) return []
  return await tx.query(selectActive, resourceIds)
}

const selectReported = statement(
  'trips.select_told_estimates',
  `select s.stop_id, r.at, r.start_at, r.end_at
     from unnest($2::uuid[]) as s (stop_id) cross join lateral (
       select extract(epoch from p.event_at)::float8 * 1000 as at,
              ${instantInMs('p.eta_start_at')} as start_at,
              ${instantInMs('p.eta_end_at')} as end_at
         from stop_report p
        where p.tenant_id = $1 and p.stop_id = s.stop_id and p.is_applied
          and (p.eta_start_at is not null or p.eta_end_at is not null)
        order by p.event_at desc limit 1
     ) r`,
)

/** The last times of stops reported by others, by stop id. */
export async function reportedEstimates(tx: Tx, stopIds: readonly string[]): Promise<Map<string, ReportedEta>> {
  if (stopIds.length === 0) return new Map()
  const rows = await tx.query<ReportedEta & { stop_id: string }>(selectReported, stopIds)
  return new Map(rows.map(({ stop_id, ...reported }) => [stop_id, reported]))
}

const selectDrivers = statement(
  'trips.select_drivers',
  `select r.resource_id
     from trip_resource r
     join resource d on d.tenant_id = $1 and d.resource_id = r.resource_id and d.resource_type = 'DRIVER'
    where r.tenant_id = $1 and r.trip_id = $2 order by r.resource_id`,
)

const selectLaw = statement(
  'trips.select_driving_law',
  `select s.planning_limits ->> 'driving_law' as law from tenant_setting s where s.tenant_id = $1`,
)

/**
 * Number of drivers on a trip, because two share the driving (HOURS-2), their tachograph records until an instant
 * (TACHO-9), and their law (HOURS-8).
 */
export async function findCrew(
  tx: Tx,
  tripId: string,
  until: Date,
): Promise<{ drivers: number; hours: ReadonlyMap<string, DriverRecord>; law: DrivingLaw }> {
  const [rows, [set]] = await Promise.all([
    tx.query<{ resource_id: string }>(selectDrivers, tripId),
    tx.query<{ law: DrivingLaw }>(selectLaw),
  ])
  const from = new Date(until.getTime() - hoursThatCount * 3_600_000)
  const ids = rows.map(({ resource_id }) => resource_id)
  const hours = await readDriverRecords(tx, ids, from.toISOString(), until.toISOString())
  return { drivers: ids.length, hours, law: set!.law }
}

/** Maximum number of stops of earlier trips that are read. */
const mostEarlier = 1_000

// The times are copied to the resource rows, so this is a range scan of the index by resource. Step by step, because a
// join planned on empty tables went through every trip and driver of the tenant for each trip that is estimated.
const selectEarlier = statement(
  'trips.select_earlier_visits',
  `select r.resource_id, s.stop_id, s.location_id, s.crossing, s.from, s.to
     from (select own.trip_id, own.starts_at from trip own where own.tenant_id = $1 and own.trip_id = $2 limit 1) own
    cross join lateral (
      select o.resource_id from trip_resource o where o.tenant_id = $1 and o.trip_id = own.trip_id offset 0) o
    cross join lateral (
      select d.resource_id from resource d
       where d.tenant_id = $1 and d.resource_id = o.resource_id and d.resource_type = 'DRIVER' limit 1) d
    cross join lateral (
      select r.resource_id, r.trip_id from trip_resource r
       where r.tenant_id = $1 and r.resource_id = d.resource_id and r.trip_id <> own.trip_id
         and r.ends_at > own.starts_at - make_interval(hours => $3) and r.starts_at < own.starts_at offset 0) r
    cross join lateral (
      select t.trip_id, t.status from trip t where t.tenant_id = $1 and t.trip_id = r.trip_id limit 1) t
    cross join lateral (
      select s.stop_id, s.location_id, s.crossing, s.sequence, coalesce(s.actual_start_at, s.planned_start_at) as from_at,
             ${instantInMs('coalesce(s.actual_start_at, s.planned_start_at)')} as from,
             ${instantInMs('coalesce(s.actual_end_at, s.planned_end_at)')} as to
        from trip_stop s
       where s.tenant_id = $1 and s.trip_id = t.trip_id and s.status <> 'CANCELLED'
         and coalesce(s.actual_start_at, s.planned_start_at) is not null
         and coalesce(s.actual_end_at, s.planned_end_at) is not null order by s.sequence offset 0) s
    where t.status <> 'CANCELLED'
    order by s.from_at, s.sequence limit ${mostEarlier}`,
)

/** HOURS-4: work of a trip's drivers on earlier trips, as far back as it counts. */
export async function earlierVisits(tx: Tx, tripId: string): Promise<EarlierVisit[]> {
  return await tx.query<EarlierVisit>(selectEarlier, tripId, hoursThatCount)
}

const selectEntered = statement(
  'trips.select_said_etas',
  `select s.stop_id, r.at, r.by
     from unnest($2::uuid[]) as s (stop_id) cross join lateral (
       select v.eta_start_at from trip_stop v where v.tenant_id = $1 and v.stop_id = s.stop_id
          and v.status not in ('AT_STOP', 'COMPLETED', 'CANCELLED') limit 1
     ) t cross join lateral (
       select p.eta_start_at, p.source, ${instant('p.event_at')} as at,
              (select u.name from app_user u where u.tenant_id = $1 and u.user_id::text = p.reported_by) as by
         from stop_report p
        where p.tenant_id = $1 and p.stop_id = s.stop_id and p.is_applied and p.eta_start_at is not null
        order by p.event_at desc limit 1
     ) r
    where r.source = 'user' and r.eta_start_at = t.eta_start_at`,
)

/** ETA-4: ETAs of stops entered by hand, with author and time, unless a later report or position has replaced them. */
export async function enteredEtas(tx: Tx, stopIds: readonly string[]): Promise<EnteredEta[]> {
  return stopIds.length === 0 ? [] : await tx.query<EnteredEta>(selectEntered, stopIds)
}
