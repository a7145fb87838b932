import type { StopTimes } from '@cartage/contract/orders/app/lateness'
import { statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'
import { instant } from '../../db/texts.ts'
import { survivorOf } from '../../locations/views.ts'
import { type RequestedTimes, type RequestedWindow, requestedWindow } from './window.rules.ts'

const instantAs = (sql: string, name: string) => `${instant(sql)} as ${name}`

const tenantZone = '(select n.time_zone from tenant n where n.tenant_id = $1)'

/** SQL for the time zone of the location with alias `l`, else of the tenant. */
const zoneOf = (l: string) => `coalesce(${l}.time_zone, ${tenantZone})`

/**
 * SQL for the end of the requested window of the order stop with alias `o`, in a zone: `to_at` of `requestedWindow`.
 * `window.test.ts` keeps the two equal.
 */
export const requestedTo = (o: string, zone: string) =>
  `((${o}.requested_date + coalesce(${o}.window_end, time '23:59')
     + case when ${o}.window_end < ${o}.window_start then interval '1 day' else interval '0' end) at time zone ${zone})`

/** SQL for whether the trip stop with alias `s` was reached. */
export const isReached = `s.status in ('AT_STOP', 'COMPLETED')`

/**
 * SQL for whether the trip stop with alias `s` is late for the end of its window, by its actual or expected time. Same
 * rule as `isLate` of `lateness.ts`.
 * @param until SQL for the end of the window
 * @param otherwise SQL for the instant to use for a stop that was not reached
 */
export const isLateFor = (until: string, otherwise: string) => `(${until} + interval '1 minute' <=
  case when ${isReached} then coalesce(s.actual_start_at, s.actual_end_at) else ${otherwise} end)`

/**
 * SQL for whether the trip stop with alias `s` is ahead and late (TIME-7); same rule as `lateAhead` of `lateness.ts`.
 * @param until SQL for the end of the window
 * @param now SQL for the present instant
 */
export const lateAhead = (until: string, now: string) => `(s.status not in ('AT_STOP', 'COMPLETED', 'CANCELLED')
  and ${until} + interval '1 minute' <= greatest(coalesce(s.eta_start_at, s.planned_start_at), ${now}))`

/** SQL for whether the ETA of a trip stop uses driving times that no router calculated, like `isEstimatedEta`. */
export const hasEstimatedEta = (stop: string) =>
  `(${stop}.eta_start_at is not null and ${stop}.eta_is_estimated is distinct from false)`

/** SQL for the requested times of the order stop with alias `o`, as `RequestedTimes`. */
const requested = (o: string) => `${o}.requested_date::text as requested_date,
          to_char(${o}.window_start, 'HH24:MI') as window_start, to_char(${o}.window_end, 'HH24:MI') as window_end`

type StopRow = Omit<StopTimes, 'asked_from' | 'asked_to'> & RequestedTimes

const times = ['planned_start_at', 'planned_end_at', 'eta_start_at', 'eta_end_at', 'actual_start_at', 'actual_end_at']
const place = (location: string) => `left join lateral (
       select s.time_zone from location m join location s on s.tenant_id = $1 and s.location_id = ${survivorOf('m')}
        where m.tenant_id = $1 and m.location_id = ${location} limit 1
     ) l on true`

// Draft plans are only visible on their trip; orders that are not carried have no punctuality.
const selectOfOrders = statement(
  'orders.select_punctuality',
  `select o.stop_id, o.order_id, t.trip_id, ${zoneOf('l')} as time_zone,
          case when d.status in ('QUOTE', 'CANCELLED', 'REJECTED') then 'IGNORED' else o.status end as status,
          ${requested('o')},
          ${times.map((name) => instantAs(`t.${name}`, name)).join(', ')}, t.eta_is_estimated
     from order_stop o
     join transport_order d on d.tenant_id = $1 and d.order_id = o.order_id
     left join lateral (
       select * from trip_stop v
        where v.tenant_id = $1 and v.stop_id = o.stop_id and v.status not in ('TO_PLAN', 'CANCELLED') limit 1
     ) t on true
     ${place('coalesce(t.location_id, o.location_id)')}
    where o.tenant_id = $1 and o.order_id = any($2::uuid[]) order by o.order_id, o.sequence`,
)

/** Times of all stops of these orders, each order's in sequence. */
export async function stopTimesOfOrders(tx: Tx, orderIds: readonly string[]): Promise<StopTimes[]> {
  if (orderIds.length === 0) return []
  return (await tx.query<StopRow>(selectOfOrders, orderIds)).map((row) => requestedTimes(row, null))
}

// Where no order requests a time, the planned time applies.
const selectOfTrips = statement(
  'orders.select_punctuality_of_trips',
  `select t.stop_id, t.order_id, t.trip_id, t.status, ${zoneOf('l')} as time_zone,
          ${requested('o')},
          ${times.map((name) => instantAs(`t.${name}`, name)).join(', ')}, t.eta_is_estimated
     from trip_stop t
     left join lateral (
       select * from order_stop s where s.tenant_id = $1 and s.stop_id = t.stop_id and t.kind = 'ORDER' limit 1
     ) o on true
     ${place('t.location_id')}
    where t.tenant_id = $1 and t.trip_id = any($2::uuid[]) order by t.trip_id, t.sequence`,
)

/** Times of all stops of these trips, each trip's in sequence. */
export async function stopTimesOfTrips(tx: Tx, tripIds: readonly string[]): Promise<StopTimes[]> {
  if (tripIds.length === 0) return []
  return (await tx.query<StopRow>(selectOfTrips, tripIds)).map((row) => requestedTimes(row, row.planned_end_at))
}

const selectPickups = statement(
  'orders.select_first_pickups',
  `select distinct on (o.order_id) o.order_id, ${zoneOf('l')} as time_zone, ${requested('o')}
     from order_stop o
     ${place('o.location_id')}
    where o.tenant_id = $1 and o.order_id = any($2::uuid[]) and o.role = 'PICKUP' order by o.order_id, o.sequence`,
)

/** Windows of the first pickups of these orders, by order id; orders whose pickup has no day are left out. */
export async function firstPickups(
  tx: Tx,
  orders: readonly { order_id: string }[],
): Promise<Map<string, RequestedWindow>> {
  if (orders.length === 0) return new Map()
  const ids = orders.map(({ order_id }) => order_id)
  const rows = await tx.query<RequestedTimes & { order_id: string; time_zone: string }>(selectPickups, ids)
  return new Map(
    rows.flatMap(({ order_id, time_zone, ...times }): [string, RequestedWindow][] => {
      const window = requestedWindow(times, time_zone)
      return window ? [[order_id, window]] : []
    }),
  )
}

/** @param otherwise latest time of a stop for which no order requests one */
function requestedTimes(
  { requested_date, window_start, window_end, ...stop }: StopRow,
  otherwise: string | null,
): StopTimes {
  const window = requestedWindow({ requested_date, window_start, window_end }, stop.time_zone)
  const seconds = (at: string) => `${at.slice(0, 19)}Z`
  return {
    ...stop,
    asked_from: window && seconds(window.from_at),
    asked_to: window ? seconds(window.to_at) : otherwise,
  }
}
