import type { Document } from '@cartage/contract/documents/endpoints'
import type { TripOutput, TripStopOutput } from '@cartage/contract/trips/endpoints'
import { statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'
import { listDocumentsOfTrip } from '../../documents/views.ts'
import { Problem } from '../../http/problem.ts'
import { findLocationOutputs } from '../../locations/views.ts'
import type { OrderDocument, StoredStop } from '../../orders/content.rules.ts'
import { shownTrips } from '../../orders/record/shipments.views.ts'
import { listedStops } from '../../orders/stops/sequence.rules.ts'
import { shownTimes } from '../../orders/stops/times.rules.ts'
import { visibleTripStatus } from '../publish.ts'
import type { TripStop } from '../state.rules.ts'
import { tripsByIds } from '../store.ts'

interface CarriedOrderRow {
  order_id: string
  order_number: string
  document: OrderDocument
}

const selectOrders = statement(
  'trips.select_carried_orders',
  `select o.order_id, o.order_number, o.doc as document from transport_order o
    where o.tenant_id = $1 and o.order_id = any($2::uuid[]) order by o.order_id`,
)

/**
 * A trip with its resources and stops.
 * @throws Problem not_found
 */
export async function readTrip(tx: Tx, tripId: string): Promise<TripOutput> {
  const [[trip], [shown]] = await Promise.all([tripsByIds(tx, [tripId]), shownTrips(tx, [tripId], false)])
  if (!trip || !shown) throw new Problem('not_found')
  const orderIds = [...new Set(trip.stops.flatMap(({ order_id }) => order_id ?? []))]
  const [found, places] = await Promise.all([
    orderIds.length === 0 ? [] : tx.query<CarriedOrderRow>(selectOrders, orderIds),
    findLocationOutputs(tx, [...new Set(trip.stops.map(({ location_id }) => location_id))]),
  ])
  const orders = new Map(found.map((order) => [order.order_id, order]))
  return {
    id: trip.trip_id,
    name: trip.name,
    status: visibleTripStatus(trip.status),
    ...(trip.status === 'CANCELLED' && { is_cancelled: true }),
    // In the order in which the trip first visits them.
    orders: orderIds.flatMap((id) => {
      const order = orders.get(id)
      return order ? [{ id, name: order.order_number }] : []
    }),
    resource_allocations: shown.carriers,
    stops: trip.stops.map((stop) => stopOutput(stop, orders.get(stop.order_id ?? ''), places)),
    metrics: trip.distance_km === null ? null : { distance_total_km: trip.distance_km },
    shipment_planning_group: shown.planning_group,
  }
}

/** Order data of a stop without an order. */
const nothing: Partial<StoredStop> = {}

function stopOutput(
  stop: TripStop,
  order: CarriedOrderRow | undefined,
  places: Awaited<ReturnType<typeof findLocationOutputs>>,
): TripStopOutput {
  const listed = order && listedStops(order.document).find((one) => one.stop.id === stop.stop_id)?.stop
  const {
    position: _position,
    activity: _activity,
    location: sent,
    drop_collect_empty: _empty,
    ...members
  } = listed ?? nothing
  const { description: _description, location_identifier: _key, ...named } = sent ?? {}
  const place = places.get(stop.location_id)
  return {
    ...members,
    id: stop.stop_id,
    location: { ...place, ...named, id: place?.id ?? stop.location_id } as TripStopOutput['location'],
    activity_label: stop.activity_label,
    note: members.note ?? (stop.note === '' ? null : stop.note),
    reference_number: members.reference_number ?? stop.reference_number,
    custom_fields: { ...members.custom_fields, ...stop.custom_fields },
    mileage_km: stop.mileage_km,
    status: stop.status,
    ...timesOf(stop),
    ...(stop.kind === 'ORDER' && stop.order_id !== null && { order: { row_id: stop.order_id } }),
  }
}

/** READ-5: without an estimate, the plan serves as one. */
function timesOf(stop: TripStop) {
  return shownTimes(stop.status, {
    eta_start_at: seconds(stop.eta_start_at ?? stop.planned_start_at),
    eta_end_at: seconds(stop.eta_end_at ?? stop.planned_end_at),
    actual_start_at: seconds(stop.actual_start_at),
    actual_end_at: seconds(stop.actual_end_at),
  })
}

function seconds(instant: string | null): string | null {
  return instant === null ? null : `${instant.slice(0, 19)}Z`
}

const selectTrip = statement('trips.exists', 'select 1 from trip t where t.tenant_id = $1 and t.trip_id = $2')

/** @throws Problem not_found for an unknown trip, and equally for one of another tenant */
export async function checkTripExists(tx: Tx, tripId: string): Promise<void> {
  if ((await tx.query(selectTrip, tripId)).length === 0) throw new Problem('not_found')
}

/**
 * Documents of a trip, of its orders and of their consignments (READ-6), oldest first.
 * @throws Problem not_found
 */
export async function listDocumentsWithOrders(tx: Tx, tripId: string): Promise<Document[]> {
  const [, documents] = await Promise.all([checkTripExists(tx, tripId), listDocumentsOfTrip(tx, tripId)])
  return documents
}

const selectSetting = statement(
  'trips.select_resource_setting',
  'select s.resource_events_at_dispatch as is_late from tenant_setting s where s.tenant_id = $1',
)

/** ST-11: whether resources are published when a trip is dispatched, instead of when it is planned. */
export async function publishesResourcesAtDispatch(tx: Tx): Promise<boolean> {
  const [row] = await tx.query<{ is_late: boolean }>(selectSetting)
  return row?.is_late ?? false
}
