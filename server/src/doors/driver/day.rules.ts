import type { DriverStop, DriverTrip } from '@cartage/contract/doors/app/driver'
import type { OrderDocument, StoredGood } from '../../orders/content.rules.ts'
import { type Names, packagingName } from '../../orders/record/output.rules.ts'
import { listedStops, type PlacedStop } from '../../orders/stops/sequence.rules.ts'
import { entryOf } from '../../papers/adr.rules.ts'
import { crossingOutput } from '../../trips/record/output.rules.ts'
import type { TripState, TripStop } from '../../trips/state.rules.ts'

/** The data of an order that its stops need. */
export interface DayOrder {
  order_number: string
  document: OrderDocument
}

/** Data shown with a driver's trips, by id. */
export interface DayFacts {
  orders: ReadonlyMap<string, DayOrder>
  places: ReadonlyMap<string, DriverStop['place']>
  /** Licence plates or names of vehicles, by trip. */
  vehicles: ReadonlyMap<string, readonly string[]>
  /** Names of packaging codes. */
  names: Names
  /** Time zone of the haulier, for locations without one. */
  time_zone: string
}

/** Trips for a driver's phone: tasks and places, without prices and parties. */
export function dayTrips(trips: readonly TripState[], facts: DayFacts): DriverTrip[] {
  return trips
    .toSorted((one, other) => beginOf(one).localeCompare(beginOf(other)))
    .map((trip) => ({
      trip_id: trip.trip_id,
      name: trip.name,
      note: trip.note,
      vehicles: [...(facts.vehicles.get(trip.trip_id) ?? [])],
      stops: trip.stops.filter(({ status }) => status !== 'CANCELLED').map((stop) => dayStop(stop, facts)),
    }))
}

function beginOf({ stops }: TripState): string {
  return stops[0]?.planned_start_at ?? '~'
}

function dayStop(stop: TripStop, { orders, places, names, time_zone }: DayFacts): DriverStop {
  const order = stop.order_id === null ? undefined : orders.get(stop.order_id)
  const placed = order && listedStops(order.document).find((one) => one.stop.id === stop.stop_id)
  const { container } = order?.document ?? {}
  const kind = kindOf(stop, placed)
  const notes = [placed?.stop.note, stop.note].filter((note) => Boolean(note))
  return {
    stop_id: stop.stop_id,
    visit_id: stop.stop_group_id,
    kind,
    activity_label: stop.activity_label,
    status: stop.status,
    planned_start_at: stop.planned_start_at,
    planned_end_at: stop.planned_end_at,
    actual_start_at: stop.actual_start_at,
    actual_end_at: stop.actual_end_at,
    requested_date: placed?.stop.date ?? null,
    requested_from: placed?.stop.time_window?.start_time ?? null,
    requested_to: placed?.stop.time_window?.end_time ?? null,
    customer_reference: order?.document.customer_reference_number ?? null,
    dangerous_goods: kind === 'OTHER' || !order ? [] : dangerOf(order.document, placed?.consignment_id ?? null),
    reference_number: placed?.stop.reference_number ?? stop.reference_number,
    note: [...new Set(notes)].join('\n'),
    place: places.get(stop.location_id) ?? { ...nowhere, time_zone },
    order_number: order?.order_number ?? null,
    phone_number: placed?.stop.mobile_number ?? placed?.stop.phone_number ?? null,
    container_number: container?.container_number ?? null,
    pin_code: kind === 'PICKUP' || placed?.role === 'SETUP' ? (container?.pin_code ?? null) : null,
    seal_number: container?.seal_number ?? null,
    goods: kind === 'OTHER' || !order ? [] : goodsOf(order.document, placed?.consignment_id ?? null, names),
    crossing: crossingOutput(stop.crossing),
  }
}

const nowhere = {
  ...{ name: null, address: null, postal_code: null, city: null, country: null, description: null },
  ...{ latitude: null, longitude: null },
}

function kindOf({ kind }: TripStop, placed: Pick<PlacedStop, 'role'> | undefined): DriverStop['kind'] {
  if (kind === 'TRANSFER_PICKUP') return 'PICKUP'
  if (kind === 'TRANSFER_DROP') return 'DELIVERY'
  return placed?.role === 'PICKUP' || placed?.role === 'DELIVERY' ? placed.role : 'OTHER'
}

/** `UN 1098 ALLYL ALCOHOL, 6.1 (3), PG I, (C/D)`, without duplicates. */
function dangerOf({ consignments }: OrderDocument, consignmentId: string | null): string[] {
  const lines = consignments
    .filter(({ id }) => consignmentId === null || id === consignmentId)
    .flatMap(({ goods = [] }) => goods)
    .flatMap(({ packaged_items = [] }) => packaged_items.flatMap(({ adr }) => (adr ? [entryOf(adr, 'en')] : [])))
  return [...new Set(lines)].filter((line) => line !== '')
}

/** Goods at a stop: at a transfer all of the order, at other stops those of the consignment. */
function goodsOf({ consignments }: OrderDocument, consignmentId: string | null, names: Names): string[] {
  return consignments
    .filter(({ id }) => consignmentId === null || id === consignmentId)
    .flatMap(({ goods = [] }) => goods.map((good) => goodLine(good, names)))
    .filter((line) => line !== '')
}

/**
 * `12 × EUR pallet · Paint · 7400 kg · 2.4 LDM · ADR`, or `1 × Paint` when the packaging is unknown. Numbers are
 * unformatted: the pages format them for their reader (`web/src/doors/kit/goods-line.ts`).
 */
function goodLine(good: StoredGood, names: Names): string {
  const { quantity, description, total_weight_kg, total_loading_meters } = good
  const packaging = packagingName(good.packaging_type, names) ?? ''
  const words = [packaging, description ?? good.product?.name ?? ''].filter((word) => word !== '')
  const parts = [
    ...(quantity == null ? words : [`${quantity} × ${words[0] ?? ''}`.trimEnd(), ...words.slice(1)]),
    total_weight_kg == null ? '' : `${total_weight_kg} kg`,
    total_loading_meters == null ? '' : `${total_loading_meters} LDM`,
    temperatureOf(good),
    isDangerous(good) ? 'ADR' : '',
  ]
  return parts.filter((part) => part !== '').join(' · ')
}

function temperatureOf(good: StoredGood): string {
  const { ordered_transport_temperature_degrees: ordered } = good
  return ordered == null ? '' : `${ordered} °C`
}

function isDangerous({ adr_type, packaged_items = [] }: StoredGood): boolean {
  return Boolean(adr_type) || packaged_items.some((item) => Boolean(item.adr))
}
