import type { Context } from '../../context.ts'
import { statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'
import { instantInMs } from '../../db/texts.ts'
import { findWhereabouts } from '../../locations/cities.views.ts'
import { instantText, localTime } from '../../locations/local-time.rules.ts'
import { openingFinder, openingHoursReader } from '../../locations/opening-hours.rules.ts'
import { usualCountries } from '../../locations/usual-countries.views.ts'
import { survivorOf } from '../../locations/views.ts'
import { type EngineRow, engineColumns, engineIn, openRoads } from '../../positions/roads/views.ts'
import { containerTypeCodes } from '../../tenants/reference.views.ts'
import { hoursThatCount, hoursThatFollow } from '../../trips/hours/bounds.rules.ts'
import { readDriverRecords } from '../../trips/hours/driven.views.ts'
import type { TripState } from '../../trips/state.rules.ts'
import type { OrderFacts, PlannedResource, PlanPlace, PlanSettings, World } from '../rules.ts'
import { rangeOf } from '../schedule.rules.ts'
import { loadCarriers } from './carriers.views.ts'
import { type OrderRow, orderFacts } from './orders.rules.ts'
import { type Facts, type Ground, liveStops, type OtherStop, type OtherTrip, type ResourceFacts } from './rules.ts'

// Given orders, orders of given stops, and orders on the trips: found in one statement, which saves a round trip per
// command. The list is an array, because a join would be planned from the larger table.
const orderIds = `array(
    select unnest($2::uuid[])
    union select s.order_id from order_stop s where s.tenant_id = $1 and s.stop_id = any($3::uuid[])
    union select t.order_id from trip_stop t
           where t.tenant_id = $1 and t.trip_id = any($4::uuid[]) and t.order_id is not null)`

const selectOrderIds = statement('planning.select_order_ids', `select unnest(${orderIds}) as order_id`)

const selectOrders = statement(
  'planning.select_orders',
  `select o.order_id, o.order_number, o.status, o.is_blocked, o.block_reason, o.hold_reason_code, o.doc as document,
          (select coalesce(json_agg(json_build_object(
                    'stop_id', s.stop_id, 'role', s.role, 'consignment_id', s.consignment_id, 'sequence', s.sequence,
                    'activity', s.activity, 'activity_label', s.activity_label, 'location_id', s.location_id,
                    'requested_date', s.requested_date, 'window_start', to_char(s.window_start, 'HH24:MI'),
                    'window_end', to_char(s.window_end, 'HH24:MI'), 'reference_number', s.reference_number,
                    'status', s.status) order by s.sequence), '[]')
             from order_stop s where s.tenant_id = $1 and s.order_id = o.order_id) as stops
     from transport_order o
    where o.tenant_id = $1 and o.order_id = any(${orderIds})
    order by o.order_id`,
)

const placeColumns = `l.location_id, coalesce(s.display_name, s.name, s.city, '') as name, s.latitude, s.longitude, s.country,
          s.time_zone, s.opening_hours, s.loading_minutes, s.unloading_minutes,
          coalesce(s.coordinate_source = 'ESTIMATE', false) as is_estimate, s.location_id as place_id,
          case when s.coordinate_source is null then json_build_object('city', s.city, 'postal_code', s.postal_code) end as unplaced`
const places = (subjects: string) => `select ${placeColumns}
     from location l join location s on s.tenant_id = $1 and s.location_id = ${survivorOf('l')}
    where l.tenant_id = $1 and l.location_id = any(array(${subjects})) order by l.location_id`

const selectPlaces = statement(
  'planning.select_places',
  places(`select s.location_id from order_stop s where s.tenant_id = $1 and s.order_id = any(${orderIds})
          union select t.location_id from trip_stop t where t.tenant_id = $1 and t.trip_id = any($4::uuid[])
          union select unnest($5::uuid[])`),
)

interface PlaceRow extends PlanPlace {
  is_estimate: boolean
  /** Written address of a place that the locations loop has not placed yet; null once it has. */
  unplaced: { city: string | null; postal_code: string | null } | null
}

/** TIME-4: a place planned before it is located gets the coordinates and zone that the locations loop will find. */
async function placed(tx: Tx, rows: readonly PlaceRow[]): Promise<Omit<PlaceRow, 'unplaced'>[]> {
  const uses = rows.map(({ country, unplaced }) => ({
    city: null,
    postal_code: null,
    country,
    ...unplaced,
    companyIds: [],
  }))
  const usual = await usualCountries(
    tx,
    uses.filter((_, at) => rows[at]!.unplaced !== null),
  )
  const each = rows.map(async ({ unplaced, ...place }, at) => {
    if (unplaced === null) return place
    const found = await findWhereabouts({ ...place, ...unplaced }, usual(uses[at]!))
    const { latitude, longitude, time_zone, coordinate_source } = found
    return { ...place, latitude, longitude, time_zone, is_estimate: coordinate_source === 'ESTIMATE' }
  })
  return await Promise.all(each)
}

const selectSettings = statement(
  'planning.select_settings',
  `select t.time_zone, ${containerTypeCodes} as container_types, s.planning_limits as limits, ${engineColumns}
     from tenant t join tenant_setting s on s.tenant_id = $1 where t.tenant_id = $1`,
)

/** The tenant's planning settings and time zone. */
export async function loadPlanSettings(tx: Tx): Promise<Pick<World, 'settings' | 'time_zone'>> {
  const { time_zone, settings } = await readSettings(tx)
  return { time_zone, settings }
}

async function readSettings(tx: Tx) {
  const [row] = await tx.query<PlanSettings & EngineRow & { time_zone: string }>(selectSettings)
  const { time_zone, road_engine, sealed, ...settings } = row!
  return { time_zone, settings, engine: { road_engine, sealed } }
}

/** The records that a command refers to. */
export interface CommandSubjects {
  order_ids: readonly string[]
  stop_ids: readonly string[]
  trip_ids: readonly string[]
  location_ids: readonly string[]
  /** Resources that trips are given. */
  resource_ids?: readonly string[]
}

const selectCrew = statement(
  'planning.select_crew',
  `select d.resource_id, d.resource_type, d.subcontractor_id, case when d.resource_type = 'DRIVER' then '{}' else d.properties end as properties
     from resource d
    where d.tenant_id = $1 and d.resource_id = any(array(
      select r.resource_id from trip_resource r where r.tenant_id = $1 and r.trip_id = any($2::uuid[])
      union select unnest($3::uuid[])))`,
)

/** The ids of all orders that a command refers to or that are on its trips. */
export async function orderIdsOf(tx: Tx, { order_ids, stop_ids, trip_ids }: CommandSubjects): Promise<string[]> {
  const rows = await tx.query<{ order_id: string }>(selectOrderIds, order_ids, stop_ids, trip_ids)
  return rows.map(({ order_id }) => order_id)
}

/** Orders and places of a trip with the tenant's settings, for a request to a carrier that needs no route or times. */
export async function loadLoad(
  tx: Tx,
  tripId: string,
): Promise<Pick<World, 'orders' | 'places' | 'settings' | 'time_zone'>> {
  const keys = [[], [], [tripId]]
  const [rows, found, { settings, time_zone }] = await Promise.all([
    tx.query<OrderRow>(selectOrders, ...keys),
    tx.query<PlaceRow>(selectPlaces, ...keys, []).then((some) => placed(tx, some)),
    loadPlanSettings(tx),
  ])
  const places = new Map(found.map((place): [string, PlanPlace] => [place.location_id, place]))
  const orders = new Map(rows.map((row): [string, OrderFacts] => [row.order_id, orderFacts(row, settings, places)]))
  return { orders, places, settings, time_zone }
}

/** Orders and places of a command and of its trips; unknown ones are left out. */
export async function loadWorld(
  ctx: Pick<Context, 'config' | 'vault' | 'wake'>,
  tx: Tx,
  subjects: CommandSubjects,
): Promise<Omit<World, 'newId'>> {
  const keys = [subjects.order_ids, subjects.stop_ids, subjects.trip_ids]
  const [orders, found, { settings, time_zone, engine }, crew] = await Promise.all([
    tx.query<OrderRow>(selectOrders, ...keys),
    tx.query<PlaceRow>(selectPlaces, ...keys, subjects.location_ids).then((rows) => placed(tx, rows)),
    readSettings(tx),
    tx.query<PlannedResource & { resource_id: string }>(selectCrew, subjects.trip_ids, subjects.resource_ids ?? []),
  ])
  const places = new Map(found.map((place) => [place.location_id, place]))
  return {
    drivers: new Set(crew.flatMap((one) => (one.resource_type === 'DRIVER' ? [one.resource_id] : []))),
    vehicles: new Map(crew.map((one) => [one.resource_id, one])),
    orders: new Map(orders.map((row): [string, OrderFacts] => [row.order_id, orderFacts(row, settings, places)])),
    places,
    time_zone,
    settings,
    opensAt: await openingFinder(found),
    roads: await openRoads(ctx, tx, engineIn(ctx, tx.tenantId, engine), found),
  }
}

const selectResources = statement(
  'planning.select_resources',
  `select r.resource_id, r.resource_type, r.name, r.container_number, r.subcontractor_id, r.is_archived, r.properties,
          (select coalesce(json_agg(concat_ws(' ', e.code, e.name)), '[]')
             from resource_extra x join extra e on e.tenant_id = $1 and e.extra_id = x.extra_id
            where x.tenant_id = $1 and x.resource_id = r.resource_id) as extras,
          (select coalesce(json_agg(json_build_object(
                    'validity_type', v.validity_type, 'start_at', ${instantInMs('v.start_at')},
                    'end_at', ${instantInMs('v.end_at')}, 'legal_end_at', ${instantInMs('v.legal_end_at')})), '[]')
             from validity v where v.tenant_id = $1 and v.resource_id = r.resource_id) as validities,
          (select coalesce(json_agg(json_build_object(
                    'start_at', ${instantInMs('u.start_at')}, 'end_at', ${instantInMs('u.end_at')}, 'reason', u.reason)
                    order by u.start_at), '[]')
             from unavailability u
            where u.tenant_id = $1 and u.resource_id = r.resource_id and u.until_at > $3 and u.start_at < $4
          ) as unavailabilities
     from resource r where r.tenant_id = $1 and r.resource_id = any($2::uuid[]) order by r.resource_id`,
)

// Other trips of the resources around these trips. The times are copied to the resource rows, so this is one index
// range scan.
const otherTrips = `select r.trip_id from trip_resource r
     where r.tenant_id = $1 and r.resource_id = any($2::uuid[]) and r.ends_at > $3::timestamptz
       and r.starts_at < $4::timestamptz and r.trip_id <> all($5::uuid[])`

// Includes the places of their stops: two statements would search the same trips twice.
const selectOthers = statement(
  'planning.select_other_trips',
  `with other as materialized (${otherTrips})
   select (select coalesce(json_agg(o order by o.trip_id), '[]') from (
     select t.trip_id, t.name, t.status = 'COMPLETED' as is_completed, ${instantInMs('t.starts_at')} as starts_at,
            ${instantInMs('t.ends_at')} as ends_at,
            array(select r.resource_id from trip_resource r
                   where r.tenant_id = $1 and r.trip_id = t.trip_id and r.resource_id = any($2::uuid[])) as resource_ids,
            (select coalesce(json_agg(json_build_object(
                      'trip_id', s.trip_id, 'stop_id', s.stop_id, 'kind', s.kind, 'order_id', s.order_id,
                      'location_id', s.location_id, 'planned_start_at', ${instantInMs('s.planned_start_at')},
                      'planned_end_at', ${instantInMs('s.planned_end_at')},
                      'actual_start_at', ${instantInMs('s.actual_start_at')},
                      'actual_end_at', ${instantInMs('s.actual_end_at')}, 'crossing', s.crossing) order by s.sequence), '[]')
               from trip_stop s
              where s.tenant_id = $1 and s.trip_id = t.trip_id and s.status <> 'CANCELLED') as stops
       from trip t
      where t.tenant_id = $1 and t.status <> 'CANCELLED' and t.trip_id = any(array(select trip_id from other))) o) as others,
   (select coalesce(json_agg(p order by p.location_id), '[]') from (${places(
     'select s.location_id from trip_stop s where s.tenant_id = $1 and s.trip_id = any(array(select trip_id from other))',
   )}) p) as places`,
)

async function readOthers(tx: Tx, keys: readonly unknown[]): Promise<{ others: OtherTrip[]; more: PlanPlace[] }> {
  const [row] = await tx.query<{ others: OtherTrip[]; places: PlaceRow[] }>(selectOthers, ...keys)
  return { others: row!.others, more: await placed(tx, row!.places) }
}

const selectElsewhere = statement(
  'planning.select_stops_elsewhere',
  `select s.trip_id, s.stop_id, s.kind, s.order_id, s.location_id, ${instantInMs('s.planned_start_at')} as planned_start_at,
          ${instantInMs('s.planned_end_at')} as planned_end_at
     from trip_stop s
    where s.tenant_id = $1 and s.order_id = any($2::uuid[]) and s.trip_id <> all($3::uuid[]) and s.status <> 'CANCELLED'
    order by s.stop_id`,
)

/**
 * Facts for a verdict beyond the world of the command: the resources of these trips with certificates and absences, and
 * their other trips around the same time. The amount read does not depend on what else is planned.
 * @param trips every state of the trips that is to be judged
 */
export async function loadFacts(tx: Tx, world: Ground, trips: readonly TripState[]): Promise<Facts> {
  const tripIds = [...new Set(trips.map(({ trip_id }) => trip_id))]
  const resourceIds = [...new Set(trips.flatMap((trip) => trip.resources.map(({ resource_id }) => resource_id)))]
  const orderIds = [...new Set(trips.flatMap((trip) => liveStops(trip).flatMap(({ order_id }) => order_id ?? [])))]
  const span = spanOf(trips)
  const isOwn = (id: string) => world.vehicles?.get(id)?.subcontractor_id === null
  const companyIds = [...new Set(trips.flatMap(({ subcontractor_id: id }) => id ?? []))]
  const [resources, carriers, { others, more }, elsewhere, isOpen, hours] = await Promise.all([
    resourceIds.length === 0 ? [] : tx.query<ResourceFacts>(selectResources, resourceIds, ...span),
    companyIds.length === 0 && resourceIds.every(isOwn) ? [] : loadCarriers(tx, companyIds, resourceIds),
    resourceIds.length === 0 ? { others: [], more: [] } : readOthers(tx, [resourceIds, ...span, tripIds]),
    orderIds.length === 0 ? [] : tx.query<OtherStop>(selectElsewhere, orderIds, tripIds),
    openAt(world),
    readDriverRecords(tx, resourceIds, ...span),
  ])
  await world.roads.include(more)
  const byId = new Map(resources.map((resource) => [resource.resource_id, resource]))
  return {
    ...world,
    places: new Map([...more.map((place): [string, PlanPlace] => [place.location_id, place]), ...world.places]),
    carriers: new Map(carriers.map((one) => [one.company_id, one])),
    resources: byId,
    vehicles: new Map<string, PlannedResource>([...(world.vehicles ?? []), ...byId]),
    others,
    hours,
    elsewhere,
    isOpen,
  }
}

/** From before the first trip, as far back as hours count, until after the last. Without times nothing overlaps. */
function spanOf(trips: readonly TripState[]): [from: string, to: string] {
  const ranges = trips.map(rangeOf)
  const starts = ranges.flatMap(({ starts_at }) => starts_at ?? []).sort()
  const ends = ranges.flatMap(({ ends_at }) => ends_at ?? []).sort()
  const [from, to] = [starts[0], ends.at(-1)]
  if (from === undefined || to === undefined) return ['infinity', '-infinity']
  return [
    instantText(Date.parse(from) - hoursThatCount * 3_600_000),
    instantText(Date.parse(to) + hoursThatFollow * 3_600_000),
  ]
}

/** Loads the opening-hours library only if a place has opening hours. */
async function openAt(world: Pick<World, 'places'>): Promise<Facts['isOpen']> {
  if (![...world.places.values()].some(({ opening_hours }) => opening_hours)) return () => undefined
  const reader = await openingHoursReader()
  return ({ opening_hours, country }, at, zone) => {
    if (!opening_hours) return undefined
    const { date, time } = localTime(at, zone)
    return reader(opening_hours, country, date, time)
  }
}

const selectActivity = statement(
  'planning.select_activity',
  'select a.code, a.label from custom_activity a where a.tenant_id = $1 and a.code = $2 and not a.is_archived',
)

/** A custom activity of the tenant by its code. */
export async function findActivity(tx: Tx, code: string): Promise<{ code: string; label: string } | undefined> {
  return (await tx.query<{ code: string; label: string }>(selectActivity, code))[0]
}

const countKnown = statement(
  'planning.count_known',
  `select (select count(*) from company c
            where c.tenant_id = $1 and c.company_id = any($2::uuid[]) and c.is_subcontractor)
        + (select count(*) from planning_group g where g.tenant_id = $1 and g.planning_group_id = any($3::uuid[]))
        + (select count(*) from resource r where r.tenant_id = $1 and r.resource_id = any($4::uuid[])) as count`,
)

/** Whether the given subcontractor, planning group and resources exist. */
export async function areKnown(
  tx: Tx,
  ids: {
    subcontractor_id: string | undefined
    planning_group_id: string | undefined
    resource_ids: readonly string[]
  },
): Promise<boolean> {
  const list = (id: string | undefined) => (id === undefined ? [] : [id])
  const named = [list(ids.subcontractor_id), list(ids.planning_group_id), [...new Set(ids.resource_ids)]]
  const [row] = await tx.query<{ count: string }>(countKnown, ...named)
  return Number(row!.count) === named.flat().length
}
