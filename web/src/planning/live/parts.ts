import type { PlanningBoard, PlanningBoardParts, UnplannedOrder } from '@cartage/contract/planning/app/board'
import type { PlanningAnswer } from '@cartage/contract/planning/app/commands'
import type { PlannedTrip } from '@cartage/contract/planning/app/trip'
import { replaceEqualDeep } from '@tanstack/react-query'
import { orderIdsOf } from '../board-trip.ts'

/** Ids requested for the parts of a board. */
export interface Requested {
  tripIds: readonly string[]
  orderIds: readonly string[]
}

/** A board with refetched parts in place of its old ones. */
export function withParts(
  board: PlanningBoard,
  parts: PlanningBoardParts,
  { tripIds, orderIds }: Requested,
): PlanningBoard {
  const looked = new Set([...orderIds, ...parts.trips.flatMap(orderIdsOf)])
  return {
    ...board,
    trips: withTrips(board.trips, parts.trips, tripIds),
    unplanned: withOrders(board.unplanned, parts.unplanned, looked),
    carriers: merged(board.carriers, parts.carriers, ({ company_id }) => company_id),
    orders: merged(board.orders, parts.orders, ({ order_id }) => order_id),
    asked: merged(board.asked, parts.asked, ({ stop_id }) => stop_id),
    places: merged(board.places, parts.places, ({ location_id }) => location_id),
  }
}

/** A board after a command: with the trips of the response, without the orders now planned. */
export function answered(board: PlanningBoard, { trips, gone_trip_ids }: PlanningAnswer): PlanningBoard {
  const shown = trips.filter(({ status }) => status !== 'CANCELLED')
  const planned = new Set(shown.flatMap(({ stops }) => stops.map(({ stop_id }) => stop_id)))
  const isPlanned = ({ stops }: UnplannedOrder) =>
    stops.every(({ stop_id, trip_id }) => trip_id !== null || planned.has(stop_id))
  const touched = [...gone_trip_ids, ...trips.map(({ trip_id }) => trip_id)]
  return {
    ...board,
    trips: withTrips(board.trips, shown, touched),
    unplanned: board.unplanned.some(isPlanned) ? board.unplanned.filter((order) => !isPlanned(order)) : board.unplanned,
  }
}

/** Orders that were on a trip and no longer are. */
export function ordersThatLeft(before: readonly PlannedTrip[], after: readonly PlannedTrip[]): string[] {
  const now = new Map(after.map((trip) => [trip.trip_id, trip]))
  return before.flatMap((trip) => {
    const next = now.get(trip.trip_id)
    if (next === trip) return []
    const kept = new Set(next && orderIdsOf(next))
    return orderIdsOf(trip).filter((id) => !kept.has(id))
  })
}

/** Whether parts contain a resource missing from the board. The whole board is refetched then. */
export function isBeyond({ resources }: PlanningBoard, { trips }: PlanningBoardParts): boolean {
  const known = new Set(resources.map(({ resource_id }) => resource_id))
  return trips.some((trip) => trip.resources.some(({ resource_id }) => !known.has(resource_id)))
}

/** Trips in server order, so that an unchanged trip keeps its object when all are refetched. */
function withTrips(
  before: readonly PlannedTrip[],
  fresh: readonly PlannedTrip[],
  gone: readonly string[],
): PlannedTrip[] {
  const known = new Map(before.map((trip) => [trip.trip_id, trip]))
  const out = new Set([...gone, ...fresh.map(({ trip_id }) => trip_id)])
  const kept = before.filter(({ trip_id }) => !out.has(trip_id))
  const next = fresh.map((trip) => {
    const was = known.get(trip.trip_id)
    // An outdated response changes nothing.
    if (was !== undefined && was.version > trip.version) return was
    return was === undefined ? trip : replaceEqualDeep(was, trip)
  })
  return [...kept, ...next].toSorted((one, other) => (one.trip_id < other.trip_id ? -1 : 1))
}

function withOrders(
  before: UnplannedOrder[],
  fresh: readonly UnplannedOrder[],
  looked: ReadonlySet<string>,
): UnplannedOrder[] {
  const now = new Map(fresh.map((order) => [order.order_id, order]))
  const kept = before.flatMap((order) => {
    const found = now.get(order.order_id)
    if (found !== undefined) return [replaceEqualDeep(order, found)]
    return looked.has(order.order_id) ? [] : [order]
  })
  const known = new Set(kept.map(({ order_id }) => order_id))
  const next = [...kept, ...fresh.filter(({ order_id }) => !known.has(order_id))]
  // Keeps the same array if nothing changed, so that the pool is not rearranged.
  return next.length === before.length && next.every((order, at) => order === before[at]) ? before : next
}

function merged<Row>(before: Row[], fresh: readonly Row[], idOf: (row: Row) => string): Row[] {
  const known = new Map(before.map((row) => [idOf(row), row]))
  const changed = fresh.filter((row) => {
    const was = known.get(idOf(row))
    return was === undefined || replaceEqualDeep(was, row) !== was
  })
  if (changed.length === 0) return before
  for (const row of changed) known.set(idOf(row), row)
  return [...known.values()]
}
