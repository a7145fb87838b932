import type { Directory } from './board-trip.ts'
import type { BoardCommand } from './command.queries.ts'
import type { Dragged, DropPlace } from './drag.ts'
import { quarter } from './grid/geometry.ts'
import { combinationAt } from './rows.ts'

/** What a drop does; undefined where it changes nothing or nothing can be dropped. */
export function commandOf(dragged: Dragged, place: DropPlace, directory: Directory): BoardCommand | undefined {
  const { row, start, onTrip } = place
  if (row.kind === 'carrier') return undefined
  if (dragged.kind === 'orders') {
    const orderIds = dragged.orders.map(({ id }) => id)
    if (onTrip !== undefined) return { kind: 'plan', orderIds, tripId: onTrip }
    return { kind: 'plan-new', orderIds, resourceIds: combinationAt(row, start, directory), startsAt: start }
  }
  if (dragged.kind === 'edge') return timesOf(dragged, start)
  const { trip } = dragged
  const isHere = row.trips.some(({ id }) => id === trip.id)
  if (isHere) return start === trip.start ? undefined : { kind: 'place', tripId: trip.id, startsAt: start }
  const resourceIds = combinationAt(row, start, directory, trip)
  return { kind: 'place', tripId: trip.id, resourceIds, ...(start !== trip.start && { startsAt: start }) }
}

/** The times of the stop at an end of a trip that was pulled to an instant; a stop that was reached keeps its own. */
function timesOf({ trip, edge }: Dragged & { kind: 'edge' }, at: number): BoardCommand | undefined {
  const stop = edge === 'start' ? trip.trip.stops[0] : trip.trip.stops.at(-1)
  if (!stop?.planned_start_at || !stop.planned_end_at || stop.actual_start_at !== null || at === trip[edge])
    return undefined
  const [start, end] = [Date.parse(stop.planned_start_at), Date.parse(stop.planned_end_at)]
  const times =
    edge === 'start'
      ? { start: at, end: Math.max(end, at + quarter) }
      : { start: Math.min(start, at - quarter), end: at }
  return { kind: 'times', tripId: trip.id, times: [{ stopId: stop.stop_id, ...times }] }
}
