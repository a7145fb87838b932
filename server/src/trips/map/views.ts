import { tripPunctuality } from '@cartage/contract/orders/app/lateness'
import type { MapPosition, MapStop, MapTrip, MapVehicle } from '@cartage/contract/trips/app/map'
import { statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'
import { instant } from '../../db/texts.ts'
import { survivorOf } from '../../locations/views.ts'
import { stopTimesOfTrips } from '../../orders/stops/punctuality.views.ts'
import { type MapStopRow, nextStop } from './rules.ts'

/** Maximum number of vehicles on a map. */
const mostVehicles = 2_000

const positionOf = (row: string, latitude: string, longitude: string) =>
  `json_build_object('latitude', ${latitude}, 'longitude', ${longitude}, 'recorded_at', ${instant(`${row}.recorded_at`)})`

// The trip under way takes precedence over a planned one, whenever that begins.
const selectVehicles = statement(
  'trips.select_map_vehicles',
  `select r.resource_id, r.name, r.resource_type, r.license_plate,
          ${positionOf('s', "(s.doc->>'latitude')::float8", "(s.doc->>'longitude')::float8")} as position,
          b.position as before, t.trip_id,
          array(select distinct a.resource_group_id from resource_allocation a
                 where a.tenant_id = $1 and a.resource_id = r.resource_id and not a.is_archived
                   and (a.starts_on is null or a.starts_on <= ($2::timestamptz)::date)
                   and (a.ends_on is null or a.ends_on >= ($2::timestamptz)::date)) as resource_group_ids
     from resource_state s
     cross join lateral (
       select * from resource where tenant_id = $1 and resource_id = s.resource_id and not is_archived limit 1) r
     left join lateral (
       select ${positionOf('p', 'p.latitude', 'p.longitude')} as position
         from position_sample p
        where p.tenant_id = $1 and p.resource_id = s.resource_id and p.doubt is null
          and p.recorded_at >= s.recorded_at - interval '15 minutes'
          and p.recorded_at <= s.recorded_at - interval '20 seconds'
        order by p.recorded_at desc limit 1) b on true
     left join lateral (
       select o.trip_id from trip_resource x join trip o on o.tenant_id = $1 and o.trip_id = x.trip_id
        where x.tenant_id = $1 and x.resource_id = s.resource_id
          and (x.ends_at is null or x.ends_at > $2::timestamptz - interval '2 days')
          and (o.status = 'IN_PROGRESS'
               or (o.status = 'PLANNED' and o.starts_at < $2::timestamptz + interval '1 day'
                   and o.ends_at > $2::timestamptz - interval '12 hours'))
        order by o.status, o.starts_at, o.trip_id limit 1) t on true
    where s.tenant_id = $1 and s.kind = 'POSITION'
    order by s.recorded_at desc, s.resource_id limit ${mostVehicles}`,
)

const selectTrips = statement(
  'trips.select_map_trips',
  `select t.trip_id, t.name, t.status,
          (select c.name from trip_stop s
             join transport_order o on o.tenant_id = $1 and o.order_id = s.order_id
             join company c on c.tenant_id = $1 and c.company_id = o.company_id
            where s.tenant_id = $1 and s.trip_id = t.trip_id order by s.sequence limit 1) as customer_name,
          d.name as driver_name, d.phone as driver_phone
     from trip t
     left join lateral (
       select coalesce(x.name, r.name) as name, r.properties->>'phone_number' as phone
         from trip_resource x join resource r on r.tenant_id = $1 and r.resource_id = x.resource_id
        where x.tenant_id = $1 and x.trip_id = t.trip_id and r.resource_type = 'DRIVER'
        order by x.position limit 1) d on true
    where t.tenant_id = $1 and t.trip_id = any($2::uuid[])`,
)

const selectStops = statement(
  'trips.select_map_stops',
  `select s.trip_id, s.stop_id, s.status, coalesce(l.display_name, l.name) as name, l.city, l.latitude, l.longitude
     from trip_stop s
     join location m on m.tenant_id = $1 and m.location_id = s.location_id
     join location l on l.tenant_id = $1 and l.location_id = ${survivorOf('m')}
    where s.tenant_id = $1 and s.trip_id = any($2::uuid[]) and s.status <> 'CANCELLED'
    order by s.trip_id, s.sequence`,
)

type VehicleRow = Omit<MapVehicle, 'trip'> & { trip_id: string | null; position: MapPosition }
type TripRow = Pick<MapTrip, 'trip_id' | 'name' | 'status' | 'customer_name' | 'driver_name' | 'driver_phone'>

/** Active resources with a position, each with its current or next trip. */
export async function listMapVehicles(
  tx: Tx,
  { now, readsPersonal }: { now: Date; readsPersonal: boolean },
): Promise<MapVehicle[]> {
  const rows = await tx.query<VehicleRow>(selectVehicles, now.toISOString())
  const tripIds = [...new Set(rows.flatMap(({ trip_id }) => trip_id ?? []))]
  const trips = await readMapTrips(tx, tripIds, now.getTime())
  return rows.map(({ trip_id, ...vehicle }) => {
    const trip = trip_id === null ? undefined : trips.get(trip_id)
    if (trip === undefined) return { ...vehicle, trip: null }
    return { ...vehicle, trip: readsPersonal ? trip : { ...trip, driver_phone: null } }
  })
}

async function readMapTrips(tx: Tx, tripIds: readonly string[], now: number): Promise<Map<string, MapTrip>> {
  if (tripIds.length === 0) return new Map()
  const [trips, stops, times] = await Promise.all([
    tx.query<TripRow>(selectTrips, tripIds),
    tx.query<MapStopRow & { trip_id: string }>(selectStops, tripIds),
    stopTimesOfTrips(tx, tripIds),
  ])
  const stopsOf = Map.groupBy(stops, ({ trip_id }) => trip_id)
  const timesOf = Map.groupBy(times, ({ trip_id }) => trip_id)
  const tripOf = (trip: TripRow): MapTrip => {
    const own = stopsOf.get(trip.trip_id) ?? []
    const ownTimes = timesOf.get(trip.trip_id) ?? []
    const next: MapStop | null = nextStop(own, ownTimes, now)
    return {
      ...trip,
      stop_count: own.length,
      done_count: own.filter(({ status }) => status === 'COMPLETED').length,
      from_city: own[0]?.city ?? null,
      to_city: own.at(-1)?.city ?? null,
      next_stop: next,
      punctuality: tripPunctuality(trip.status, ownTimes, now).punctuality,
    }
  }
  return new Map(trips.map((trip) => [trip.trip_id, tripOf(trip)]))
}
