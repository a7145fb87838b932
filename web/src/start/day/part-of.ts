/** Position of an instant within a time span, from 0 at its start to 1 at its end, clamped. */
export function partOf({ from, to }: { from: number; to: number }, instant: number): number {
  return Math.max(0, Math.min(1, (instant - from) / (to - from)))
}
