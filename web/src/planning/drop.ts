import { quarter } from '@cartage/contract/planning/app/plannable'
import { instantText } from '../ui/time/time-text.ts'
import type { Directory } from './board-trip.ts'
import type { PlanningCommand } from './command.queries.ts'
import type { DropPlace } from './drag.ts'
import type { Dragged } from './grid/dragged.ts'
import { combinationAt } from './rows.ts'

/** Command for a drop. Undefined if it changes nothing or is not possible. */
export function commandOf(dragged: Dragged, place: DropPlace, directory: Directory): PlanningCommand | undefined {
  const { row, start, onTrip, resourceIds } = place
  if (row.kind === 'carrier') return undefined
  const starts_at = instantText(new Date(start))
  if (dragged.kind === 'orders') {
    const order_ids = dragged.orders.map(({ id }) => id)
    if (onTrip !== undefined) return { kind: 'PLAN', order_ids, trip_id: onTrip }
    const resource_ids = resourceIds ?? combinationAt(row, start, directory)
    return { kind: 'PLAN', order_ids, new_trip: { resource_ids }, starts_at }
  }
  if (dragged.kind === 'edge') return timesOf(dragged, start)
  const { trip } = dragged
  const isHere = row.trips.some(({ id }) => id === trip.id)
  if (isHere) return start === trip.start ? undefined : { kind: 'PLACE', trip_id: trip.id, starts_at }
  const resource_ids = resourceIds ?? combinationAt(row, start, directory, trip)
  return { kind: 'PLACE', trip_id: trip.id, resource_ids, ...(start !== trip.start && { starts_at }) }
}

/** Times of the end stop of a trip that was dragged to an instant. A reached stop keeps its own. */
function timesOf({ trip, edge }: Dragged & { kind: 'edge' }, at: number): PlanningCommand | undefined {
  const stop = edge === 'start' ? trip.trip.stops[0] : trip.trip.stops.at(-1)
  if (!stop?.planned_start_at || !stop.planned_end_at || stop.actual_start_at !== null || at === trip[edge])
    return undefined
  const [start, end] = [Date.parse(stop.planned_start_at), Date.parse(stop.planned_end_at)]
  const text = (instant: number) => instantText(new Date(instant))
  const [start_at, end_at]: [number, number] =
    edge === 'start' ? [at, Math.max(end, at + quarter)] : [Math.min(start, at - quarter), at]
  return {
    kind: 'SET_TIMES',
    trip_id: trip.id,
    times: [{ stop_id: stop.stop_id, start_at: text(start_at), end_at: text(end_at) }],
  }
}
