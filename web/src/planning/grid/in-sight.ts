import { type RefObject, useEffect, useRef } from 'react'
import type { TimelineScale } from '../../ui/timeline/scale.ts'
import type { Cursor } from '../keys.ts'
import type { BoardRow } from '../rows.ts'
import { headHeight, type Line, sideWidth } from './geometry.ts'
import type { Sight } from './ghosts.ts'

interface Drawn {
  lines: readonly Line[]
  tops: readonly number[]
  scroller: RefObject<HTMLElement | null>
  scale: TimelineScale
}

/** Scrolls only as far as needed to show a position on a line. */
function bringIntoSight(box: HTMLElement, { lines, tops }: Drawn, at: number, x: number): void {
  const top = tops[at]!
  const inside = { width: box.clientWidth - sideWidth, height: box.clientHeight - headHeight }
  if (top < box.scrollTop) box.scrollTop = top
  if (top + lines[at]!.height > box.scrollTop + inside.height) {
    box.scrollTop = top + lines[at]!.height - inside.height
  }
  if (x < box.scrollLeft || x > box.scrollLeft + inside.width - 60) box.scrollLeft = Math.max(0, x - inside.width / 3)
}

/** Scrolls to the bar that was reached by keys, and focuses it; and again to where a panel leaves room for it. */
export function useCursorInSight(
  given: Drawn & { cursor: Cursor | undefined; rows: readonly BoardRow[]; inside: number },
) {
  const { cursor, scroller, inside } = given
  function show(box: HTMLElement): boolean {
    const at = given.lines.findIndex(({ key }) => key === cursor?.rowKey)
    const trip = given.rows.find(({ key }) => key === cursor?.rowKey)?.trips.find(({ id }) => id === cursor?.tripId)
    if (at < 0 || !trip) return false
    bringIntoSight(box, given, at, given.scale.xOf(trip.start))
    return true
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when another bar is chosen
  useEffect(() => {
    const box = scroller.current
    if (!cursor || !box?.contains(document.activeElement) || !show(box)) return
    const focus = () =>
      box
        .querySelector<HTMLElement>(`[data-trip="${cursor.tripId}"][data-row="${cursor.rowKey}"]`)
        ?.focus({ preventScroll: true })
    focus()
    const frame = requestAnimationFrame(focus)
    return () => cancelAnimationFrame(frame)
  }, [cursor?.rowKey, cursor?.tripId])
  const before = useRef(inside)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the board gets narrower
  useEffect(() => {
    if (inside < before.current && scroller.current) show(scroller.current)
    before.current = inside
  }, [inside])
}

/** Scrolls to a suggested trip once, as soon as the board shows its week. */
export function useGhostInSight(given: Drawn & { sight: Sight | undefined }) {
  const { sight, scroller, scale, lines } = given
  const done = useRef<Sight>(undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is drawn belongs to the lines and the axis
  useEffect(() => {
    const box = scroller.current
    if (!box || !sight || done.current === sight) return
    if (sight.at < scale.midnights[0]! || sight.at >= scale.midnights.at(-1)!) return
    const at = lines.findIndex(({ key }) => sight.rowKeys.includes(key))
    if (at < 0) return
    done.current = sight
    bringIntoSight(box, given, at, scale.xOf(sight.at))
  }, [sight, lines, scale])
}
