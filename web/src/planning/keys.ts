import type { BoardTrip } from './board-trip.ts'
import type { BoardRow } from './rows.ts'

/** The focused bar. */
export interface Cursor {
  rowKey: string
  tripId: string
}

/**
 * Bar that an arrow key leads to: along the row, or the nearest in time on the next row with trips. Without a cursor,
 * the first bar.
 */
export function nextCursor(rows: readonly BoardRow[], cursor: Cursor | undefined, key: string): Cursor | undefined {
  const withTrips = rows.filter(({ trips }) => trips.length > 0)
  const at = withTrips.findIndex((row) => row.key === cursor?.rowKey)
  const row = withTrips[at]
  const trip = row?.trips.find(({ id }) => id === cursor?.tripId)
  if (row === undefined || trip === undefined)
    return isArrow(key) ? cursorOn(withTrips[0], withTrips[0]?.trips[0]) : undefined
  const place = row.trips.indexOf(trip)
  if (key === 'ArrowRight') return cursorOn(row, row.trips[place + 1])
  if (key === 'ArrowLeft') return cursorOn(row, row.trips[place - 1])
  if (key === 'Home') return cursorOn(row, row.trips[0])
  if (key === 'End') return cursorOn(row, row.trips.at(-1))
  const next = withTrips[at + (key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : Number.NaN)]
  return cursorOn(next, next && nearest(next.trips, trip.start))
}

const isArrow = (key: string) => key.startsWith('Arrow')

function cursorOn(row: BoardRow | undefined, trip: BoardTrip | undefined): Cursor | undefined {
  return row && trip && { rowKey: row.key, tripId: trip.id }
}

function nearest(trips: readonly BoardTrip[], start: number): BoardTrip | undefined {
  return trips.toSorted((one, other) => Math.abs(one.start - start) - Math.abs(other.start - start))[0]
}

/** Effect of Alt with an arrow key on a bar: quarters of an hour along the row, or rows up and down. */
export function stepOf(key: string): { quarters: number; rows: number } | undefined {
  const steps: Readonly<Record<string, readonly [quarters: number, rows: number]>> = {
    ArrowRight: [1, 0],
    ArrowLeft: [-1, 0],
    ArrowDown: [0, 1],
    ArrowUp: [0, -1],
  }
  const step = Object.hasOwn(steps, key) ? steps[key] : undefined
  return step && { quarters: step[0], rows: step[1] }
}
