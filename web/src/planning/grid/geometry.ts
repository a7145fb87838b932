import { quarter } from '@cartage/contract/planning/app/plannable'
import type { Lasting, TimelineScale } from '../../ui/timeline/scale.ts'

/** Pixels: height of a trip, padding above the first and below the last, and height of a group name. */
export interface Sizes {
  track: number
  padding: number
  group: number
}

/** With compact rows, 28 fit on a screen of 1440 × 900 pixels with a scrollbar. */
export const sizesOf: Readonly<Record<'normal' | 'compact', Sizes>> = {
  normal: { track: 42, padding: 3, group: 28 },
  compact: { track: 21, padding: 1, group: 22 },
}

/** Pixels: width of the row names, and height of the days and hours above. */
export const sideWidth = 204
export const headHeight = 52

/** Rounds to the nearest quarter of an hour. */
export function snapped(instant: number): number {
  return Math.round(instant / quarter) * quarter
}

/** Height of a row with this many tracks. */
export function rowHeight(tracks: number, { track, padding }: Sizes): number {
  return Math.max(1, tracks) * track + 2 * padding
}

/** Position and height of a bar on its row. */
export function barOn(onTrack: number, { track, padding }: Sizes): { top: number; height: number } {
  return { top: padding + onTrack * track, height: track - 2 }
}

/** Horizontal position of a drawn item. */
export interface Extent {
  left: number
  width: number
}

/** Left edge and width of an interval. Clipped a little outside the days shown, and never too narrow to click. */
export function extentOf(scale: TimelineScale, start: number, end: number): Extent {
  const left = Math.max(-8, scale.xOf(start))
  const right = Math.min(scale.width + 8, scale.xOf(end))
  return { left, width: Math.max(6, right - left) }
}

/** The trip drawn at a point of a row, in pixels from the start of the axis and the top of the row. */
export function tripAt(
  { trips, tracks }: { trips: readonly (Lasting & { id: string; end: number })[]; tracks: readonly number[] },
  scale: TimelineScale,
  { track: height, padding }: Sizes,
  x: number,
  y: number,
): string | undefined {
  const track = Math.floor((y - padding) / height)
  return trips.find(({ start, end }, at) => {
    const { left, width } = extentOf(scale, start, end)
    return tracks[at] === track && x >= left && x <= left + width
  })?.id
}

/** Whether an item is within the visible part of the axis. */
export function isInSight({ left, width }: Extent, from: number, to: number): boolean {
  return left + width >= from && left <= to
}

/** A line of the board: a group name or a row. */
export interface Line {
  key: string
  height: number
}

/** Tops of consecutive lines, and their total height. */
export function topsOf(lines: readonly Line[]): { tops: number[]; height: number } {
  let height = 0
  const tops = lines.map((line) => {
    const top = height
    height += line.height
    return top
  })
  return { tops, height }
}

/** Index of the line at a height. Undefined above the first and below the last. */
export function lineAt(tops: readonly number[], height: number, y: number): number | undefined {
  if (y < 0 || y >= height || tops.length === 0) return undefined
  let low = 0
  let high = tops.length - 1
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (tops[middle]! <= y) low = middle
    else high = middle - 1
  }
  return low
}

/** Scroll distance per frame when dragging this near to an edge. Negative is backwards. */
export function scrollStep(at: number, from: number, to: number): number {
  const edge = 40
  if (at < from + edge) return -Math.ceil(Math.min(edge, from + edge - at) / 3)
  if (at > to - edge) return Math.ceil(Math.min(edge, at - to + edge) / 3)
  return 0
}
