import type { Day, DayException } from '@cartage/contract/app/day'
import type { Permission } from '@cartage/contract/endpoint'
import type { ListedTrip } from '@cartage/contract/trips/app/list'
import { statement } from '../db/statement.ts'
import type { Tx } from '../db/tenant.ts'
import { listSilentCarriers } from '../dispatch/answers/silent.views.ts'
import { isRejected } from '../documents/review/views.ts'
import { proofsOfDelivery } from '../documents/transport.rules.ts'
import { listOpenReports } from '../doors/driver/open.views.ts'
import { listWaitingRequests } from '../doors/requests/views.ts'
import { dateAfter, instantText } from '../locations/local-time.rules.ts'
import { survivorOf } from '../locations/views.ts'
import { orders } from '../orders/list/views.ts'
import { listOpenPlanChanges, type OpenPlanChange } from '../orders/planned/views.ts'
import { firstPickups, isLateFor, isReached, requestedTo } from '../orders/stops/punctuality.views.ts'
import { listTripsOfBlockedCarriers } from '../planning/verdict/blocked.views.ts'
import { resources } from '../resources/records/list.views.ts'
import { listOpenExcursions } from '../temperatures/views.ts'
import { trips } from '../trips/list/views.ts'
import { listAwayDrivers } from '../unavailabilities/away.views.ts'
import {
  awayException,
  type BusyVehicle,
  blockedException,
  byTimeToDamage,
  carrierException,
  changedException,
  type DayCounts,
  mostExceptions,
  mostVehicles,
  orderException,
  silentException,
  startOf,
  type Today,
  todayIn,
  tripFigures,
  vehicleDays,
  weekFrom,
} from './day.rules.ts'
import { lateExceptions } from './late.views.ts'
import { driverExceptions } from './reported.views.ts'
import { requestException } from './requested.rules.ts'
import { countStandstills } from './standstills.views.ts'
import { phonesOf } from './subjects.views.ts'
import { temperatureExceptions } from './warm.views.ts'

/** Maximum number of exceptions per kind. */
const mostOfKind = 50
/** Maximum number of late trips: as many as in the list, whenever planned (TIME-7). */
const mostLate = 500
/** Days back in which overdue items are searched. */
const daysBack = 7
const certificateDays = 30
const mostCertificates = 5
const mostProofs = 1_000
const dayMs = 86_400_000
/** Unacknowledged changes after planning expire after this many days. */
const changeDays = 30
/** Days ahead in which trips of blocked carriers are searched. */
const blockedDays = 14
/** Unacknowledged driver reports expire after this many days. */
const reportDays = 14
/** Days in which excursions of completed trips are shown. */
const excursionDays = 2

const selectZone = statement(
  'shell.select_zone',
  `select t.time_zone, exists (select from transport_order o where o.tenant_id = $1) as has_orders
     from tenant t where t.tenant_id = $1`,
)

const selectGroups = statement(
  'shell.list_groups_of_day',
  `select g.resource_group_id as id, g.name from resource_group g
    where g.tenant_id = $1 and not g.is_archived order by g.name, g.resource_group_id limit 50`,
)

const inGroup = (resource: string, group: string) => `(${group}::uuid is null or exists (
       select from resource_allocation a
        where a.tenant_id = $1 and a.resource_id = ${resource} and a.resource_group_id = ${group} and not a.is_archived))`

// Due are stops that were reached or should have been. `$2` and `$3` enclose the days, `$4` is now and `$5` the zone of
// the organisation.
const selectWeek = statement(
  'shell.count_week',
  `select to_char(x.day, 'YYYY-MM-DD') as day, count(distinct x.trip_id)::integer as trips,
          count(distinct x.trip_id) filter (where x.is_late)::integer as late_trips,
          count(*) filter (where x.is_due)::integer as due, count(*) filter (where x.is_late)::integer as late_stops
     from (
       select s.trip_id, (s.planned_start_at at time zone $5)::date as day,
              ${isReached} or u.until < $4::timestamptz as is_due,
              ${isLateFor('u.until', '$4::timestamptz')} as is_late
         from trip t
         join trip_stop s on s.tenant_id = $1 and s.trip_id = t.trip_id and s.status <> 'CANCELLED'
         left join lateral (
           select * from order_stop r where r.tenant_id = $1 and r.stop_id = s.stop_id and s.kind = 'ORDER' limit 1
         ) o on true
         left join lateral (
           select v.time_zone from location m join location v on v.tenant_id = $1 and v.location_id = ${survivorOf('m')}
            where m.tenant_id = $1 and m.location_id = s.location_id limit 1
         ) l on true
         cross join lateral (
           select coalesce(${requestedTo('o', 'coalesce(l.time_zone, $5)')}, s.planned_end_at) as until
         ) u
        where t.tenant_id = $1 and t.status in ('PLANNED', 'IN_PROGRESS', 'COMPLETED')
          and t.ends_at >= $2::timestamptz and t.starts_at < $3::timestamptz
          and s.planned_start_at >= $2::timestamptz and s.planned_start_at < $3::timestamptz
          and ($6::uuid is null or exists (
            select from trip_resource x
             where x.tenant_id = $1 and x.trip_id = t.trip_id and ${inGroup('x.resource_id', '$6')}))) x
    group by x.day`,
)

const selectUnplanned = statement(
  'shell.count_unplanned_by_day',
  `select to_char(o.pickup_on, 'YYYY-MM-DD') as day, count(*)::integer as count from transport_order o
    where o.tenant_id = $1 and o.created_at > '-infinity' and o.status = 'TO_PLAN' and not o.is_blocked
      and o.pickup_on >= $2::date and o.pickup_on <= $3::date
    group by o.pickup_on`,
)

const selectProofs = statement(
  'shell.count_missing_proofs_by_day',
  `select to_char(x.delivery_on, 'YYYY-MM-DD') as day, count(*)::integer as count from (
     select o.delivery_on from transport_order o
      where o.tenant_id = $1 and o.status = 'COMPLETED' and o.created_at >= $2::timestamptz
        and (select d.document_id from document d
              where d.tenant_id = $1 and d.order_id = o.order_id and d.document_type = any($3::text[])
                and not ${isRejected} limit 1) is null
      limit ${mostProofs}) x
    group by x.delivery_on`,
)

const selectBusiest = statement(
  'shell.list_busiest_vehicles',
  `select r.resource_id, r.name
     from trip_resource x
     join resource r on r.tenant_id = $1 and r.resource_id = x.resource_id
     join trip t on t.tenant_id = $1 and t.trip_id = x.trip_id and t.status <> 'CANCELLED'
    where x.tenant_id = $1 and x.ends_at >= $2::timestamptz and x.starts_at < $3::timestamptz
      and r.resource_type in ('TRACTOR', 'RIGID', 'VAN') and ${inGroup('r.resource_id', '$4')}
    group by r.resource_id, r.name
    order by sum(least(x.ends_at, $3::timestamptz) - greatest(x.starts_at, $2::timestamptz)) desc, r.name, r.resource_id
    limit ${mostVehicles}`,
)

const allTrips = {
  status: [],
  subcontractor: [],
  resource: [],
  group: [],
  driven_by: [],
  is_late: undefined,
  is_refused: undefined,
  is_outdated: undefined,
}
const allOrders = { company: [], status: [], scenario: [], is_adr: undefined, is_tempered: undefined }
const allResources = { archived: false, group: [], subcontractor: [], type: [], expiring: true }

/** Reader of the day, and their group. */
interface Reader {
  permissions: readonly Permission[]
  group: string | undefined
}

/** All data of the Today page. */
export async function readDay(tx: Tx, reader: Reader, now: number): Promise<Day> {
  const [tenant] = await tx.query<{ time_zone: string; has_orders: boolean }>(selectZone)
  const today = todayIn(tenant!.time_zone, now)
  const [figures, unplanned, proof_missing, found, vehicles, certificates, open_issues, groups] = await Promise.all([
    readTripFigures(tx, today, reader),
    readUnplanned(tx, today),
    readProofs(tx, today),
    readExceptions(tx, today, reader),
    readVehicles(tx, today, reader),
    readCertificates(tx, today, reader),
    countStandstills(tx, reader.permissions),
    tx.query<Day['groups'][number]>(selectGroups),
  ])
  return {
    now: shown(now),
    from: shown(Date.parse(today.from)),
    to: shown(Date.parse(today.to)),
    is_new: !tenant!.has_orders,
    ...figures,
    unplanned,
    proof_missing,
    exceptions: byTimeToDamage(found, now).slice(0, mostExceptions),
    exceptions_total: found.length,
    vehicles,
    ...certificates,
    open_issues,
    groups,
  }
}

const shown = (at: number) => `${instantText(at).slice(0, 19)}Z`
const groupFilter = ({ group }: Reader) => (group === undefined ? [] : [group])

async function readTripFigures(tx: Tx, { now, zone, date, to }: Today, reader: Reader) {
  const list = trips.open(tx, { ...allTrips, group: groupFilter(reader) }, { now })
  const from = startOf(dateAfter(date, -6), zone)
  const [counts, underway, late] = await Promise.all([
    tx.query<DayCounts>(selectWeek, from, to, instantText(now), zone, reader.group ?? null),
    list.count({ status: ['IN_PROGRESS'] }),
    list.count({ is_late: true }),
  ])
  return tripFigures(counts, date, { underway, late })
}

const dueOrders = ({ date }: Today) => ({
  ...allOrders,
  pickup_from: dateAfter(date, -daysBack),
  pickup_to: dateAfter(date, 1),
})

async function readUnplanned(tx: Tx, today: Today): Promise<Day['unplanned']> {
  const days = weekFrom(today.date)
  const [value, rows] = await Promise.all([
    orders.open(tx, { ...dueOrders(today), status: ['TO_PLAN'] }, { now: today.now }).count(),
    tx.query<{ day: string; count: number }>(selectUnplanned, days[0], days.at(-1)),
  ])
  return { value, week: numbersOf(rows, days) }
}

async function readProofs(tx: Tx, { now, date }: Today): Promise<Day['proof_missing']> {
  const since = instantText(now - 30 * dayMs)
  const rows = await tx.query<{ day: string | null; count: number }>(selectProofs, since, proofsOfDelivery)
  const value = rows.reduce((sum, { count }) => sum + count, 0)
  return { value, week: numbersOf(rows, weekFrom(dateAfter(date, -6))) }
}

function numbersOf(rows: readonly { day: string | null; count: number }[], days: readonly string[]): number[] {
  const byDay = new Map(rows.map(({ day, count }) => [day, count]))
  return days.map((day) => byDay.get(day) ?? 0)
}

async function readExceptions(tx: Tx, today: Today, reader: Reader): Promise<DayException[]> {
  const { now, date, zone } = today
  const given = { now }
  const about = {
    ...allTrips,
    group: groupFilter(reader),
    from: startOf(dateAfter(date, -daysBack), zone),
    to: startOf(dateAfter(date, 2), zone),
  }
  const page = { sort: 'starts', offset: 0, limit: mostOfKind } as const
  const byPickup = { sort: 'pickup', offset: 0, limit: mostOfKind } as const
  // The latest first: week-old items must not hide what is late now.
  const since = instantText(now - changeDays * dayMs)
  const ahead = { from: about.from, to: instantText(now + blockedDays * dayMs), group: reader.group }
  const [late, declined, outdated, unplanned, held, quotes, changed, warm, blocked, away, silent, reported, asked] =
    await Promise.all([
      trips
        .open(tx, { ...allTrips, group: groupFilter(reader), is_late: true }, given)
        .window({ ...page, sort: '-starts', limit: mostLate }),
      // Shown today, it leaves a week to find another carrier for a trip of next week.
      trips.open(tx, { ...about, to: ahead.to, is_refused: true }, given).window(page),
      trips.open(tx, { ...about, is_outdated: true }, given).window(page),
      orders.open(tx, { ...dueOrders(today), status: ['TO_PLAN'] }, given).window(byPickup),
      orders.open(tx, { ...dueOrders(today), status: ['BLOCKED'] }, given).window(byPickup),
      orders
        .open(tx, { ...allOrders, pickup_from: dateAfter(date, -daysBack), status: ['QUOTE'] }, given)
        .window(byPickup),
      listOpenPlanChanges(tx, { since, group: reader.group, most: mostOfKind }),
      listOpenExcursions(tx, { since: instantText(now - excursionDays * dayMs), now, group: reader.group }),
      listTripsOfBlockedCarriers(tx, ahead),
      listAwayDrivers(tx, { ...ahead, from: instantText(now) }),
      listSilentCarriers(tx, ahead, now),
      listOpenReports(tx, { since: instantText(now - reportDays * dayMs), group: reader.group, most: mostOfKind }),
      listWaitingRequests(
        tx,
        { ...{ since, group: reader.group, most: mostOfKind }, withOffers: seesOffers(reader) },
        new Date(now),
      ),
    ])
  const [carriers, pickups] = await Promise.all([
    carriersOf(
      tx,
      [...changed, ...warm, ...blocked, ...away, ...silent, ...[...reported, ...asked].filter(isOnTrip)],
      now,
    ),
    firstPickups(tx, [...unplanned.items, ...held.items, ...quotes.items]),
  ])
  const driven = [...late.items, ...declined.items, ...outdated.items, ...carriers.values()]
  const phones = await phonesOf(tx, driversOf(driven), reader.permissions)
  const mayCall = reader.permissions.includes('company.read')
  const refused = new Set(declined.items.map(({ trip_id }) => trip_id))
  return [
    ...(await lateExceptions(tx, late.items, phones, now)),
    ...declined.items.flatMap((trip) => {
      const kind = trip.dispatch_failure?.state === 'REFUSED' ? 'REFUSED' : 'DECLINED'
      return carrierException(trip, kind, now, phones) ?? []
    }),
    ...outdated.items
      .filter(({ trip_id }) => !refused.has(trip_id))
      .flatMap((trip) => carrierException(trip, 'OUTDATED', now, phones) ?? []),
    ...unplanned.items.flatMap((order) => orderException(order, 'UNPLANNED', pickups.get(order.order_id), now) ?? []),
    ...held.items.flatMap((order) => orderException(order, 'ON_HOLD', pickups.get(order.order_id), now) ?? []),
    ...quotes.items.flatMap((order) => orderException(order, 'TO_CONFIRM', pickups.get(order.order_id), now) ?? []),
    ...changedExceptions(changed, carriers, now, phones),
    ...(await temperatureExceptions(tx, warm, carriers, phones)),
    ...(await driverExceptions(tx, reported, carriers, reader.permissions)),
    ...asked.map((one) => requestException(one, one.trip_id === null ? undefined : carriers.get(one.trip_id), now)),
    ...blocked.flatMap(({ trip_id, carrier_name }) => {
      const trip = carriers.get(trip_id)
      return (trip && blockedException(trip, carrier_name, now)) ?? []
    }),
    ...away.flatMap((one) => {
      const trip = carriers.get(one.trip_id)
      return trip ? [awayException(trip, one, now, phones)] : []
    }),
    ...silent.flatMap((one) => {
      const trip = carriers.get(one.trip_id)
      return (trip && silentException(trip, mayCall ? one : { ...one, phone_number: null }, now)) ?? []
    }),
  ]
}

/** An offer includes the price of a trip, so it requires both permissions. */
function seesOffers({ permissions }: Reader): boolean {
  return permissions.includes('dispatch.read') && permissions.includes('charge.read')
}

function isOnTrip<One extends { trip_id: string | null }>(one: One): one is One & { trip_id: string } {
  return one.trip_id !== null
}

/** The trips that carry these orders, by order id. */
async function carriersOf(
  tx: Tx,
  changed: readonly { trip_id: string }[],
  now: number,
): Promise<Map<string, ListedTrip>> {
  const ids = [...new Set(changed.map(({ trip_id }) => trip_id))]
  const found = ids.length === 0 ? [] : await trips.open(tx, allTrips, { now }).read(ids.map((id) => ({ id })))
  return new Map(found.map((trip) => [trip.trip_id, trip]))
}

/** One exception for each order and trip, regardless of the number of changes. */
function changedExceptions(
  changed: readonly OpenPlanChange[],
  carriers: ReadonlyMap<string, ListedTrip>,
  now: number,
  phones: ReadonlyMap<string, string>,
): DayException[] {
  const together = Map.groupBy(changed, ({ order_id, trip_id }) => `${order_id} ${trip_id}`)
  return [...together.values()].flatMap(([newest, ...others]) => {
    const trip = newest && carriers.get(newest.trip_id)
    return trip ? [changedException(trip, [newest, ...others], now, phones)] : []
  })
}

function driversOf(of: readonly ListedTrip[]): string[] {
  const all = of.flatMap(({ resources: own }) => own.filter(({ resource_type }) => resource_type === 'DRIVER'))
  return all.map(({ resource_id }) => resource_id)
}

async function readVehicles(tx: Tx, { now, from, to }: Today, reader: Reader): Promise<Day['vehicles']> {
  const busiest = await tx.query<BusyVehicle>(selectBusiest, from, to, reader.group ?? null)
  if (busiest.length === 0) return []
  const resource = busiest.map(({ resource_id }) => resource_id)
  const list = trips.open(tx, { ...allTrips, resource, from, to }, { now })
  const found = await list.ids({ sort: 'starts', offset: 0, limit: 100 })
  const items = await list.read(found)
  return vehicleDays(
    busiest,
    items.filter(({ status }) => status !== 'CANCELLED'),
  )
}

async function readCertificates(
  tx: Tx,
  { now }: Today,
  reader: Reader,
): Promise<Pick<Day, 'certificates' | 'certificates_total'>> {
  const soon = instantText(now + certificateDays * dayMs)
  const list = resources.open(tx, { ...allResources, group: groupFilter(reader) }, { soon })
  const { items, total } = await list.window({ sort: 'name', offset: 0, limit: 200 })
  const certificates = items
    .flatMap(({ resource_id, name, next_expiry }) =>
      next_expiry === null ? [] : [{ resource_id, name, type: next_expiry.type, ends_at: next_expiry.ends_at }],
    )
    .toSorted((one, other) => one.ends_at.localeCompare(other.ends_at))
  return { certificates: certificates.slice(0, mostCertificates), certificates_total: total }
}
