import type { PlanningBoard, PlanningBoardParts, UnplannedOrder } from '@cartage/contract/planning/app/board'
import { statement } from '../db/statement.ts'
import type { Tx } from '../db/tenant.ts'
import { instant } from '../db/texts.ts'
import { survivorOf } from '../locations/views.ts'
import type { OrderDocument } from '../orders/content.rules.ts'
import { stopTimesOfTrips } from '../orders/stops/punctuality.views.ts'
import { tripOutput } from '../trips/record/output.rules.ts'
import type { TripState } from '../trips/state.rules.ts'
import { tripsByIds } from '../trips/store.ts'
import { loadOf } from './facts/orders.rules.ts'
import { loadPlanSettings } from './facts/views.ts'
import type { PlanSettings } from './rules.ts'

/** Row limits of a board for each kind; one more is read to detect that there are more. */
const most = { trips: 1_000, resources: 2_000, unavailabilities: 2_000, validities: 2_000 } as const

/** The range and filters of a board. */
export interface BoardRange {
  from: string
  to: string
  resource_group_id: string | undefined
}

// Skips everything that ended before the range, however much there is. Drafts without times are included.
const selectTrips = statement(
  'planning.select_board_trips',
  `(select t.trip_id from trip t
     where t.tenant_id = $1 and t.status <> 'CANCELLED' and t.ends_at >= $2::timestamptz and t.starts_at < $3::timestamptz
     order by t.ends_at limit ${most.trips + 1})
   union all
   (select t.trip_id from trip t
     where t.tenant_id = $1 and t.status <> 'CANCELLED' and t.ends_at is null order by t.starts_at limit ${most.trips})
   limit ${most.trips + 1}`,
)

const selectResources = statement(
  'planning.select_board_resources',
  `with live as (
     select r.resource_id from resource r
      where r.tenant_id = $1 and not r.is_archived order by r.created_at, r.resource_id limit ${most.resources + 1}
   ), wanted as (
     select l.resource_id from live l
      where $3::uuid is null
         or exists (select from resource_allocation a
                     where a.tenant_id = $1 and a.resource_id = l.resource_id and not a.is_archived
                       and a.resource_group_id = $3)
     union
     select c.resource_id from trip_resource c where c.tenant_id = $1 and c.trip_id = any($2::uuid[])
   )
   select r.resource_id, r.resource_type, r.name, r.code, r.license_plate, r.container_number, r.subcontractor_id,
          array(select distinct a.resource_group_id from resource_allocation a
                 where a.tenant_id = $1 and a.resource_id = r.resource_id and not a.is_archived
                   and (a.starts_on is null or a.starts_on <= ($5::timestamptz)::date)
                   and (a.ends_on is null or a.ends_on >= ($4::timestamptz)::date)) as resource_group_ids
     from wanted w join resource r on r.tenant_id = $1 and r.resource_id = w.resource_id
    order by r.resource_type, r.name, r.resource_id limit ${most.resources + 1}`,
)

const selectUnavailabilities = statement(
  'planning.select_board_unavailabilities',
  `select u.unavailability_id, u.resource_id, ${instant('u.start_at')} as start_at, ${instant('u.end_at')} as end_at,
          u.reason, u.description
     from unavailability u
    where u.tenant_id = $1 and u.until_at > $2::timestamptz and u.start_at < $3::timestamptz
    order by u.until_at, u.start_at limit ${most.unavailabilities + 1}`,
)

const selectValidities = statement(
  'planning.select_board_validities',
  `select v.resource_id, v.validity_type, ${instant('v.end_at')} as end_at
     from validity v
    where v.tenant_id = $1 and v.resource_id is not null and v.end_at >= $2::timestamptz and v.end_at < $3::timestamptz
    order by v.end_at, v.resource_id limit ${most.validities}`,
)

const selectOrders = statement(
  'planning.select_board_orders',
  `select o.order_id, o.order_number, c.name as customer_name, o.is_blocked
     from transport_order o
     cross join lateral (select k.name from company k where k.tenant_id = $1 and k.company_id = o.company_id limit 1) c
    where o.tenant_id = $1 and o.order_id = any($2::uuid[]) order by o.order_id`,
)

const selectCarriers = statement(
  'planning.select_board_carriers',
  'select c.company_id, c.name from company c where c.tenant_id = $1 and c.company_id = any($2::uuid[]) order by c.name',
)

const selectPlaces = statement(
  'planning.select_board_places',
  `select l.location_id, coalesce(s.display_name, s.name) as name, s.city, s.country, s.postal_code, s.latitude, s.longitude,
          s.time_zone
     from location l join location s on s.tenant_id = $1 and s.location_id = ${survivorOf('l')}
    where l.tenant_id = $1 and l.location_id = any($2::uuid[]) order by l.location_id`,
)

/** SQL: the orders that match a condition, in the form of the pool. */
const unplanned = (chosen: string) => `select o.order_id, o.order_number, o.order_identifier, c.name as customer_name,
          o.is_blocked, o.doc as document, o.created_at::text as created_key,
          (select json_agg(json_build_object(
                    'stop_id', s.stop_id, 'role', s.role, 'location_id', s.location_id,
                    'activity_label', s.activity_label, 'requested_date', s.requested_date,
                    'window_start', to_char(s.window_start, 'HH24:MI'), 'window_end', to_char(s.window_end, 'HH24:MI'),
                    'trip_id', (select t.trip_id from trip_stop t where t.tenant_id = $1 and t.stop_id = s.stop_id))
                    order by s.sequence)
             from order_stop s where s.tenant_id = $1 and s.order_id = o.order_id) as stops
     from (select u.order_id, u.order_number, u.order_identifier, u.company_id, u.is_blocked, u.doc, u.created_at
             from transport_order u
            where u.tenant_id = $1 and u.status = 'TO_PLAN' and ${chosen}
              and exists (select from order_stop s
                           where s.tenant_id = $1 and s.order_id = u.order_id and s.status = 'TO_PLAN'
                             and not exists (select from trip_stop t where t.tenant_id = $1 and t.stop_id = s.stop_id))
            order by u.created_at, u.order_id limit $2) o
     cross join lateral (select k.name from company k where k.tenant_id = $1 and k.company_id = o.company_id limit 1) c
    order by o.created_at, o.order_id`

/** Number of orders scanned for a page, because planned ones are skipped. */
const selectUnplanned = statement(
  'planning.select_unplanned',
  unplanned('(u.created_at, u.order_id) > ($3::timestamptz, $4::uuid)'),
)
const selectUnplannedOf = statement('planning.select_unplanned_of', unplanned('u.order_id = any($3::uuid[])'))

/** An unplanned order with the key its list is ordered by. */
export interface UnplannedRow extends UnplannedOrder {
  created_key: string
}

const beginning: readonly (string | number)[] = ['-infinity', '00000000-0000-0000-0000-000000000000']

/** Orders without a stop on any trip, oldest first, at most `limit`, starting after `key`. */
export async function listUnplanned(
  tx: Tx,
  key: readonly (string | number)[] | undefined,
  limit: number,
): Promise<UnplannedRow[]> {
  const [rows, { settings }] = await Promise.all([
    tx.query<StoredUnplanned>(selectUnplanned, limit, ...(key ?? beginning)),
    loadPlanSettings(tx),
  ])
  return rows.map((row) => withLoad(row, settings))
}

type StoredUnplanned = Omit<UnplannedRow, 'load'> & { document: OrderDocument }

function withLoad({ document, ...row }: StoredUnplanned, settings: PlanSettings): UnplannedRow {
  return { ...row, load: loadOf(document, settings) }
}

type BoardRows = Pick<
  PlanningBoard,
  'trips' | 'resources' | 'unavailabilities' | 'validities' | 'orders' | 'asked' | 'carriers' | 'is_cut'
>

/** The trips and resources of a range: one read per kind, whatever the number of rows. */
export async function readRows(tx: Tx, range: BoardRange): Promise<BoardRows> {
  const { from, to, resource_group_id = null } = range
  const [ids, unavailabilities, validities] = await Promise.all([
    tx.query<{ trip_id: string }>(selectTrips, from, to),
    tx.query<BoardRows['unavailabilities'][number]>(selectUnavailabilities, from, to),
    tx.query<BoardRows['validities'][number]>(selectValidities, from, to),
  ])
  const tripIds = ids.slice(0, most.trips).map(({ trip_id }) => trip_id)
  const [trips, resources] = await Promise.all([
    tripsByIds(tx, tripIds),
    tx.query<BoardRows['resources'][number]>(selectResources, tripIds, resource_group_id, from, to),
  ])
  return {
    ...(await namesOn(tx, trips)),
    validities,
    trips: trips.map(tripOutput),
    resources: resources.slice(0, most.resources),
    unavailabilities: unavailabilities.slice(0, most.unavailabilities),
    is_cut:
      ids.length > most.trips || resources.length > most.resources || unavailabilities.length > most.unavailabilities,
  }
}

/** The orders and carriers of trips with the requested times of their stops, and other orders. */
async function namesOn(
  tx: Tx,
  trips: readonly TripState[],
  others: readonly string[] = [],
): Promise<Pick<BoardRows, 'orders' | 'asked' | 'carriers'>> {
  const orderIds = new Set([
    ...others,
    ...trips.flatMap(({ stops }) => stops.flatMap(({ order_id }) => order_id ?? [])),
  ])
  const carrierIds = new Set(trips.flatMap(({ subcontractor_id }) => subcontractor_id ?? []))
  const [orders, times, carriers] = await Promise.all([
    orderIds.size === 0 ? [] : tx.query<BoardRows['orders'][number]>(selectOrders, [...orderIds]),
    stopTimesOfTrips(
      tx,
      trips.map(({ trip_id }) => trip_id),
    ),
    carrierIds.size === 0 ? [] : tx.query<BoardRows['carriers'][number]>(selectCarriers, [...carrierIds]),
  ])
  // A stop without requested times is due as first planned (TIME-7): that plan is the one on the board.
  const asked = times.flatMap(({ stop_id, order_id, asked_from, asked_to }) =>
    order_id === null ? [] : [{ stop_id, asked_to: asked_from === null ? null : asked_to }],
  )
  return { orders, asked, carriers }
}

/** The trips and orders to read individually. */
export interface RequestedParts {
  from: string
  to: string
  trip_ids: readonly string[]
  order_ids: readonly string[]
}

/** Individual trips and orders, as a board of a range shows them. */
export async function readParts(
  tx: Tx,
  { from, to, trip_ids, order_ids }: RequestedParts,
): Promise<PlanningBoardParts> {
  const [start, end] = [Date.parse(from), Date.parse(to)]
  const trips = (await tripsByIds(tx, trip_ids)).filter((trip) => {
    const { starts_at, ends_at, status } = tripOutput(trip)
    if (status === 'CANCELLED') return false
    return ends_at === null || (Date.parse(ends_at) >= start && (starts_at === null || Date.parse(starts_at) < end))
  })
  const shown = new Set(trips.map(({ trip_id }) => trip_id))
  const wanted = new Set([
    ...order_ids,
    ...trips.flatMap(({ stops }) => stops.flatMap(({ order_id }) => order_id ?? [])),
  ])
  const [names, stored, { settings }] = await Promise.all([
    namesOn(tx, trips, order_ids),
    wanted.size === 0 ? [] : tx.query<StoredUnplanned>(selectUnplannedOf, wanted.size, [...wanted]),
    loadPlanSettings(tx),
  ])
  const outputs = trips.map(tripOutput)
  const unplannedOrders = stored.map((row) => withLoad(row, settings))
  const places = await readPlaces(tx, locationsOf(outputs, unplannedOrders))
  const gone_trip_ids = trip_ids.filter((id) => !shown.has(id))
  return { ...names, places, trips: outputs, gone_trip_ids, unplanned: unplannedOrders }
}

/** The places of stops. */
export async function readPlaces(tx: Tx, locationIds: readonly string[]): Promise<PlanningBoard['places']> {
  if (locationIds.length === 0) return []
  return await tx.query<PlanningBoard['places'][number]>(selectPlaces, locationIds)
}

/** The locations of everything on a board. */
export function locationsOf(trips: PlanningBoard['trips'], unplanned: readonly UnplannedOrder[]): string[] {
  return [...new Set([...trips, ...unplanned].flatMap(({ stops }) => stops.map(({ location_id }) => location_id)))]
}
