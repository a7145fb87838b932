import { msg } from '@cartage/contract/message'
import { newStop, type TripState, type TripStop } from '../trips/state.rules.ts'
import { keptStart } from './plan.rules.ts'
import type { Of, OrderFacts, World } from './rules.ts'
import { isReached, scheduled } from './schedule.rules.ts'
import {
  checkOpen,
  checkUnreached,
  conflict,
  inserted,
  orderOf,
  targetTrip,
  tripOf,
  uprooted,
  withTrips,
} from './stops.rules.ts'

/**
 * Splits an order: its trip brings it to the transfer point, and the other trip continues from there with the chosen
 * stops, or all deliveries if none are chosen.
 * @throws Problem not_found, state_conflict when there is nothing to dispatch or it was reached
 */
export function split(trips: readonly TripState[], command: Of<'SPLIT'>, world: World): TripState[] {
  const order = orderOf(world, command.order_id)
  const from = tripOf(trips, command.from_trip_id)
  checkOpen(from)
  const handed = transferredStops(from, order, command.stop_ids)
  for (const stop of handed) checkUnreached(stop)
  const target = targetTrip(trips, command.target)
  if (target.trip_id === from.trip_id) throw conflict('An order is split between two different trips.')
  const drop = transferStop('TRANSFER_DROP', order, command.location_id, world)
  const before = withDrop(from, order, handed, drop)
  const given = scheduled(before, world, { starts_at: keptStart(from, before) })
  const dropped = given.stops.find(({ stop_id }) => stop_id === drop.stop_id)!
  const pickup = transferStop('TRANSFER_PICKUP', order, command.location_id, world)
  const filled = withPickup(target, pickup, handed, world)
  const earliest = new Map(dropped.planned_end_at === null ? [] : [[pickup.stop_id, dropped.planned_end_at]])
  return withTrips(trips, [given, scheduled(filled, world, { starts_at: keptStart(target, filled), earliest })])
}

function transferredStops(from: TripState, order: OrderFacts, chosen: readonly string[]): TripStop[] {
  const roles = new Map(order.stops.map(({ stop_id, role }) => [stop_id, role]))
  const own = from.stops.filter(({ kind, order_id }) => kind === 'ORDER' && order_id === order.order_id)
  const isLate = ({ stop_id }: TripStop) => ['DELIVERY', 'TEARDOWN'].includes(roles.get(stop_id) ?? '')
  const handed = own.filter((stop) => (chosen.length > 0 ? chosen.includes(stop.stop_id) : isLate(stop)))
  if (handed.length === 0 || (chosen.length > 0 && handed.length !== chosen.length)) {
    throw conflict(msg`${from.name} does not have these stops of ${order.order_number}. Read the trip again.`)
  }
  const carries = from.stops.some((stop) => stop.order_id === order.order_id && !handed.includes(stop))
  if (!carries) {
    throw conflict(msg`${from.name} does not pick up ${order.order_number}. Move the order instead of splitting it.`)
  }
  return handed
}

function transferStop(
  kind: 'TRANSFER_DROP' | 'TRANSFER_PICKUP',
  { order_id }: OrderFacts,
  location_id: string,
  world: World,
): TripStop {
  const activity_label = kind === 'TRANSFER_DROP' ? 'Transfer drop' : 'Transfer pickup'
  const ids = { order_id, location_id, stop_id: world.newId(), stop_group_id: world.newId() }
  return newStop({ ...ids, kind, activity: kind, activity_label })
}

/** The drop comes after the last stop that the order keeps on the trip. */
function withDrop(from: TripState, order: OrderFacts, handed: readonly TripStop[], drop: TripStop): TripState {
  const left = from.stops.filter((stop) => !handed.includes(stop))
  const place = left.findLastIndex(({ order_id }) => order_id === order.order_id)
  const reached = left.findLastIndex(isReached)
  return { ...from, stops: left.toSpliced(Math.max(place, reached) + 1, 0, drop) }
}

/** The pickup begins the order's part of the other trip. */
function withPickup(target: TripState, pickup: TripStop, handed: readonly TripStop[], world: World): TripState {
  const filled = inserted(target, handed.map(uprooted), undefined, world)
  const moved = new Set(handed.map(({ stop_id }) => stop_id))
  const place = filled.stops.findIndex(({ stop_id }) => moved.has(stop_id))
  return { ...filled, stops: filled.stops.toSpliced(place, 0, pickup) }
}
