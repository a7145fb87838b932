import type { BoardTrip } from '../board-trip.ts'
import type { PoolOrder } from '../pool.ts'

/** The dragged item: a trip of the board, or orders of the pool. */
export type Dragged =
  | { kind: 'trip'; trip: BoardTrip }
  | { kind: 'orders'; orders: readonly PoolOrder[] }
  | { kind: 'edge'; trip: BoardTrip; edge: Edge }

/** What can be moved to another row: a whole trip, or orders of the pool. */
export type Movable = Exclude<Dragged, { kind: 'edge' }>

/** An end of a bar. Dragging it changes the arrival at the first stop or the departure at the last. */
export type Edge = 'start' | 'end'
