import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import type { DrivingTime } from '@cartage/contract/planning/app/board'
import type { DriverHours as HoursNow } from '@cartage/contract/planning/app/hours'
import type { Context } from '../../context.ts'
import { statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'
import { instantInMs } from '../../db/texts.ts'
import type { Render } from '../../http/language.ts'
import { Problem } from '../../http/problem.ts'
import { instantText } from '../../locations/local-time.rules.ts'
import { hoursThatCount, hoursThatFollow } from '../../trips/hours/bounds.rules.ts'
import type { DriverRecord } from '../../trips/hours/driven.rules.ts'
import { readDriverRecords } from '../../trips/hours/driven.views.ts'
import { vehicleOf } from '../facts/vehicle.rules.ts'
import { loadWorld } from '../facts/views.ts'
import type { World } from '../rules.ts'
import { drivingBetween, pairs } from '../verdict/driving.rules.ts'
import { drivingTimeOf, hoursNow } from './answer.rules.ts'
import { type DriverHours, type DriverVisit, hoursOf } from './rules.ts'

/** Maximum number of stops read for a driver: enough for several months. */
const mostStops = 2_000

// The times are copied to the resource rows, so this is a range scan of the index by resource.
const selectVisits = statement(
  'planning.select_driver_visits',
  `select d.resource_id, d.name, v.* from unnest($2::uuid[]) as w (resource_id)
     join resource d on d.tenant_id = $1 and d.resource_id = w.resource_id and d.resource_type = 'DRIVER'
    cross join lateral (
      select t.trip_id, s.stop_id, s.location_id, s.crossing, ${instantInMs('coalesce(s.actual_start_at, s.planned_start_at)')} as from,
             ${instantInMs('coalesce(s.actual_end_at, s.planned_end_at)')} as to,
             (select count(*)::int from trip_resource x
                join resource o on o.tenant_id = $1 and o.resource_id = x.resource_id and o.resource_type = 'DRIVER'
               where x.tenant_id = $1 and x.trip_id = t.trip_id) as drivers,
             array(select x.resource_id from trip_resource x where x.tenant_id = $1 and x.trip_id = t.trip_id) as resource_ids
        from trip_resource r
        join trip t on t.tenant_id = $1 and t.trip_id = r.trip_id and t.status <> 'CANCELLED'
        join trip_stop s on s.tenant_id = $1 and s.trip_id = t.trip_id and s.status <> 'CANCELLED'
       where r.tenant_id = $1 and r.resource_id = w.resource_id
         and r.ends_at >= $3::timestamptz and r.starts_at < $4::timestamptz
         and coalesce(s.actual_start_at, s.planned_start_at) is not null
         and coalesce(s.actual_end_at, s.planned_end_at) is not null
       order by coalesce(s.actual_start_at, s.planned_start_at), s.sequence limit ${mostStops}) v
    order by d.resource_id, v.from`,
)

const selectNames = statement(
  'planning.select_driver_names',
  `select d.resource_id, d.name from resource d
    where d.tenant_id = $1 and d.resource_id = any($2::uuid[]) and d.resource_type = 'DRIVER'`,
)

type Row = DriverVisit & { resource_id: string; resource_ids: readonly string[] }

/** Inputs for the hours of one driver. */
export interface DriverInput {
  resource_id: string
  name: string
  visits: readonly DriverVisit[]
  record: DriverRecord | undefined
}

/** Inputs for the hours of drivers in a range. */
export interface HoursInputs {
  drivers: readonly DriverInput[]
  world: Pick<World, 'places' | 'roads' | 'settings' | 'time_zone'>
}

/** Work of drivers in a range, and before and after it as far as it counts; unknown drivers are left out. */
export async function readHoursInputs(
  ctx: Context,
  tx: Tx,
  ids: readonly string[],
  { from, to }: { from: string; to: string },
): Promise<HoursInputs> {
  const begin = instantText(Date.parse(from) - hoursThatCount * 3_600_000)
  const end = instantText(Date.parse(to) + hoursThatFollow * 3_600_000)
  const [names, rows, records] = await Promise.all([
    tx.query<{ resource_id: string; name: string }>(selectNames, ids),
    tx.query<Row>(selectVisits, ids, begin, end),
    readDriverRecords(tx, ids, begin, end),
  ])
  const location_ids = [...new Set(rows.map(({ location_id }) => location_id))]
  const resource_ids = [...new Set(rows.flatMap((row) => row.resource_ids))]
  const world = await loadWorld(ctx, tx, { order_ids: [], stop_ids: [], trip_ids: [], location_ids, resource_ids })
  const visits = Map.groupBy(
    rows.map((row) => {
      const resources = row.resource_ids.map((id) => ({ resource_id: id }))
      return { ...row, vehicle: vehicleOf({ resources, stops: [] }, world) }
    }),
    ({ resource_id }) => resource_id,
  )
  const drivers = names.map(({ resource_id, name }) => {
    return { resource_id, name, visits: visits.get(resource_id) ?? [], record: records.get(resource_id) }
  })
  return { drivers, world }
}

/** Number of days after now whose trips count on a driver's page. */
const daysAhead = 7

/** Inputs for the hours of one driver, with the trips of the next days; undefined if the driver does not exist. */
export async function hoursAhead(ctx: Context, tx: Tx, resourceId: string): Promise<HoursInputs> {
  // Rounded to the hour, so that the cached result can be reused.
  const hour = 3_600_000
  const from = Math.floor(ctx.now().getTime() / hour) * hour
  const to = instantText(from + daysAhead * 24 * hour)
  return await readHoursInputs(ctx, tx, [resourceId], { from: instantText(from), to })
}

/** Maximum number of drivers in the cache; a few kilobytes each. */
const mostKept = 1_000
const memories = new WeakMap<Context, Map<string, DriverHours>>()

/**
 * The hours of a driver, cached while stops, routes and records are unchanged. Computing them blocks the event loop for
 * some milliseconds, so waiting work runs first (LIMIT-15).
 */
export async function hoursOfDriver(
  ctx: Context,
  { resource_id, visits, record }: DriverInput,
  world: HoursInputs['world'],
): Promise<DriverHours> {
  const memory = memories.get(ctx) ?? new Map<string, DriverHours>()
  memories.set(ctx, memory)
  const now = Math.floor(ctx.now().getTime() / 60_000)
  const ways = pairs(visits).map(([one, other]) => drivingBetween(one, other, world) ?? null)
  const { driving_law } = world.settings.limits
  const key = markOf([resource_id, visits, ways, driving_law, record ?? null, record ? hourOf(now, record) : null])
  const known = memory.get(key)
  memory.delete(key)
  if (known === undefined) await setImmediate()
  const hours = known ?? hoursOf({ visits, record, now }, world)
  // Moves the entry to the end of the map: most recently used.
  memory.set(key, hours)
  for (const oldest of memory.keys()) {
    if (memory.size <= mostKept) break
    memory.delete(oldest)
  }
  return hours
}

/** A vehicle signal counts for some hours, so the result then depends on the current hour (TACHO-9). */
function hourOf(now: number, { signal, activities }: DriverRecord): number | null {
  const isOver = activities.every(({ to }) => Date.parse(to) / 60_000 <= now)
  return signal === null && isOver ? null : Math.floor(now / 10)
}

function markOf(parts: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64')
}

/**
 * HOURS-5: the hours of drivers in a range, one per event loop turn, with no transaction open (inputs are read before).
 */
export async function drivingTimes(
  ctx: Context,
  { drivers, world }: HoursInputs,
  range: { from: string; to: string },
  render: Render,
): Promise<DrivingTime[]> {
  const items: DrivingTime[] = []
  for (const driver of drivers) {
    const hours = await hoursOfDriver(ctx, driver, world)
    const item = drivingTimeOf(driver, hours, { ...range, world, render })
    if (item) items.push(item)
  }
  return items
}

/**
 * HOURS-5: the current hours of one driver, from inputs that are already read.
 * @throws Problem not_found when the driver does not exist
 */
export async function hoursOfOne(ctx: Context, { drivers, world }: HoursInputs, render: Render): Promise<HoursNow> {
  const [driver] = drivers
  if (!driver) throw new Problem('not_found')
  const hours = await hoursOfDriver(ctx, driver, world)
  return hoursNow(driver, hours, Math.floor(ctx.now().getTime() / 60_000), world, render)
}
