import type { Directory } from './board-trip.ts'
import type { Dragged, DropPlace } from './drag.ts'
import type { BoardCommand } from './queries.ts'
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
  const { trip } = dragged
  const isHere = row.trips.some(({ id }) => id === trip.id)
  if (isHere) return start === trip.start ? undefined : { kind: 'place', tripId: trip.id, startsAt: start }
  const resourceIds = combinationAt(row, start, directory, trip)
  return { kind: 'place', tripId: trip.id, resourceIds, ...(start !== trip.start && { startsAt: start }) }
}
