import { msg } from '@cartage/contract/message'
import { Problem } from '../http/problem.ts'
import { stateLabel } from '../orders/state-labels.rules.ts'
import { activityLabel } from '../orders/stops/activity-labels.rules.ts'
import { newStop, type TripState, type TripStop } from '../trips/state.rules.ts'
import type { Chosen, Of, World } from './rules.ts'
import { isReached, rangeOf, scheduled, withSetTimes } from './schedule.rules.ts'
import {
  checkOpen,
  checkTogether,
  checkUnreached,
  conflict,
  inserted,
  orderOf,
  targetTrip,
  tripOf,
  tripStopOf,
  uprooted,
  withTrips,
} from './stops.rules.ts'

/** Ids of order stops that are on one of these trips. */
function plannedStops(trips: readonly TripState[]): Set<string> {
  return new Set(trips.flatMap(({ stops }) => stops.map(({ stop_id }) => stop_id)))
}

/**
 * Plans orders, or some of their stops, into a trip.
 * @param trips the target, and every trip with stops of these orders
 * @throws Problem not_found, state_conflict when there is nothing left to plan or a stop is on a trip
 */
export function planned(trips: readonly TripState[], command: Of<'PLAN'>, world: World): TripState[] {
  const { target, order_ids, stop_ids, before_stop_id, starts_at, times } = command
  const taken = plannedStops(trips)
  const whole = order_ids.flatMap((orderId) => {
    const order = orderOf(world, orderId)
    const free = order.stops.filter((stop) => !taken.has(stop.stop_id) && isOpenStop(stop.status))
    if (free.length === 0) throw conflict(msg`${order.order_number} has no stop that could be planned.`)
    return free.map((stop) => tripStopOf(order, stop, world))
  })
  const named = new Set(whole.map(({ stop_id }) => stop_id))
  const single = stop_ids.filter((id) => !named.has(id)).map((id) => freeStop(id, taken, world))
  const trip = targetTrip(trips, target)
  const filled = withSetTimes(inserted(trip, [...whole, ...single], before_stop_id, world), times)
  return withTrips(trips, [scheduled(filled, world, { starts_at: starts_at ?? keptStart(trip, filled) })])
}

function isOpenStop(status: string): boolean {
  return !['AT_STOP', 'COMPLETED', 'CANCELLED', 'IGNORED'].includes(status)
}

function freeStop(stopId: string, taken: ReadonlySet<string>, world: World): TripStop {
  for (const order of world.orders.values()) {
    const stop = order.stops.find(({ stop_id }) => stop_id === stopId)
    if (!stop) continue
    if (taken.has(stopId)) throw conflict(msg`A stop of ${order.order_number} is already planned. Move it instead.`)
    if (!isOpenStop(stop.status)) throw conflict(msg`A stop of ${order.order_number} is ${stateLabel(stop.status)}.`)
    return tripStopOf(order, stop, world)
  }
  throw new Problem('not_found')
}

/** A trip keeps its start as long as it begins with the same stop. */
export function keptStart(before: TripState, after: TripState): string | undefined {
  const first = after.stops.find((stop) => !isReached(stop))
  const was = before.stops.find((stop) => !isReached(stop))
  if (!first || first.stop_id !== was?.stop_id) return undefined
  return was.planned_start_at ?? undefined
}

/** The chosen stops on a trip, including transfers of whole orders. */
function chosenOn(trip: TripState, { order_ids, stop_ids }: Chosen): TripStop[] {
  return trip.stops.filter(
    (stop) => stop_ids.includes(stop.stop_id) || (stop.order_id !== null && order_ids.includes(stop.order_id)),
  )
}

function checkFound(chosen: Chosen, found: readonly TripStop[]): void {
  const isThere = (id: string) => found.some((stop) => stop.stop_id === id || stop.order_id === id)
  if (![...chosen.order_ids, ...chosen.stop_ids].every(isThere)) {
    throw conflict('Some of the selection is no longer on a trip. Reload the board.')
  }
}

/** Trips without the chosen stops, timed again, and the removed stops. */
function withoutStops(trips: readonly TripState[], chosen: Chosen, world: World) {
  const taken: TripStop[] = []
  const left = trips.map((trip) => {
    const stops = chosenOn(trip, chosen)
    if (stops.length === 0) return trip
    checkOpen(trip)
    for (const stop of stops) checkUnreached(stop)
    taken.push(...stops)
    const rest = { ...trip, stops: trip.stops.filter((stop) => !stops.includes(stop)) }
    return scheduled(rest, world, { starts_at: keptStart(trip, rest) })
  })
  checkFound(chosen, taken)
  return { left, taken }
}

/**
 * Moves planned stops to another trip. An order that is moved as a whole loses its transfers.
 * @throws Problem not_found, state_conflict when something is on no trip or was reached
 */
export function moved(trips: readonly TripState[], command: Of<'MOVE'>, world: World): TripState[] {
  const { target, order_ids, before_stop_id, starts_at } = command
  if (!target.new_trip) checkOpen(tripOf(trips, target.trip_id))
  const { left, taken } = withoutStops(trips, command, world)
  const kept = taken.filter(
    ({ kind, order_id }) => kind === 'ORDER' || kind === 'STANDALONE' || !order_ids.includes(order_id!),
  )
  const trip = targetTrip(left, target)
  const filled = inserted(trip, kept.map(uprooted), before_stop_id, world)
  return withTrips(left, [scheduled(filled, world, { starts_at: starts_at ?? keptStart(trip, filled) })])
}

/**
 * Removes stops or orders from their trips. The trip's own stops and transfers of whole orders are deleted.
 * @throws Problem state_conflict when something is on no trip or was reached
 */
export function unplanned(trips: readonly TripState[], chosen: Of<'UNPLAN'>, world: World): TripState[] {
  return withoutStops(trips, chosen, world).left
}

/**
 * Reorders the stops of a trip.
 * @throws Problem not_found, state_conflict when stops are missing or one that was reached would move
 */
export function resequenced(trips: readonly TripState[], command: Of<'RESEQUENCE'>, world: World): TripState[] {
  const { stop_ids, starts_at } = command
  const trip = tripOf(trips, command.trip_id)
  checkOpen(trip)
  const byId = new Map(trip.stops.map((stop) => [stop.stop_id, stop]))
  const stops = stop_ids.flatMap((id) => byId.get(id) ?? [])
  if (stops.length !== trip.stops.length || stops.length !== stop_ids.length || new Set(stops).size !== stops.length) {
    throw conflict(msg`The list must have exactly the stops of ${trip.name}. Reload the trip.`)
  }
  const reached = trip.stops.findLastIndex(isReached) + 1
  if (trip.stops.slice(0, reached).some((stop, at) => stop !== stops[at])) {
    throw conflict('Stops that were reached, and those before them, cannot be moved.')
  }
  const after = { ...trip, stops }
  checkTogether(after)
  const otherwise = rangeOf(trip).starts_at ?? undefined
  return withTrips(trips, [scheduled(after, world, { starts_at: starts_at ?? keptStart(trip, after), otherwise })])
}

/** Puts a stop that belongs to no order into a trip. @throws Problem not_found, state_conflict */
export function withStop(trips: readonly TripState[], command: Of<'INSERT_STOP'>, world: World): TripState[] {
  const { location_id, activity, activity_label, note, minutes, before_stop_id } = command
  const trip = tripOf(trips, command.trip_id)
  checkOpen(trip)
  const given = { kind: 'STANDALONE', order_id: null, stop_id: world.newId(), stop_group_id: world.newId() } as const
  const stop = newStop({ ...given, location_id, activity, activity_label, note })
  const isLast = before_stop_id === undefined
  const after = isLast ? { ...trip, stops: [...trip.stops, stop] } : inserted(trip, [stop], before_stop_id, world)
  const lengths = new Map([[stop.stop_id, minutes]])
  return withTrips(trips, [scheduled(after, world, { starts_at: keptStart(trip, after), lengths })])
}

/**
 * Sets times by hand. With `starts_at`, all earlier times set by hand are computed again.
 * @throws Problem not_found, state_conflict when a stop was reached or would end before it begins
 */
export function retimed(trips: readonly TripState[], command: Of<'SET_TIMES'>, world: World): TripState[] {
  const { times, starts_at } = command
  const trip = tripOf(trips, command.trip_id)
  checkOpen(trip)
  for (const { stop_id, start_at, end_at } of times) {
    const stop = trip.stops.find((one) => one.stop_id === stop_id)
    if (!stop) throw new Problem('not_found')
    checkUnreached(stop)
    if (end_at < start_at)
      throw conflict(msg`The stop ${activityLabel(stop.activity_label)} would end before it begins.`)
  }
  const free = starts_at === undefined ? trip : { ...trip, stops: trip.stops.map(released) }
  const set = withSetTimes(free, times)
  return withTrips(trips, [scheduled(set, world, { starts_at: starts_at ?? keptStart(trip, set) })])
}

function released(stop: TripStop): TripStop {
  return isReached(stop) || stop.fixed_timestamp_type !== 'SET_BY_USER'
    ? stop
    : { ...stop, fixed_timestamp_type: 'CALCULATED' }
}
