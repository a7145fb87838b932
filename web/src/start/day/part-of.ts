/** How far an instant is through a span of time, from 0 at its beginning to 1 at its end; kept within it. */
export function partOf({ from, to }: { from: number; to: number }, instant: number): number {
  return Math.max(0, Math.min(1, (instant - from) / (to - from)))
}
