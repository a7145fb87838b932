import type { DriverDay, DriverStop, TripDriverAct } from '@cartage/contract/doors/app/driver'
import { statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'
import { instant } from '../../db/texts.ts'
import { Problem } from '../../http/problem.ts'
import { survivorOf } from '../../locations/views.ts'
import { loadNames } from '../../orders/record/names.views.ts'
import { readSharing } from '../../telematics/sharing.views.ts'
import type { TripState } from '../../trips/state.rules.ts'
import { tripsByIds } from '../../trips/store.ts'
import { officeContact } from '../office.views.ts'
import { rejectionOf } from './act.rules.ts'
import { type DayOrder, dayTrips } from './day.rules.ts'

/** Days ahead that a driver sees, days that an unfinished trip remains after its end, days for which acts are shown. */
const daysAhead = 7
const daysBack = 1
const daysOfActs = 14
/** Most acts read for a driver, and for a trip. */
const mostActs = 1_000
const mostActsOfTrip = 500
const dayMs = 86_400_000

const selectDriver = statement(
  'doors.find_driver',
  `select r.name as driver_name, t.name as company_name, t.time_zone, s.logo_id,
          ${officeContact('phone')} as office_phone
     from resource r
     join tenant t on $1 = t.tenant_id
     join tenant_setting s on s.tenant_id = $1
    where r.tenant_id = $1 and r.resource_id = $2 and r.resource_type = 'DRIVER' and not r.is_archived`,
)
const selectTrips = statement(
  'doors.list_trips_of_driver',
  `select t.trip_id from trip_resource x join trip t on t.tenant_id = $1 and t.trip_id = x.trip_id
    where x.tenant_id = $1 and x.resource_id = $2
      and (t.status = 'IN_PROGRESS' or t.status in ('PLANNED', 'COMPLETED') and x.ends_at >= $3::timestamptz)
      and (x.starts_at is null or x.starts_at < $4::timestamptz)
    order by x.starts_at, t.trip_id limit 50`,
)
const selectPlaces = statement(
  'doors.list_places_of_driver',
  `select l.location_id, coalesce(s.display_name, s.name) as name, s.address, s.postal_code, s.city, s.country,
          concat_ws(E'\\n', s.description, s.opening_hours) as description, s.latitude, s.longitude,
          coalesce(s.time_zone, $3) as time_zone
     from location l join location s on s.tenant_id = $1 and s.location_id = ${survivorOf('l')}
    where l.tenant_id = $1 and l.location_id = any($2::uuid[])`,
)
const selectOrders = statement(
  'doors.list_orders_of_driver',
  `select o.order_id, o.order_number, o.doc as document
     from transport_order o where o.tenant_id = $1 and o.order_id = any($2::uuid[])`,
)
const selectVehicles = statement(
  'doors.list_vehicles_of_driver',
  `select x.trip_id, coalesce(x.license_plate, r.license_plate, x.name, r.name) as vehicle
     from trip_resource x join resource r on r.tenant_id = $1 and r.resource_id = x.resource_id
    where x.tenant_id = $1 and x.trip_id = any($2::uuid[]) and r.resource_type <> 'DRIVER'
    order by x.trip_id, x.position`,
)
const selectQuestions = statement(
  'doors.list_questions',
  `select k.code, k.name from question_path_key k
    where k.tenant_id = $1 and not k.is_archived and k.target = 'FIELD' order by k.rank, k.code limit 50`,
)
const selectActs = statement(
  'doors.list_acts_of_driver',
  `select a.act_id, a.outcome, a.reason, a.sha256, a.stop_id, a.kind, ${instant('a.happened_at')} as happened_at
     from driver_act a where a.tenant_id = $1 and a.resource_id = $2 and a.received_at >= $3::timestamptz
    order by a.received_at desc limit ${mostActs}`,
)

interface DriverRow {
  driver_name: string
  company_name: string
  logo_id: string | null
  office_phone: string | null
  time_zone: string
}

/**
 * Data that a driver's phone shows and caches: own trips, without prices and parties.
 * @param keptDays days that positions are kept
 * @throws Problem not_found when the driver was archived
 */
export async function readDriverDay(tx: Tx, resourceId: string, now: Date, keptDays: number): Promise<DriverDay> {
  const [[driver], trips, questions, acts, sharing] = await Promise.all([
    tx.query<DriverRow>(selectDriver, resourceId),
    tripsOfDriver(tx, resourceId, now),
    tx.query<DriverDay['questions'][number]>(selectQuestions),
    tx.query<Omit<DriverDay['acts'][number], 'refusal'>>(selectActs, resourceId, inDays(now, -daysOfActs)),
    readSharing(tx, resourceId),
  ])
  if (!driver) throw new Problem('not_found')
  const { driver_name, company_name, logo_id, office_phone, time_zone } = driver
  const facts = await readDayFacts(tx, trips, time_zone)
  return {
    server_time: now.toISOString(),
    driver_id: resourceId,
    driver_name,
    company_name,
    logo_id,
    office_phone,
    trips: dayTrips(trips, facts),
    questions,
    own_position: { is_allowed: sharing.is_allowed, is_on: sharing.agreed_at !== null, kept_days: keptDays },
    acts: acts.map((act) => ({ ...act, refusal: rejectionOf(act.reason) })),
  }
}

/** Current trips of a driver: planned, under way, or over since yesterday at the earliest. */
export async function tripsOfDriver(tx: Tx, resourceId: string, now: Date): Promise<TripState[]> {
  const rows = await tx.query<{ trip_id: string }>(
    selectTrips,
    resourceId,
    inDays(now, -daysBack),
    inDays(now, daysAhead),
  )
  return await tripsByIds(
    tx,
    rows.map(({ trip_id }) => trip_id),
  )
}

function inDays(now: Date, days: number): string {
  return new Date(now.getTime() + days * dayMs).toISOString()
}

/** Data shown with the stops of trips: places, orders, vehicles. */
export async function readDayFacts(tx: Tx, trips: readonly TripState[], timeZone: string) {
  const stops = trips.flatMap((trip) => trip.stops)
  const unique = (ids: readonly string[]) => [...new Set(ids)]
  const [places, orders, names, vehicles] = await Promise.all([
    tx.query<DriverStop['place'] & { location_id: string }>(
      selectPlaces,
      unique(stops.map(({ location_id }) => location_id)),
      timeZone,
    ),
    tx.query<DayOrder & { order_id: string }>(selectOrders, unique(stops.flatMap(({ order_id }) => order_id ?? []))),
    loadNames(tx),
    tx.query<{ trip_id: string; vehicle: string }>(
      selectVehicles,
      trips.map(({ trip_id }) => trip_id),
    ),
  ])
  const byTrip = Map.groupBy(vehicles, ({ trip_id }) => trip_id)
  return {
    places: new Map(places.map((place) => [place.location_id, { ...place, description: place.description || null }])),
    orders: new Map(orders.map((order) => [order.order_id, order])),
    vehicles: new Map([...byTrip].map(([id, rows]) => [id, rows.map(({ vehicle }) => vehicle)])),
    names,
    time_zone: timeZone,
  }
}

const selectActsOfTrip = statement(
  'doors.list_acts_of_trip',
  `select a.act_id, a.stop_id, a.kind, a.outcome, a.reason, a.detail, a.document_id, a.clock_offset_ms::float8,
          ${instant('a.happened_at')} as happened_at, ${instant('a.device_at')} as device_at,
          ${instant('a.sent_at')} as sent_at, ${instant('a.received_at')} as received_at,
          (select r.name from resource r where r.tenant_id = $1 and r.resource_id = a.resource_id) as driver_name
     from driver_act a where a.tenant_id = $1 and a.trip_id = $2
    order by a.happened_at, a.act_id limit ${mostActsOfTrip}`,
)

/** Driver reports on a trip, in the order of their times. */
export async function listActsOfTrip(tx: Tx, tripId: string): Promise<TripDriverAct[]> {
  const rows = await tx.query<TripDriverAct>(selectActsOfTrip, tripId)
  if (rows.length === 0 && (await tripsByIds(tx, [tripId])).length === 0) throw new Problem('not_found')
  return rows
}
