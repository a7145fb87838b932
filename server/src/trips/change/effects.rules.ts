import { isDeepStrictEqual } from 'node:util'
import type { Due } from '../../rates/store.ts'
import type { NumberedHappening } from '../publish.ts'
import type { TripState, TripStop } from '../state.rules.ts'
import type { Happening } from './happenings.rules.ts'

/** A change with its events, each numbered within its trip or stop. */
export interface Numbered {
  /** The previous states; removed trips keep the number of their last event. */
  before: TripState[]
  after: TripState[]
  happenings: NumberedHappening[]
}

/** Gives each event the next number of its trip or stop. */
export function numbered(
  before: readonly TripState[],
  after: readonly TripState[],
  happenings: readonly Happening[],
  newId: () => string,
): Numbered {
  const last = new Map<string, number>()
  for (const trip of [...before, ...after]) {
    for (const [id, sequence] of [
      [trip.trip_id, trip.event_sequence] as const,
      ...trip.stops.map(({ stop_id, event_sequence }) => [stop_id, event_sequence] as const),
    ]) {
      last.set(id, Math.max(sequence, last.get(id) ?? 0))
    }
  }
  const reported = happenings.map((happening) => {
    const id = 'stop' in happening ? happening.stop.stop_id : happening.trip.trip_id
    const sequence = (last.get(id) ?? 0) + 1
    last.set(id, sequence)
    return { event_id: newId(), sequence, happening }
  })
  const left = new Set(after.map(({ trip_id }) => trip_id))
  const counted = (trip: TripState): TripState => ({
    ...trip,
    event_sequence: last.get(trip.trip_id)!,
    stops: trip.stops.map((stop) => ({ ...stop, event_sequence: last.get(stop.stop_id)! })),
  })
  return {
    before: before.map((trip) => (left.has(trip.trip_id) ? trip : counted(trip))),
    after: after.map(counted),
    happenings: reported,
  }
}

/**
 * The orders affected by a change: those with a stop that is added, removed, moved or reported on, and all orders of a
 * trip that others are notified about, because its message contains them.
 */
export function touchedOrders(
  before: readonly TripState[],
  after: readonly TripState[],
  happenings: readonly Happening[],
): string[] {
  const was = placedStops(before)
  const is = placedStops(after)
  const reported = happenings.flatMap((happening) => ('stop' in happening ? [happening.stop] : happening.trip.stops))
  const moved = [...new Set([...was.keys(), ...is.keys()])].flatMap((id) => {
    const [old, now] = [was.get(id), is.get(id)]
    return old?.key === now?.key ? [] : [(now ?? old)!.stop]
  })
  return [...new Set([...moved, ...reported].flatMap(({ order_id }) => order_id ?? []))]
}

function placedStops(trips: readonly TripState[]) {
  const stops = trips.flatMap(({ trip_id, stops: list }) => list.map((stop) => ({ trip_id, stop })))
  return new Map(stops.map(({ trip_id, stop }) => [stop.stop_id, { stop, key: `${trip_id} ${stop.status}` }]))
}

/**
 * Whether a trip differs from what was sent to others: partners that have it, and locations or carriers with a booking
 * for it. Its progress does not count as a change.
 */
export function followsDispatch(was: TripState | undefined, now: TripState): boolean {
  return was !== undefined && !isDeepStrictEqual(orderedPart(was), orderedPart(now))
}

function orderedPart(trip: TripState) {
  const { name, subcontractor_id, note, custom_fields, resources, status, stops } = trip
  return {
    ...{ name, subcontractor_id, note, custom_fields, resources, isCancelled: status === 'CANCELLED' },
    // Changes of a draft are sent once it is confirmed, and after the end of a trip partners get no updates.
    isDraft: status === 'CREATED',
    isCompleted: status === 'COMPLETED',
    stops: stops.map((stop) => {
      const { stop_id, location_id, activity_label, planned_start_at, planned_end_at, reference_number } = stop
      return [stop_id, location_id, activity_label, planned_start_at, planned_end_at, reference_number, stop.note]
    }),
  }
}

/** Orders that a change puts on confirmed trips. A partner that still has such an order on a draft must be notified. */
export function ordersGained(before: readonly TripState[], after: readonly TripState[]): string[] {
  const known = new Map(before.map((trip) => [trip.trip_id, trip]))
  const gained = after.flatMap((trip) => {
    const was = known.get(trip.trip_id)
    if (trip.status === 'CREATED' || trip.status === 'CANCELLED') return []
    if (was === undefined || was.status === 'CREATED') return trip.stops
    const there = new Set(was.stops.map(({ stop_id }) => stop_id))
    return trip.stops.filter(({ stop_id }) => !there.has(stop_id))
  })
  return [...new Set(gained.flatMap(({ order_id }) => order_id ?? []))]
}

/** Whether the times of a trip must be estimated again: its places, sequence or times changed. */
export function needsEstimate(was: TripState | undefined, now: TripState): boolean {
  if (now.status === 'CANCELLED' || now.status === 'COMPLETED' || now.stops.length === 0) return false
  return was === undefined || !isDeepStrictEqual(was.stops.map(journeyOf), now.stops.map(journeyOf))
}

function journeyOf({ stop_id, location_id, planned_start_at, planned_end_at, crossing }: TripStop) {
  return [stop_id, location_id, planned_start_at, planned_end_at, crossing]
}

/**
 * Trips and orders to rate again: trips with a change that prices depend on, and the orders on them before or after.
 * ETA changes do not count.
 */
export function ratingsDue(before: readonly TripState[], after: readonly TripState[]): Due[] {
  const was = new Map(before.map((trip) => [trip.trip_id, trip]))
  const is = new Map(after.map((trip) => [trip.trip_id, trip]))
  const trips = [...new Set([...was.keys(), ...is.keys()])].filter(
    (id) => !isDeepStrictEqual(pricedPart(was.get(id)), pricedPart(is.get(id))),
  )
  const orders = trips.flatMap((id) => [was.get(id), is.get(id)].flatMap((trip) => ordersOn(trip)))
  return [
    ...trips.map((subject_id): Due => ({ subject_type: 'TRIP', subject_id })),
    ...[...new Set(orders)].map((subject_id): Due => ({ subject_type: 'ORDER', subject_id })),
  ]
}

function ordersOn(trip: TripState | undefined): string[] {
  return trip?.stops.flatMap(({ order_id }) => order_id ?? []) ?? []
}

function pricedPart(trip: TripState | undefined) {
  if (!trip) return undefined
  const { status, subcontractor_id, is_dispatched, resources, stops } = trip
  return {
    ...{ status, subcontractor_id, is_dispatched },
    resources: resources.map(({ resource_id }) => resource_id),
    stops: stops.map((stop) => {
      const { stop_id, kind, order_id, location_id, mileage_km, ...rest } = stop
      const { planned_start_at, planned_end_at, actual_start_at, actual_end_at } = rest
      const times = { planned_start_at, planned_end_at, actual_start_at, actual_end_at }
      return { stop_id, kind, order_id, location_id, mileage_km, is_cancelled: rest.status === 'CANCELLED', ...times }
    }),
  }
}
