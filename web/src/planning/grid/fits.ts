import type { PoolOrder } from '../pool.ts'

/** FIT-14: how the dragged orders fit a row, and where on it. */
export interface Fit {
  verdict: 'OK' | 'SOFT' | 'HARD'
  /** Start and end of the trip that was judged, in milliseconds since 1970. Undefined for a trip without times. */
  slot: { start: number; end: number } | undefined
  /** Resources that were judged. */
  resourceIds: readonly string[]
}

/** The dragged orders, with the rows judged so far. */
export interface Fits {
  orders: readonly PoolOrder[]
  byRow: ReadonlyMap<string, Fit>
}

/** Holds how rows fit while orders are dragged. It changes without rendering the board. */
export function createFits() {
  let present: Fits | undefined
  const listeners = new Set<() => void>()
  function change(next: Fits | undefined): void {
    present = next
    for (const listener of listeners) listener()
  }
  return {
    read: () => present,
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    begin: (orders: readonly PoolOrder[]) => change({ orders, byRow: new Map() }),
    /** Adds rows that were judged, unless the drag has ended meanwhile. */
    add(orders: readonly PoolOrder[], found: Iterable<readonly [string, Fit]>): void {
      if (present?.orders === orders) change({ orders, byRow: new Map([...present.byRow, ...found]) })
    },
    end: () => change(undefined),
  }
}

export type FitsStore = ReturnType<typeof createFits>

/** Pixels. A slot is taken from a little outside as well. */
const reach = 12

/** The fit whose slot is at a point of the axis, in pixels. */
export function fitAt(fit: Fit | undefined, x: number, xOf: (instant: number) => number): Fit | undefined {
  if (fit?.slot === undefined || fit.verdict === 'HARD') return undefined
  return x >= xOf(fit.slot.start) - reach && x <= xOf(fit.slot.end) + reach ? fit : undefined
}
