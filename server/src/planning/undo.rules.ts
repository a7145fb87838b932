import { isDeepStrictEqual } from 'node:util'
import { msg, type Sentence } from '@cartage/contract/message'
import { stateLabel } from '../orders/state-labels.rules.ts'
import { activityLabel } from '../orders/stops/activity-labels.rules.ts'
import type { TripState, TripStop } from '../trips/state.rules.ts'
import type { Hold, OrderFacts, PlanState } from './rules.ts'
import { isReached } from './schedule.rules.ts'

/** Images of a command: the trips and holds that it changed, before and after. */
export interface Images {
  before: PlanState
  after: PlanState
}

/**
 * The trips and holds that a change affects, before and after. A trip that is created or deleted is in one image only.
 */
export function imagesOf(before: PlanState, after: PlanState): Images {
  const [was, is] = [byTrip(before.trips), byTrip(after.trips)]
  const isKept = (id: string) => isDeepStrictEqual(planned(was.get(id)), planned(is.get(id)))
  const ids = [...new Set([...was.keys(), ...is.keys()])].filter((id) => !isKept(id))
  const held = new Map(after.holds.map((hold) => [hold.order_id, hold]))
  const holds = before.holds.filter((hold) => !isDeepStrictEqual(hold, held.get(hold.order_id)))
  return {
    before: { trips: ids.flatMap((id) => was.get(id) ?? []), holds },
    after: { trips: ids.flatMap((id) => is.get(id) ?? []), holds: holds.map(({ order_id }) => held.get(order_id)!) },
  }
}

/**
 * The images with the holds of all orders on their trips: an undo must not plan an order that was put on hold since.
 */
export function withHolds({ before, after }: Images, orders: ReadonlyMap<string, OrderFacts>): Images {
  const stops = [...before.trips, ...after.trips].flatMap((trip) => trip.stops)
  const known = new Set(before.holds.map(({ order_id }) => order_id))
  const ids = new Set(stops.flatMap(({ order_id }) => order_id ?? []))
  const more = [...ids].flatMap((id): Hold[] => {
    const order = orders.get(id)
    if (!order || known.has(id)) return []
    return [{ order_id: id, is_blocked: order.is_blocked, block_reason: order.block_reason }]
  })
  const extended = (state: PlanState) => ({ ...state, holds: [...state.holds, ...more] })
  return { before: extended(before), after: extended(after) }
}

/** Ids of all trips of a command. */
export function tripIdsOf({ before, after }: Images): string[] {
  return [...new Set([...before.trips, ...after.trips].map(({ trip_id }) => trip_id))]
}

function byTrip(trips: readonly TripState[]): Map<string, TripState> {
  return new Map(trips.map((trip) => [trip.trip_id, trip]))
}

/** Compares trips without stop groups: a restored group may meanwhile be taken by others. */
function isSame(one: TripState, other: TripState): boolean {
  const [was, is] = [one, other].map(planOf)
  const ungrouped = (plan: typeof was) => plan!.stops.map(({ stop_group_id: _group, ...stop }) => stop)
  return isDeepStrictEqual({ ...was, stops: ungrouped(was) }, { ...is, stops: ungrouped(is) })
}

function planned(trip: TripState | undefined) {
  return trip && planOf(trip)
}

/** The planned part of a trip. Data from dispatch and execution changes independently. */
function planOf(trip: TripState) {
  const {
    version: _version,
    event_sequence: _sequence,
    distance_km: _km,
    is_dispatched: _told,
    stops,
    ...members
  } = trip
  return { ...members, stops: stops.map(planOfStop) }
}

function planOfStop(stop: TripStop) {
  const {
    event_sequence: _sequence,
    mileage_km: _km,
    mileage_is_estimated: _isEstimated,
    eta_start_at: _from,
    eta_end_at: _to,
    eta_is_estimated: _isReckoned,
    status,
    status_at,
    // Trips stored before crossings existed have none.
    crossing = null,
    ...members
  } = stop
  const isDone = isReached(stop) || status === 'CANCELLED'
  return { ...members, crossing, status: isDone ? status : null, status_at: isDone ? status_at : null }
}

/** The current state, to compare with the images of a command. */
export interface Now extends PlanState {
  orders: ReadonlyMap<string, OrderFacts>
  /** Trips of stops that are not on the trips compared, by stop. */
  elsewhere: ReadonlyMap<string, string>
}

/**
 * Why `to` cannot replace `from`: sentences about changes since then, none if nothing changed.
 * @param from the image expected as the current state
 * @param to the image to be written back
 */
export function conflictsOf(from: PlanState, to: PlanState, now: Now): Sentence[] {
  return [...tripConflicts(from, to, now), ...stopConflicts(from, to, now), ...holdConflicts(from, to, now)]
}

function tripConflicts(from: PlanState, to: PlanState, now: Now): Sentence[] {
  const current = byTrip(now.trips)
  const expected = byTrip(from.trips)
  const gone = to.trips.filter(({ trip_id }) => !expected.has(trip_id) && current.has(trip_id))
  const changed = from.trips.flatMap((trip) => {
    const is = current.get(trip.trip_id)
    if (!is) return [msg`${trip.name} is no longer there.`]
    if (isSame(trip, is)) return []
    return [msg`${is.name} was changed: ${differences(trip, is)}.`]
  })
  return [...gone.map(({ name }) => msg`${name} is there again.`), ...changed]
}

/** Describes the differences between two states of a trip. */
function differences(one: TripState, other: TripState): Sentence {
  const found: Sentence[] = []
  const ids = (trip: TripState) => trip.stops.map(({ stop_id }) => stop_id)
  const reached = (trip: TripState) => trip.stops.filter(isReached).length
  const times = (trip: TripState) =>
    trip.stops.map((stop) => [stop.stop_id, stop.planned_start_at, stop.planned_end_at])
  const crossings = (trip: TripState) => trip.stops.map(({ crossing = null }) => crossing)
  if (one.status !== other.status) found.push(msg`it is ${stateLabel(other.status)} now`)
  if (reached(one) !== reached(other)) found.push(msg`stops were reached`)
  if (!isDeepStrictEqual(ids(one).toSorted(), ids(other).toSorted())) found.push(msg`it has other stops`)
  else if (!isDeepStrictEqual(ids(one), ids(other))) found.push(msg`its stops are in another order`)
  else if (!isDeepStrictEqual(times(one), times(other))) found.push(msg`its times are others`)
  if (!isDeepStrictEqual(crossings(one), crossings(other))) found.push(msg`its ferries or trains are others`)
  if (!isDeepStrictEqual(one.resources, other.resources)) found.push(msg`its resources are others`)
  if (one.subcontractor_id !== other.subcontractor_id) found.push(msg`it has another carrier`)
  return found.length > 0 ? found.reduce((before, next) => msg`${before}, ${next}`) : msg`its members are others`
}

/** A stop is restored only if it is on no trip and its order still has it. */
function stopConflicts(from: PlanState, to: PlanState, now: Now): Sentence[] {
  const there = new Set(from.trips.flatMap(({ stops }) => stops.map(({ stop_id }) => stop_id)))
  const back = to.trips.flatMap(({ stops }) => stops.filter(({ stop_id }) => !there.has(stop_id)))
  const found = back.flatMap((stop) => {
    if (now.elsewhere.has(stop.stop_id))
      return [msg`The stop ${activityLabel(stop.activity_label)} is on another trip by now.`]
    if (stop.order_id === null) return []
    const order = now.orders.get(stop.order_id)
    if (!order) return [msg`An order is no longer there.`]
    const { order_number: number, status } = order
    if (['CANCELLED', 'REJECTED', 'QUOTE'].includes(status)) return [msg`${number} is ${stateLabel(status)} by now.`]
    const isRequested = stop.kind !== 'ORDER' || order.stops.some(({ stop_id }) => stop_id === stop.stop_id)
    return isRequested ? [] : [msg`${number} no longer has the stop ${activityLabel(stop.activity_label)}.`]
  })
  return [...new Map(found.map((message) => [String(message), message])).values()]
}

/** Holds set or released since: of orders whose hold the command changed, and of orders that would be planned again. */
function holdConflicts(from: PlanState, to: PlanState, now: Now): Sentence[] {
  const current = new Map(now.holds.map((hold) => [hold.order_id, hold]))
  const target = new Map(to.holds.map((hold) => [hold.order_id, hold]))
  const back = comingBack(from, to)
  return from.holds.flatMap((hold) => {
    const is = current.get(hold.order_id)
    if (!is || isDeepStrictEqual(hold, is)) return []
    const isOwn = !isDeepStrictEqual(hold, target.get(hold.order_id))
    const hinders = back.has(hold.order_id) && is.is_blocked && !hold.is_blocked
    if (!isOwn && !hinders) return []
    const number = now.orders.get(hold.order_id)?.order_number ?? msg`An order`
    return [is.is_blocked ? msg`${number} was put on hold since.` : msg`${number} was taken off hold since.`]
  })
}

/** Orders whose stops return to a trip, and orders on trips that become confirmed again. */
function comingBack(from: PlanState, to: PlanState): Set<string> {
  const there = new Set(from.trips.flatMap(({ stops }) => stops.map(({ stop_id }) => stop_id)))
  const drafts = new Set(from.trips.filter(({ status }) => status === 'CREATED').map(({ trip_id }) => trip_id))
  const stops = to.trips.flatMap((trip) =>
    trip.stops.filter(({ stop_id }) => !there.has(stop_id) || (trip.status === 'PLANNED' && drafts.has(trip.trip_id))),
  )
  return new Set(stops.flatMap(({ order_id }) => order_id ?? []))
}

/**
 * The trips with an image restored. Data from dispatch and execution stays: estimates, and whether another system was
 * notified.
 */
export function restored(from: PlanState, to: PlanState, now: readonly TripState[]): TripState[] {
  const current = byTrip(now)
  const ended = new Set(from.trips.map(({ trip_id }) => trip_id))
  const estimates = new Map(now.flatMap(({ stops }) => stops.map((stop) => [stop.stop_id, stop])))
  const back = to.trips.map((trip): TripState => {
    const is = current.get(trip.trip_id)
    const stops = trip.stops.map((stop) => withEstimates(stop, estimates.get(stop.stop_id)))
    if (!is) return { ...trip, stops, version: 0 }
    const { version, event_sequence, is_dispatched, distance_km } = is
    return { ...trip, stops, version, event_sequence, is_dispatched, distance_km }
  })
  const written = new Set(back.map(({ trip_id }) => trip_id))
  const others = now.filter(({ trip_id }) => !ended.has(trip_id) && !written.has(trip_id))
  return [...others, ...back]
}

function withEstimates(stop: TripStop, is: TripStop | undefined): TripStop {
  if (!is) return stop
  const { eta_start_at, eta_end_at, eta_is_estimated, mileage_km, mileage_is_estimated, event_sequence } = is
  return { ...stop, eta_start_at, eta_end_at, eta_is_estimated, mileage_km, mileage_is_estimated, event_sequence }
}
