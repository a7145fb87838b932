import type { DrivingTime } from '@cartage/contract/planning/app/board'
import type { Context } from '../context.ts'
import { statement } from '../db/statement.ts'
import type { Tx } from '../db/tenant.ts'
import { instantInMs } from '../db/texts.ts'
import { instantText, localTime } from '../locations/local-time.rules.ts'
import { readActivities } from '../tachograph/views.ts'
import { hoursThatCount } from '../trips/hours/bounds.rules.ts'
import { vehicleOf } from './facts/vehicle.rules.ts'
import { loadWorld } from './facts/views.ts'
import { type DriverVisit, drivingTimesOf, mondayOf } from './verdict/driving-times.rules.ts'

/** Most stops that are looked through. */
const most = 10_000

// The copies of the times are with the resource, so the range is one of the index by resource.
const selectVisits = statement(
  'planning.select_driver_visits',
  `select r.resource_id, s.location_id, ${instantInMs('coalesce(s.actual_start_at, s.planned_start_at)')} as from,
          ${instantInMs('coalesce(s.actual_end_at, s.planned_end_at)')} as to,
          (select count(*)::int from trip_resource x
             join resource d on d.tenant_id = $1 and d.resource_id = x.resource_id and d.resource_type = 'DRIVER'
            where x.tenant_id = $1 and x.trip_id = t.trip_id) as drivers,
          array(select x.resource_id from trip_resource x where x.tenant_id = $1 and x.trip_id = t.trip_id) as resource_ids
     from resource d
     join trip_resource r on r.tenant_id = $1 and r.resource_id = d.resource_id
      and r.ends_at >= $2::timestamptz and r.starts_at < $3::timestamptz
     join trip t on t.tenant_id = $1 and t.trip_id = r.trip_id and t.status <> 'CANCELLED'
     join trip_stop s on s.tenant_id = $1 and s.trip_id = t.trip_id and s.status <> 'CANCELLED'
    where d.tenant_id = $1 and d.resource_type = 'DRIVER'
      and coalesce(s.actual_start_at, s.planned_start_at) is not null
      and coalesce(s.actual_end_at, s.planned_end_at) is not null
    order by coalesce(s.actual_start_at, s.planned_start_at), s.sequence limit ${most + 1}`,
)

type Row = DriverVisit & { resource_id: string; resource_ids: readonly string[] }

/** The driving time of every driver in a range, by the plan as it is. */
export async function findDrivingTimes(
  ctx: Context,
  tx: Tx,
  from: string,
  to: string,
): Promise<{ items: DrivingTime[]; is_cut: boolean }> {
  const begin = instantText(Date.parse(from) - hoursThatCount * 3_600_000)
  const rows = await tx.query<Row>(selectVisits, begin, to)
  const location_ids = [...new Set(rows.map(({ location_id }) => location_id))]
  const resource_ids = [...new Set(rows.flatMap((row) => row.resource_ids))]
  const world = await loadWorld(ctx, tx, { order_ids: [], stop_ids: [], trip_ids: [], location_ids, resource_ids })
  const first = localTime(instantText(Date.parse(from)), world.time_zone).date
  const last = localTime(instantText(Date.parse(to) - 1), world.time_zone).date
  const driven = rows.slice(0, most).map((row) => {
    const resources = row.resource_ids.map((id) => ({ resource_id: id }))
    return { ...row, vehicle: vehicleOf({ resources, stops: [] }, world) }
  })
  const byDriver = Map.groupBy(driven, ({ resource_id }) => resource_id)
  const cards = Map.groupBy(await readActivities(tx, [...byDriver.keys()], begin, to), ({ resource_id }) => resource_id)
  const items = [...byDriver].flatMap(([resource_id, visits]) => {
    const { days, weeks, known_until } = drivingTimesOf(visits, world, first, cards.get(resource_id))
    const shown = days.filter(({ date }) => date <= last)
    const mondays = new Set(shown.map(({ date }) => mondayOf(date)))
    if (shown.length === 0) return []
    return [{ resource_id, days: shown, weeks: weeks.filter(({ starts_on }) => mondays.has(starts_on)), known_until }]
  })
  return { items, is_cut: rows.length > most }
}
