import { statement } from '../db/statement.ts'
import type { Tx } from '../db/tenant.ts'
import { instantInMs } from '../db/texts.ts'
import { countryOfPlace } from '../locations/cities.views.ts'
import type { TripCrossing } from '../trips/crossing.rules.ts'

/** Maximum number of drivers in one file. */
export const mostDrivers = 1_000

/** A driver of the organisation, with the start and end location. */
export interface PayrollDriver {
  driver_id: string
  name: string
  personnel_number: string | null
  is_archived: boolean
  home_id: string | null
  city: string | null
  country: string | null
  postal_code: string | null
  latitude: number | null
  longitude: number | null
}

// Excludes erased persons, whose archived record RET-3 keeps without personal data.
const selectDrivers = statement(
  'payroll.select_drivers',
  `select r.resource_id as driver_id, r.name, coalesce(nullif(r.custom_fields->>'personnel_number', ''), r.code) as personnel_number,
          r.is_archived, h.location_id as home_id, h.city, h.country, h.postal_code, h.latitude, h.longitude
     from resource r
     left join location h on h.tenant_id = $1 and h.location_id = r.start_stop_location_id
    where r.tenant_id = $1 and r.resource_type = 'DRIVER' and r.subcontractor_id is null
      and ($2::uuid is null or r.resource_id = $2)
    order by r.is_archived, r.name_key, r.resource_id limit ${mostDrivers + 1}`,
)

/** Own drivers by name, archived ones last; one more than the maximum shows that there are more. */
export async function readDrivers(tx: Tx, driverId: string | null): Promise<PayrollDriver[]> {
  const drivers = await tx.query<PayrollDriver>(selectDrivers, driverId)
  return await inCountries(drivers, ({ home_id }) => home_id)
}

type Place = Parameters<typeof countryOfPlace>[0]

/** Adds the country to places (PLACE-11), with one lookup per location; a written country that is unknown stays. */
async function inCountries<Row extends Place>(rows: readonly Row[], idOf: (row: Row) => string | null): Promise<Row[]> {
  const known = new Map<string, string | null>()
  for (const row of rows) {
    const id = idOf(row)
    if (id !== null && !known.has(id)) known.set(id, (await countryOfPlace(row)) ?? row.country)
  }
  return rows.map((row) => ({ ...row, country: known.get(idOf(row) ?? '') ?? null }))
}

/** A stop of a trip of a driver. */
export interface PayrollVisit {
  resource_id: string
  trip_id: string
  stop_id: string
  location_id: string
  crossing: TripCrossing | null
  from: string
  to: string
  /** Whether both times were reported. */
  is_reported: boolean
  /** Number of drivers on the trip, and its other resources. */
  drivers: number
  vehicle_ids: readonly string[]
  city: string | null
  postal_code: string | null
  country: string | null
  latitude: number | null
  longitude: number | null
}

// Filters on the copies of the times in the resource row, so that the index by resource covers the range.
const selectVisits = statement(
  'payroll.select_visits',
  `select d.resource_id, v.* from unnest($2::uuid[]) as d (resource_id)
    cross join lateral (
      select t.trip_id, s.stop_id, s.location_id, s.crossing,
             ${instantInMs('coalesce(s.actual_start_at, s.planned_start_at)')} as from,
             ${instantInMs('coalesce(s.actual_end_at, s.planned_end_at)')} as to,
             s.actual_start_at is not null and s.actual_end_at is not null as is_reported,
             c.drivers, c.vehicle_ids, l.city, l.postal_code, l.country, l.latitude, l.longitude
        from trip_resource r
        join trip t on t.tenant_id = $1 and t.trip_id = r.trip_id and t.status <> 'CANCELLED'
        join trip_stop s on s.tenant_id = $1 and s.trip_id = t.trip_id and s.status <> 'CANCELLED'
        join location l on l.tenant_id = $1 and l.location_id = s.location_id
       cross join lateral (
         select count(*) filter (where o.resource_type = 'DRIVER')::int as drivers,
                coalesce(array_agg(o.resource_id) filter (where o.resource_type <> 'DRIVER'), '{}') as vehicle_ids
           from trip_resource x join resource o on o.tenant_id = $1 and o.resource_id = x.resource_id
          where x.tenant_id = $1 and x.trip_id = t.trip_id) c
       where r.tenant_id = $1 and r.resource_id = d.resource_id and r.ends_at >= $3::timestamptz
         and r.starts_at < $4::timestamptz
         and coalesce(s.actual_start_at, s.planned_start_at) is not null
         and coalesce(s.actual_end_at, s.planned_end_at) >= coalesce(s.actual_start_at, s.planned_start_at)
       order by coalesce(s.actual_start_at, s.planned_start_at), s.sequence limit 2000) v
    order by d.resource_id, v.from, v.to`,
)

/** Stops on drivers' trips between two instants, in order. */
export async function readVisits(
  tx: Tx,
  drivers: readonly string[],
  from: string,
  to: string,
): Promise<PayrollVisit[]> {
  const visits = await tx.query<PayrollVisit>(selectVisits, drivers, from, to)
  return await inCountries(visits, ({ location_id }) => location_id)
}

const selectAbsences = statement(
  'payroll.select_absences',
  `select d.resource_id, v.* from unnest($2::uuid[]) as d (resource_id)
    cross join lateral (
      select ${instantInMs('greatest(u.start_at, $3::timestamptz)')} as from, ${instantInMs('least(u.until_at, $4::timestamptz)')} as to, u.reason
        from unavailability u
       where u.tenant_id = $1 and u.resource_id = d.resource_id and u.until_at > $3::timestamptz and u.start_at < $4::timestamptz
         and u.reason like 'DRIVER\\_%'
       order by u.start_at) v
    order by d.resource_id, v.from`,
)

/** An absence of a driver. */
export interface PayrollAbsence {
  resource_id: string
  from: string
  to: string
  reason: string
}

/** Absences of drivers between two instants, clipped to that range. */
export async function readAbsences(
  tx: Tx,
  drivers: readonly string[],
  from: string,
  to: string,
): Promise<PayrollAbsence[]> {
  return await tx.query<PayrollAbsence>(selectAbsences, drivers, from, to)
}
