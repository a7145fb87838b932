import type { LocationOutput } from '@cartage/contract/locations/location'
import { msg } from '@cartage/contract/message'
import type { StopOutput } from '@cartage/contract/orders/stop'
import type { StopMessage } from '@cartage/contract/outbound/dispatch-order'
import type { FleetDispatchOutput, StopGroup } from '@cartage/contract/outbound/fleet-dispatch'
import type { SubcontractorDispatchOutput } from '@cartage/contract/outbound/subco-dispatch'
import type { TripState, TripStop } from '../../trips/state.rules.ts'
import { conflict } from '../rules.ts'
import { crossingNote } from './crossing.rules.ts'
import { dispatchOrder, type Plan, type SentOrder, seconds, sentStop } from './order.rules.ts'
import { type SentResource, sentAllocation, sentResource } from './resource.rules.ts'

/** A trip with all data of its messages. */
export interface SentTrip {
  trip: TripState
  /** Orders with a stop on the trip, in the order of their first stop. */
  orders: readonly SentOrder[]
  /** Locations by the id in the stops. */
  places: ReadonlyMap<string, LocationOutput>
  resources: readonly SentResource[]
  /** Activity of order stops for their consignment: PICKUP or DELIVERY. */
  roles: ReadonlyMap<string, string>
}

/** Planned times of a trip by stop id. */
export function planOf(trip: TripState): Plan {
  return new Map(trip.stops.map((stop) => [stop.stop_id, stop]))
}

/** A trip as sent to a subcontractor. */
export function subcontractorPayload(sent: SentTrip): SubcontractorDispatchOutput {
  const { trip, orders, resources } = sent
  const plan = planOf(trip)
  return {
    id: trip.trip_id,
    name: trip.name,
    orders: orders.map((order) => dispatchOrder(order, plan)),
    custom_fields: trip.custom_fields,
    resource_allocations: resources.map((resource) => ({ resource: sentResource(resource) })),
    stops: sentStops(sent, trip.stops),
  }
}

/** Stops of a trip, in planned sequence; those of orders with the data of the order. */
export function sentStops(sent: SentTrip, stops: readonly TripStop[]): StopMessage[] {
  const plan = planOf(sent.trip)
  const described = new Map(sent.orders.flatMap(({ output }) => output.stops ?? []).map((stop) => [stop.id, stop]))
  return stops.map((stop) => {
    const known = described.get(stop.stop_id)
    const note = [stop.note, noteOfCrossing(stop, sent)].filter(Boolean).join('\n')
    const own = { reference_number: stop.reference_number, note: note || null }
    if (!known) return sentStop({ ...ownStop(stop, sent), ...own }, plan)
    return sentStop(
      { ...known, reference_number: own.reference_number ?? known.reference_number, note: own.note ?? known.note },
      plan,
    )
  })
}

/** CROSS-7: the format has no member for a ferry or train between stops, so it is a note. */
function noteOfCrossing(stop: TripStop, { trip, places }: SentTrip): string | undefined {
  const landing = trip.stops[trip.stops.findIndex(({ stop_id }) => stop_id === stop.stop_id) + 1]
  return crossingNote(stop, landing, landing ? placeName(places.get(landing.location_id) ?? {}) : '')
}

function ownStop(stop: TripStop, { places }: SentTrip): StopOutput {
  return {
    id: stop.stop_id,
    activity_label: stop.activity_label,
    location: places.get(stop.location_id) ?? { id: stop.location_id },
    custom_fields: stop.custom_fields,
  }
}

/**
 * A trip as sent to a fleet application.
 * @param integration code of the integration that knows the resources; null when there is none
 * @throws Problem state_conflict when a stop group has no planned times: the format requires them
 */
export function fleetPayload(sent: SentTrip, integration: string | null): FleetDispatchOutput {
  const { trip, orders, resources } = sent
  const plan = planOf(trip)
  return {
    id: trip.trip_id,
    name: trip.name,
    orders: orders.map((order) => dispatchOrder(order, plan)),
    custom_fields: trip.custom_fields,
    resource_allocations: resources.map((resource) => sentAllocation(resource, integration)),
    stop_groups: stopGroups(sent),
    templates: [{ title: trip.name, subtitle: orders.map(({ order_number }) => order_number).join(', ') || null }],
  }
}

/** Groups of neighbouring stops with the same location and activity, in planned sequence. */
function stopGroups(sent: SentTrip): StopGroup[] {
  const groups = Map.groupBy(sent.trip.stops, ({ stop_group_id }) => stop_group_id)
  return [...groups].map(([id, stops]) => stopGroup(sent, id, stops))
}

function stopGroup(sent: SentTrip, id: string, stops: readonly TripStop[]): StopGroup {
  const { places, trip } = sent
  const first = stops[0]!
  const starts = stops.flatMap(({ planned_start_at }) => planned_start_at ?? [])
  const ends = stops.flatMap(({ planned_start_at, planned_end_at }) => planned_end_at ?? planned_start_at ?? [])
  const location = places.get(first.location_id) ?? { id: first.location_id }
  if (starts.length === 0) {
    throw conflict(msg`A stop of ${trip.name} at ${placeName(location)} has no planned time. Set one first.`)
  }
  const described = sentStops(sent, stops)
  const notes = [...new Set(described.flatMap(({ note }) => note || []))]
  return {
    id,
    main_activity: mainActivity(first, sent),
    location,
    start_timestamp: seconds(starts.toSorted()[0]!)!,
    end_timestamp: seconds(ends.toSorted().at(-1)!)!,
    notes: notes.length === 0 ? null : notes.join('\n'),
    templates: [
      {
        title: `${first.activity_label} ${placeName(location)}`.trim(),
        subtitle: [location.address, location.postal_code, location.city].filter(Boolean).join(', ') || null,
        description: goodsText(sent, stops),
      },
    ],
    stops: described.map(({ id: stopId, date, start_timestamp, end_timestamp }) => ({
      id: stopId,
      date: date ?? null,
      start_timestamp: start_timestamp ?? null,
      end_timestamp: end_timestamp ?? null,
    })),
  }
}

function placeName({ name, display_name, city, address }: Partial<LocationOutput>): string {
  return name || display_name || city || address || ''
}

/** Activity of a stop as one label: its own, else the one for its consignment. */
export function mainActivity(stop: TripStop, { roles }: Pick<SentTrip, 'roles'>): string {
  if (stop.activity) return stop.activity
  if (stop.kind !== 'ORDER') return stop.kind === 'STANDALONE' ? 'CUSTOM' : stop.kind
  const role = roles.get(stop.stop_id)
  return role === 'PICKUP' || role === 'DELIVERY' ? role : 'CUSTOM'
}

/** Loaded or unloaded goods, one line per consignment; null when the stops have none. */
function goodsText({ orders }: SentTrip, stops: readonly TripStop[]): string | null {
  const here = new Set(stops.map(({ stop_id }) => stop_id))
  const lines = orders.flatMap(({ order_number, output }) =>
    output.consignments
      .filter(({ pickup_stop, delivery_stop }) => here.has(pickup_stop.id) || here.has(delivery_stop.id))
      .map(({ goods }) => `${order_number}: ${(goods ?? []).map(goodText).join(', ') || 'goods'}`),
  )
  return lines.length === 0 ? null : lines.join('\n')
}

function goodText({ quantity, description, total_weight_kg: weight, packaging_type: packaging }: GoodOutput): string {
  const kind = description || packaging?.name || packaging?.code || 'goods'
  return [quantity, kind, typeof weight === 'number' ? `${weight} kg` : null].filter((part) => part != null).join(' ')
}

type GoodOutput = NonNullable<SentOrder['output']['consignments'][number]['goods']>[number]
