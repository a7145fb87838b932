import type { LocationOutput } from '@cartage/contract/locations/location'
import type { OperationalVisibilityUpdate } from '@cartage/contract/outbound/visibility-event'
import type { VisibilityResource, VisibilityStop, VisibilityTrip } from '@cartage/contract/outbound/visibility-parts'
import type { z } from 'zod'
import { type NewEvent, newEvent } from '../deliveries/publish.ts'
import { visibleStatus } from '../orders/hold.rules.ts'
import {
  type OrderEventFacts,
  orderEvent,
  type VisibleStopRow,
  visibleLocation,
  visibleOrder,
  visibleStop,
  visibleStopStatus,
} from '../orders/publish.ts'
import { listedStops } from '../orders/stops/sequence.rules.ts'
import type { StopRow } from '../orders/stops/store.ts'
import type { OrderRow } from '../orders/store.ts'
import type { ResourceRow } from '../resources/output.rules.ts'
import type { Happening } from './change/happenings.rules.ts'
import type { TripResource, TripState, TripStop } from './state.rules.ts'

/** An order with its stops after the change. */
export interface CarriedOrder extends OrderRow {
  stops: readonly StopRow[]
}

/** All data for the messages about a change. */
export interface EventFacts {
  epoch: number
  /** Time of the change, unless a stop has its own. */
  at: string
  trips: readonly TripState[]
  orders: ReadonlyMap<string, CarriedOrder>
  resources: ReadonlyMap<string, ResourceRow>
  /** By location id of the stops. */
  places: ReadonlyMap<string, LocationOutput>
}

/** An event with its sequence within its trip or stop. */
export interface NumberedHappening {
  event_id: string
  sequence: number
  happening: Happening
}

type Message = OperationalVisibilityUpdate
type Resource = z.output<typeof VisibilityResource>

/** Builds the message of one event; its text is built once and sent unchanged to all receivers. */
export function tripEvent({ event_id, sequence, happening }: NumberedHappening, facts: EventFacts): NewEvent {
  const isStop = 'stop' in happening
  const timestamp = seconds(
    (isStop && happening.type !== 'stop.eta_changed' ? happening.stop.status_at : null) ?? facts.at,
  )
  const { update, ...rest } = messageOf(happening, facts)
  const entity = isStop
    ? { entity_type: 'stop', entity_id: happening.stop.stop_id }
    : { entity_type: 'trip', entity_id: happening.trip.trip_id }
  return newEvent(
    { event_id, type: happening.type, ...entity, sequence, epoch: facts.epoch },
    { timestamp, update },
    rest,
  )
}

type Parts = Pick<Message, 'order' | 'trip'> & { update: Message['events'][number]['update'] }

function messageOf(happening: Happening, facts: EventFacts): Parts {
  if ('stop' in happening) return stopMessage(happening.type, happening.trip, happening.stop, facts)
  const { trip } = happening
  const shown = visibleTrip(trip, facts)
  if (!('resource' in happening)) return { update: tripUpdate(trip), trip: shown }
  const { resource_id } = happening.resource
  const fields = facts.resources.get(resource_id)?.custom_fields
  const update = {
    id: resource_id,
    type: 'Resource' as const,
    resource: visibleResource(happening.resource, facts),
    ...(fields && Object.keys(fields).length > 0 && { custom_fields: fields }),
    ...(happening.type === 'resource.unassigned' && { operation: 'UNASSIGNED' as const }),
  }
  return { update, trip: shown }
}

/** The interface has three trip statuses; a cancellation is an additional field. */
function tripUpdate({ trip_id, status }: TripState) {
  const shown = visibleTripStatus(status)
  return { id: trip_id, type: 'Trip' as const, status: shown, ...(status === 'CANCELLED' && { is_cancelled: true }) }
}

/** The status of a trip in the interface. */
export function visibleTripStatus(status: TripState['status']): 'CREATED' | 'PLANNED' | 'COMPLETED' {
  if (status === 'IN_PROGRESS') return 'PLANNED'
  return status === 'CANCELLED' ? 'CREATED' : status
}

function stopMessage(type: Happening['type'], trip: TripState, stop: TripStop, facts: EventFacts): Parts {
  const order = stop.order_id === null ? undefined : facts.orders.get(stop.order_id)
  const shown = visibleTripStop(trip, stop, facts)
  const update =
    type === 'stop.eta_changed'
      ? { id: stop.order_id, type: 'Eta' as const, stops: [shown] }
      : { id: stop.stop_id, type: 'Stop' as const, stop: shown }
  return { update, ...(order && { order: visibleOrder(orderOf(order, facts), orderStatus(order)) }) }
}

function orderStatus({ is_blocked, status }: CarriedOrder): string {
  return is_blocked ? 'BLOCKED' : visibleStatus(status)
}

/** A trip as sent to receivers, with its orders and stops. */
function visibleTrip(trip: TripState, facts: EventFacts): VisibilityTrip {
  const ids = [...new Set(trip.stops.flatMap(({ order_id }) => order_id ?? []))]
  const orders = ids.flatMap((id) => facts.orders.get(id) ?? [])
  return {
    id: trip.trip_id,
    name: trip.name,
    orders: orders.map((order) => visibleOrder(orderOf(order, facts), orderStatus(order))),
    stops: trip.stops.map((stop) => visibleTripStop(trip, stop, facts)),
  }
}

/** An order with the trip data of each of its stops. */
function orderOf(order: CarriedOrder, facts: EventFacts): OrderEventFacts['order'] {
  const served = new Map(facts.trips.flatMap((trip) => trip.stops.map((stop) => [stop.stop_id, { trip, stop }])))
  return {
    order_id: order.order_id,
    order_number: order.order_number,
    document: order.document,
    customer: { company_id: order.company_id, name: order.company_name },
    stops: order.stops.map((row) => {
      const known = served.get(row.stop_id)
      return known ? { ...row, ...visitOf(known.trip, known.stop, facts) } : row
    }),
  }
}

function visitOf(
  trip: TripState,
  stop: TripStop,
  facts: EventFacts,
): Omit<VisibleStopRow, 'stop_id' | 'role' | 'sequence'> {
  const isConfirmed = stop.status !== 'TO_PLAN'
  const estimate = (eta: string | null, planned: string | null) => secondsOrNull(eta ?? (isConfirmed ? planned : null))
  const place = facts.places.get(stop.location_id)
  return {
    status: stop.status,
    eta_start_at: estimate(stop.eta_start_at, stop.planned_start_at),
    eta_end_at: estimate(stop.eta_end_at, stop.planned_end_at),
    actual_start_at: secondsOrNull(stop.actual_start_at),
    actual_end_at: secondsOrNull(stop.actual_end_at),
    resources: trip.resources.map((resource) => visibleResource(resource, facts)),
    ...(place && { place }),
  }
}

function visibleTripStop(trip: TripState, stop: TripStop, facts: EventFacts): VisibilityStop {
  const visit = visitOf(trip, stop, facts)
  const order = stop.order_id === null ? undefined : facts.orders.get(stop.order_id)
  const row = order?.stops.find(({ stop_id }) => stop_id === stop.stop_id)
  const stored = order && listedStops(order.document).find((listed) => listed.stop.id === stop.stop_id)?.stop
  if (row && stored) return visibleStop(stored, { ...row, ...visit })
  return {
    id: stop.stop_id,
    location: visibleLocation(visit.place ?? {}),
    resources: visit.resources ?? [],
    status: visibleStopStatus(visit.status),
    stop_type: 'CUSTOM',
    eta_start_time: visit.eta_start_at ?? null,
    eta_end_time: visit.eta_end_at ?? null,
    actual_start_timestamp: visit.actual_start_at ?? null,
    actual_end_timestamp: visit.actual_end_at ?? null,
    stop_reference: stop.reference_number,
    ...(Object.keys(stop.custom_fields).length > 0 && { custom_fields: stop.custom_fields }),
  }
}

/** A resource with its names on this trip. */
function visibleResource(given: TripResource, { resources }: EventFacts): Resource {
  const known = resources.get(given.resource_id)
  return {
    id: given.resource_id,
    type: known?.resource_type ?? 'HANDLING',
    name: given.name ?? known?.name ?? null,
    code: known?.code ?? null,
    license_plate: given.license_plate ?? known?.license_plate ?? null,
    container_number: given.container_number ?? known?.container_number ?? null,
  }
}

/**
 * The message that an order is completed (ST-3).
 * @param sequence its place among the events of the order
 */
export function completionEvent(order: CarriedOrder, sequence: number, eventId: string, facts: EventFacts): NewEvent {
  return orderEvent({
    event_id: eventId,
    epoch: facts.epoch,
    sequence,
    occurred_at: new Date(facts.at),
    type: 'order.completed',
    status: 'COMPLETED',
    order: orderOf(order, facts),
  })
}

function seconds(instant: string): string {
  return `${instant.slice(0, 19)}Z`
}

function secondsOrNull(instant: string | null): string | null {
  return instant === null ? null : seconds(instant)
}
