import { statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'

const countTrips = statement(
  'sample.count_trips_of_day',
  `select count(*)::integer as count from trip t
    where t.tenant_id = $1 and t.starts_at >= $2::timestamptz and t.starts_at < $2::timestamptz + interval '1 day'
      and t.status in ('CREATED', 'PLANNED', 'IN_PROGRESS')`,
)
// Free from the end of the last trip that begins before the end of the day.
const selectFree = statement(
  'sample.select_free_resources',
  `select r.external_id,
          (select to_char(coalesce(max(c.ends_at), '2000-01-01'::timestamptz) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') from trip_resource c join trip t on t.tenant_id = $1 and t.trip_id = c.trip_id
            where c.tenant_id = $1 and c.resource_id = r.resource_id and t.status <> 'CANCELLED'
              and c.starts_at < $2::timestamptz + interval '1 day' and c.ends_at > $2::timestamptz - interval '1 day') as free_from
     from resource r
    where r.tenant_id = $1 and r.external_id <> '' and not r.is_archived and not (
          exists (select from unavailability u where u.tenant_id = $1 and u.resource_id = r.resource_id
                     and u.start_at < $2::timestamptz + interval '42 hours' and u.until_at > $2::timestamptz)
       or exists (select from validity v where v.tenant_id = $1 and v.resource_id = r.resource_id
                     and v.end_at < $2::timestamptz + interval '42 hours'))`,
)

/** Number of open trips of a day, and by external id since when each resource is free that can drive on it. */
export async function readDay(tx: Tx, day: string): Promise<{ trips: number; freeFrom: Map<string, string> }> {
  const start = `${day}T00:00:00Z`
  const [[counted], free] = await Promise.all([
    tx.query<{ count: number }>(countTrips, start),
    tx.query<{ external_id: string; free_from: string }>(selectFree, start),
  ])
  return { trips: counted!.count, freeFrom: new Map(free.map((one) => [one.external_id, one.free_from])) }
}
