import { msg, type Sentence } from '@cartage/contract/message'
import { Problem } from '../http/problem.ts'
import { localTime } from '../locations/local-time.rules.ts'
import { stateLabel } from '../orders/state-labels.rules.ts'
import { activityLabel } from '../orders/stops/activity-labels.rules.ts'
import { isSplit, placeAfterLanding } from '../trips/crossing.rules.ts'
import { newStop, newTrip, type TripResource, type TripState, type TripStop } from '../trips/state.rules.ts'
import type { OrderFacts, OrderStop, Target, World } from './rules.ts'
import { isReached, requestedStop, zoneOf } from './schedule.rules.ts'

/** @throws Problem state_conflict */
export function conflict(message: Sentence): Problem {
  return new Problem('state_conflict', { message })
}

/** The trip with this id. @throws Problem not_found */
export function tripOf(trips: readonly TripState[], tripId: string): TripState {
  const trip = trips.find(({ trip_id }) => trip_id === tripId)
  if (!trip) throw new Problem('not_found')
  return trip
}

/** The order with this id. @throws Problem not_found */
export function orderOf(world: Pick<World, 'orders'>, orderId: string): OrderFacts {
  const order = world.orders.get(orderId)
  if (!order) throw new Problem('not_found')
  return order
}

/** @throws Problem state_conflict when the trip has ended */
export function checkOpen(trip: TripState): void {
  if (trip.status !== 'COMPLETED' && trip.status !== 'CANCELLED') return
  throw conflict(msg`${trip.name} is ${stateLabel(trip.status)} and can no longer be planned. Use another trip.`)
}

/** @throws Problem state_conflict when the stop was already reached */
export function checkUnreached(stop: TripStop): void {
  if (!isReached(stop)) return
  throw conflict(msg`The stop ${activityLabel(stop.activity_label)} was already reached and can no longer be changed.`)
}

/**
 * CROSS-2:
 * @throws Problem state_conflict when stops would separate a boarding from its landing
 */
export function checkTogether(trip: Pick<TripState, 'stops'>): void {
  if (!isSplit(trip.stops)) return
  throw conflict(
    'A ferry or train is boarded and left at two stops that follow each other. Keep them together, or remove the crossing first.',
  )
}

/** Trips with changed ones replaced and new ones added. */
export function withTrips(trips: readonly TripState[], changed: readonly TripState[]): TripState[] {
  const byId = new Map(changed.map((trip) => [trip.trip_id, trip]))
  const replaced = trips.map((trip) => byId.get(trip.trip_id) ?? trip)
  const known = new Set(trips.map(({ trip_id }) => trip_id))
  return [...replaced, ...changed.filter(({ trip_id }) => !known.has(trip_id))]
}

/** A resource without a name of its own on the trip. */
export function plainResource(resource_id: string): TripResource {
  return { resource_id, name: null, license_plate: null, container_number: null }
}

/**
 * The trip that stops are added to, created if new.
 * @throws Problem not_found, state_conflict
 */
export function targetTrip(trips: readonly TripState[], { trip_id, new_trip }: Target): TripState {
  if (new_trip) {
    const { resource_ids, ...members } = new_trip
    return newTrip(trip_id, new_trip.name, { ...members, resources: [...new Set(resource_ids)].map(plainResource) })
  }
  const trip = tripOf(trips, trip_id)
  checkOpen(trip)
  return trip
}

/** The trip stop for a stop of an order. */
export function tripStopOf(order: OrderFacts, stop: OrderStop, world: Pick<World, 'newId'>): TripStop {
  const { stop_id, location_id, activity, activity_label, reference_number } = stop
  const { order_id } = order
  const members = { order_id, stop_id, location_id, activity, activity_label, reference_number }
  return newStop({ ...members, kind: 'ORDER', stop_group_id: world.newId() })
}

/** A stop that moves to another trip: without values computed for the old route. */
export function uprooted(stop: TripStop): TripStop {
  const untimed = { planned_start_at: null, planned_end_at: null, fixed_timestamp_type: null }
  return {
    ...stop,
    ...untimed,
    eta_start_at: null,
    eta_end_at: null,
    eta_is_estimated: null,
    mileage_km: null,
    mileage_is_estimated: null,
    status: 'TO_PLAN',
    status_at: null,
  }
}

const ranks: Readonly<Record<string, number>> = { SETUP: 0, PICKUP: 1, STANDALONE: 2, DELIVERY: 3, TEARDOWN: 4 }

/** Sort key of stops: day, then pickups before deliveries, then the window. */
type Key = readonly [day: string, rank: number, window: string]

/**
 * Inserts stops into a trip. Without a given position: by requested day, pickups before deliveries, then by window. An
 * order's stops keep their sequence, and nothing goes before a stop that was reached.
 * @throws Problem not_found for a stop to come before that is not on the trip, state_conflict when it was reached
 */
export function inserted(
  trip: TripState,
  added: readonly TripStop[],
  beforeStopId: string | undefined,
  world: World,
): TripState {
  const keys = keysOf([...trip.stops, ...added], world)
  const keyOf = (stop: TripStop) => keys.get(stop.stop_id)!
  const sorted = added.toSorted((one, other) => compare(keyOf(one), keyOf(other)))
  const first = trip.stops.findLastIndex(isReached) + 1
  const stops = [...trip.stops]
  if (beforeStopId !== undefined) {
    const place = stops.findIndex(({ stop_id }) => stop_id === beforeStopId)
    if (place < 0) throw new Problem('not_found')
    if (place < first) throw conflict('Stops cannot be planned before a stop that was already reached.')
    if (placeAfterLanding(stops, place) !== place) {
      throw conflict('Nothing can be planned while the vehicle is aboard. Choose a stop before boarding, or after it.')
    }
    stops.splice(place, 0, ...sorted)
    return { ...trip, stops }
  }
  for (const stop of sorted) {
    const place = stops.findLastIndex((other) => compare(keyOf(other), keyOf(stop)) <= 0) + 1
    stops.splice(placeAfterLanding(stops, Math.max(place, first)), 0, stop)
  }
  return { ...trip, stops }
}

function compare(one: Key, other: Key): number {
  for (const at of [0, 1, 2] as const) {
    if (one[at] < other[at]) return -1
    if (one[at] > other[at]) return 1
  }
  return 0
}

/** Keys that keep the stops of each order in their sequence. */
function keysOf(stops: readonly TripStop[], world: World): Map<string, Key> {
  const keys = new Map<string, Key>()
  const ofOrders = Map.groupBy(stops, (stop) => (stop.kind === 'ORDER' ? stop.order_id! : ''))
  for (const [orderId, some] of ofOrders) {
    const rank = new Map(world.orders.get(orderId)?.stops.map(({ stop_id }, at) => [stop_id, at]))
    const inOrder =
      orderId === '' ? some : some.toSorted((a, b) => (rank.get(a.stop_id) ?? 0) - (rank.get(b.stop_id) ?? 0))
    let least: Key | undefined
    for (const stop of inOrder) {
      const own = keyOf(stop, least?.[0], world)
      const key = orderId !== '' && least && compare(own, least) < 0 ? least : own
      if (orderId !== '') least = key
      keys.set(stop.stop_id, key)
    }
  }
  return keys
}

function keyOf(stop: TripStop, dayBefore: string | undefined, world: World): Key {
  const input = requestedStop(stop, world)
  const planned = stop.planned_start_at && localTime(stop.planned_start_at, zoneOf(stop.location_id, world))
  const day = (planned ? planned.date : input?.requested_date) ?? dayBefore ?? '9999-12-31'
  const rank = input ? ranks[input.role]! : stop.kind === 'TRANSFER_PICKUP' ? 1 : stop.kind === 'TRANSFER_DROP' ? 3 : 2
  return [day, rank, input?.window_start ?? '']
}
