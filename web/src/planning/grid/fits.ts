import type { Movable } from './dragged.ts'

/** FIT-14: how the dragged orders, or a trip, fit a row, and where on it. */
export interface Fit {
  verdict: 'OK' | 'SOFT' | 'HARD'
  /** Start and end of the trip that was judged, in milliseconds since 1970. Undefined for a trip without times. */
  slot: { start: number; end: number } | undefined
  /** Resources that were judged. */
  resourceIds: readonly string[]
}

/** The dragged orders or trip, with the rows judged so far. */
export interface Fits {
  dragged: Movable
  byRow: ReadonlyMap<string, Fit>
}

/** Holds how rows fit during a drag. It changes without rendering the board. */
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
    begin: (dragged: Movable) => change({ dragged, byRow: new Map() }),
    /** Adds rows that were judged, unless the drag has ended meanwhile. */
    add(dragged: Movable, found: Iterable<readonly [string, Fit]>): void {
      if (present?.dragged === dragged) change({ dragged, byRow: new Map([...present.byRow, ...found]) })
    },
    end: () => change(undefined),
  }
}

export type FitsStore = ReturnType<typeof createFits>

/** Pixels. A slot is taken from a little outside as well. */
const reach = 12

/** The fit that a pointer takes on a row: anywhere in its slot, or for a trip near its start, so that a trip can move by less. */
export function fitAt(
  fit: Fit | undefined,
  x: number,
  { xOf, start }: { xOf: (instant: number) => number; start: number | undefined },
): Fit | undefined {
  if (fit?.slot === undefined || fit.verdict === 'HARD') return undefined
  const [from, to] = [xOf(fit.slot.start), xOf(fit.slot.end)]
  const isTaken = start === undefined ? x >= from - reach && x <= to + reach : Math.abs(xOf(start) - from) <= reach
  return isTaken ? fit : undefined
}
