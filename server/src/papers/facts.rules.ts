import type { LocationOutput } from '@cartage/contract/locations/location'
import type { OrderOutput } from '@cartage/contract/orders/order-output'
import type { StopOutput } from '@cartage/contract/orders/stop'
import { localTime } from '../locations/local-time.rules.ts'
import type { Letterhead } from '../pdf/letterhead.ts'
import type { TripStop } from '../trips/state.rules.ts'

export type PaperConsignment = OrderOutput['consignments'][number]
export type PaperGood = NonNullable<PaperConsignment['goods']>[number]
export type PaperStop = StopOutput

/** A company as it is printed; address lines in printing order. */
export interface PaperParty {
  name: string | null
  address: readonly string[]
  country: string | null
}

/** An order with its display number. */
export interface PaperOrder {
  number: string
  order: OrderOutput
  /** Trip of each of its stops, by stop id; drafts are left out. */
  trips: ReadonlyMap<string, string>
}

/** Members of a trip stop that papers print. */
export type PaperTripStop = Pick<
  TripStop,
  | 'stop_id'
  | 'kind'
  | 'order_id'
  | 'location_id'
  | 'status'
  | 'activity_label'
  | 'planned_start_at'
  | 'planned_end_at'
  | 'reference_number'
  | 'note'
  | 'crossing'
>

/** Members of a trip that papers print. */
export interface PaperTrip {
  trip_id: string
  name: string
  /** In driving order. */
  stops: readonly PaperTripStop[]
  note: string
  distance_km: number | null
  subcontractor: PaperParty | null
  plates: readonly string[]
  drivers: readonly string[]
}

/** Data from which the papers of some orders are printed. */
export interface PaperFacts {
  /** The default billing entity, as the carrier. */
  carrier: PaperParty
  /** Letterhead of the haulier's papers. */
  letterhead: Letterhead
  /** Time zone of the haulier, for the days on papers. */
  time_zone: string
  orders: readonly PaperOrder[]
  /** Trips of the orders, by id. */
  trips: ReadonlyMap<string, PaperTrip>
  /** The trip whose papers these are; null for those of an order. */
  trip: PaperTrip | null
  /** Locations of that trip, by id: a transfer is not a stop of the order. */
  places: ReadonlyMap<string, LocationOutput>
}

/** A consignment to print. */
export interface PrintedConsignment {
  from: PaperOrder
  consignment: PaperConsignment
  /** The order number, with the position of the consignment if the order has several. */
  number: string
  /** Number on the consignment note: the one the customer sent, else `number` (PAPER-1). */
  noteNumber: string
}

/**
 * Consignments to print: of an order all; of a trip those it loads or unloads, and those it carries between two
 * transfers, in loading order (PAPER-2).
 * @param consignmentId one of them; all when absent
 */
export function printedConsignments(
  { orders, trip }: PaperFacts,
  consignmentId: string | undefined,
): PrintedConsignment[] {
  const all = orders.flatMap((from) =>
    from.order.consignments.map((consignment, at) => numbered(from, consignment, at)),
  )
  const carried = trip === null ? all : all.filter((one) => isCarried(trip, one))
  const wanted = carried.filter(({ consignment }) => consignmentId === undefined || consignment.id === consignmentId)
  if (trip === null) return wanted
  return wanted.toSorted((one, other) => loadingPlace(trip, one) - loadingPlace(trip, other))
}

/** PAPER-1: papers have no numbers of their own, so that printing again gives the same number. */
function numbered(from: PaperOrder, consignment: PaperConsignment, at: number): PrintedConsignment {
  const number = from.order.consignments.length === 1 ? from.number : `${from.number}-${at + 1}`
  return { from, consignment, number, noteNumber: consignment.cmr_reference_number?.trim() || number }
}

function isCarried(trip: PaperTrip, { from, consignment }: PrintedConsignment): boolean {
  const stops = liveStops(trip)
  const ends = [consignment.pickup_stop.id, consignment.delivery_stop.id]
  if (stops.some(({ stop_id }) => ends.includes(stop_id))) return true
  const has = (kind: string) => stops.some((stop) => stop.kind === kind && stop.order_id === from.order.id)
  return has('TRANSFER_PICKUP') && has('TRANSFER_DROP')
}

function liveStops({ stops }: PaperTrip) {
  return stops.filter(({ status }) => status !== 'CANCELLED')
}

/** Where on a trip something is loaded or unloaded: the position of the stop from 1, and the location. */
export interface StopOnTrip {
  sequence: number
  location_id: string
  /** Whether it is the customer's own stop, not a transfer. */
  isOwn: boolean
}

/** The stop of a trip that loads a consignment; undefined when it is already on board. */
export function loadingStop(trip: PaperTrip, { from, consignment }: PrintedConsignment): StopOnTrip | undefined {
  return stopOnTrip(trip, from.order.id, consignment.pickup_stop.id, 'TRANSFER_PICKUP')
}

/** The stop of a trip that unloads a consignment; undefined when it stays on board. */
export function unloadingStop(trip: PaperTrip, { from, consignment }: PrintedConsignment): StopOnTrip | undefined {
  return stopOnTrip(trip, from.order.id, consignment.delivery_stop.id, 'TRANSFER_DROP')
}

function stopOnTrip(trip: PaperTrip, orderId: string, stopId: string, transfer: string): StopOnTrip | undefined {
  const stops = liveStops(trip)
  const own = stops.findIndex(({ stop_id }) => stop_id === stopId)
  const place = own >= 0 ? own : stops.findIndex(({ kind, order_id }) => kind === transfer && order_id === orderId)
  return place < 0 ? undefined : { sequence: place + 1, location_id: stops[place]!.location_id, isOwn: own >= 0 }
}

function loadingPlace(trip: PaperTrip, printed: PrintedConsignment): number {
  return loadingStop(trip, printed)?.sequence ?? 0
}

/** The trip that takes over a consignment: the one the papers are for, else the trip of its pickup. */
export function tripOf(facts: PaperFacts, { from, consignment }: PrintedConsignment): PaperTrip | null {
  if (facts.trip) return facts.trip
  return facts.trips.get(from.trips.get(consignment.pickup_stop.id) ?? '') ?? null
}

/** Date of a paper: the file contains it, so that printing again gives the same bytes (PAPER-3). */
export function dayOf({ time_zone }: PaperFacts, { from, consignment }: PrintedConsignment): string {
  return consignment.pickup_stop.date ?? localTime(from.order.created_timestamp ?? '1970-01-01', time_zone).date
}
