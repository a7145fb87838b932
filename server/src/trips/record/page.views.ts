import type { RecentEvent } from '@cartage/contract/events/app'
import { stopFacts, tripPunctuality } from '@cartage/contract/orders/app/lateness'
import type { OrderTrip, TripOrder, TripRecord } from '@cartage/contract/trips/app/record'
import { statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'
import { instant } from '../../db/texts.ts'
import { listEventsOf } from '../../deliveries/views.ts'
import { Problem } from '../../http/problem.ts'
import { survivorOf } from '../../locations/views.ts'
import { stopTimesOfTrips } from '../../orders/stops/punctuality.views.ts'
import { enteredEtas } from '../eta/views.ts'
import { tripIdsOfOrders, tripsByIds } from '../store.ts'
import { carriersWithPhones, dispatchOfTrip, subcontractorOfTrip } from './carriers.views.ts'
import { tripOutput } from './output.rules.ts'

/** Maximum number of events and trail entries on a page. */
export const mostShown = 200

type Place = TripRecord['places'][number]
type RelatedRecords = Pick<
  TripRecord,
  'trip_identifier' | 'subcontractor' | 'dispatch' | 'planning_group' | 'resources' | 'created_at' | 'updated_at'
> & { trip_id: string }

const selectRelated = statement(
  'trips.select_records',
  `select t.trip_id, t.trip_identifier, ${subcontractorOfTrip} as subcontractor, ${carriersWithPhones} as resources,
          ${dispatchOfTrip} as dispatch,
          (select g.name from planning_group g
            where g.tenant_id = $1 and g.planning_group_id = t.planning_group_id) as planning_group,
          ${instant('t.created_at')} as created_at, ${instant('t.updated_at')} as updated_at
     from trip t where t.tenant_id = $1 and t.trip_id = any($2::uuid[]) order by t.trip_id`,
)
const selectPlaces = statement(
  'trips.select_places',
  `select l.location_id, coalesce(s.display_name, s.name) as name, s.city, s.country, s.postal_code, s.latitude, s.longitude,
          s.time_zone
     from location l join location s on s.tenant_id = $1 and s.location_id = ${survivorOf('l')}
    where l.tenant_id = $1 and l.location_id = any($2::uuid[]) order by l.location_id`,
)
const selectOrders = statement(
  'trips.select_shown_orders',
  `select o.order_id, o.order_number, o.customer_reference_number, o.is_adr, o.is_tempered,
          (select c.name from company c where c.tenant_id = $1 and c.company_id = o.company_id) as customer_name,
          case when o.is_blocked then 'BLOCKED' else o.status end as status
     from transport_order o
    where o.tenant_id = $1 and o.order_id = any($2::uuid[]) order by o.order_id`,
)

/**
 * A trip for its page.
 * @throws Problem not_found
 */
export async function readTripRecord(tx: Tx, tripId: string, now: number): Promise<TripRecord> {
  const [[state], [row], times] = await Promise.all([
    tripsByIds(tx, [tripId]),
    tx.query<RelatedRecords>(selectRelated, [tripId]),
    stopTimesOfTrips(tx, [tripId]),
  ])
  if (!state || !row) throw new Problem('not_found')
  const orderIds = [...new Set(state.stops.flatMap(({ order_id }) => order_id ?? []))]
  const [places, orders, said_etas] = await Promise.all([
    tx.query<Place>(selectPlaces, placesIn([state])),
    tx.query<TripOrder>(selectOrders, orderIds),
    enteredEtas(
      tx,
      state.stops.map(({ stop_id }) => stop_id),
    ),
  ])
  const byId = new Map(orders.map((order) => [order.order_id, order]))
  const { trip_id: _id, ...members } = row
  const stop_facts = times.map((stop) => stopFacts(stop, now))
  return {
    ...members,
    trip: tripOutput(state),
    stop_facts,
    punctuality: tripPunctuality(state.status, times, now).punctuality,
    said_etas,
    places,
    orders: orderIds.flatMap((id) => byId.get(id) ?? []),
  }
}

function placesIn(trips: readonly { stops: readonly { location_id: string }[] }[]): string[] {
  return [...new Set(trips.flatMap(({ stops }) => stops.map(({ location_id }) => location_id)))]
}

/** The trips of an order, each with its stops of the order, sorted by start. */
export async function listTripsOfOrder(tx: Tx, orderId: string, now: number): Promise<OrderTrip[]> {
  const ids = await tripIdsOfOrders(tx, [orderId])
  if (ids.length === 0) return []
  const [states, rows, times] = await Promise.all([
    tripsByIds(tx, ids),
    tx.query<RelatedRecords>(selectRelated, ids),
    stopTimesOfTrips(tx, ids),
  ])
  const places = await tx.query<Place>(selectPlaces, placesIn(states))
  const byTrip = new Map(rows.map((row) => [row.trip_id, row]))
  const trips = states.map((state): OrderTrip => {
    const { stops, trip_id, name, status, starts_at, ends_at } = tripOutput(state)
    const own = stops.filter(({ order_id }) => order_id === orderId)
    const { subcontractor = null, resources = [] } = byTrip.get(trip_id) ?? {}
    const of = new Set(own.map(({ location_id }) => location_id))
    const shown = places.filter(({ location_id }) => of.has(location_id))
    const ownTimes = times.filter((stop) => stop.trip_id === trip_id && stop.order_id === orderId)
    const stop_facts = ownTimes.map((stop) => stopFacts(stop, now))
    const carried = { subcontractor, resources, stops: own, stop_facts, places: shown }
    const { punctuality } = tripPunctuality(status, ownTimes, now)
    return { trip_id, name, status, starts_at, ends_at, ...carried, punctuality }
  })
  return trips.toSorted((one, other) => (one.starts_at ?? '~').localeCompare(other.starts_at ?? '~'))
}

/**
 * What was reported about a trip and its stops.
 * @throws Problem not_found
 */
export async function listEventsOfTrip(tx: Tx, tripId: string): Promise<RecentEvent[]> {
  const [state] = await tripsByIds(tx, [tripId])
  if (!state) throw new Problem('not_found')
  const stops = state.stops.map(({ stop_id }) => ({ entity_type: 'stop', entity_id: stop_id }))
  return await listEventsOf(tx, [{ entity_type: 'trip', entity_id: tripId }, ...stops], mostShown)
}
