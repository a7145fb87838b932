import type { Lasting, TimelineScale } from '../../ui/timeline/scale.ts'

/** Planned times move by quarters of an hour. */
export const quarter = 15 * 60_000

/** Pixels: one trip on a row, the space above the first and below the last, and the name of a group. */
export interface Sizes {
  track: number
  padding: number
  group: number
}

/** Of compact rows, 28 are in sight on a screen of 1440 × 900 pixels, with a scrollbar under them. */
export const sizesOf: Readonly<Record<'normal' | 'compact', Sizes>> = {
  normal: { track: 42, padding: 3, group: 28 },
  compact: { track: 21, padding: 1, group: 22 },
}

/** Pixels: names of rows, and the days and hours over them. */
export const sideWidth = 204
export const headHeight = 52

/** The nearest quarter of an hour. */
export function snapped(instant: number): number {
  return Math.round(instant / quarter) * quarter
}

/** How tall a row is with this many tracks. */
export function rowHeight(tracks: number, { track, padding }: Sizes): number {
  return Math.max(1, tracks) * track + 2 * padding
}

/** Where a bar is on its row, and how tall it is. */
export function barOn(onTrack: number, { track, padding }: Sizes): { top: number; height: number } {
  return { top: padding + onTrack * track, height: track - 2 }
}

/** Where something is drawn. */
export interface Extent {
  left: number
  width: number
}

/** Left edge and width of what lasts, cut off a little outside of the days shown, and never too narrow to be hit. */
export function extentOf(scale: TimelineScale, start: number, end: number): Extent {
  const left = Math.max(-8, scale.xOf(start))
  const right = Math.min(scale.width + 8, scale.xOf(end))
  return { left, width: Math.max(6, right - left) }
}

/** The trip of a row that is drawn at a place of it, in pixels from the begin of the axis and the top of the row. */
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

/** Whether something is drawn, seen from the part of the axis in sight. */
export function isInSight({ left, width }: Extent, from: number, to: number): boolean {
  return left + width >= from && left <= to
}

/** A line of the board: the name of a group, or a row. */
export interface Line {
  key: string
  height: number
}

/** The tops of lines that follow each other, and their height in all. */
export function topsOf(lines: readonly Line[]): { tops: number[]; height: number } {
  let height = 0
  const tops = lines.map((line) => {
    const top = height
    height += line.height
    return top
  })
  return { tops, height }
}

/** The number of the line at a height; undefined above the first and below the last. */
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

/**
 * Starts at which something of this length fits between what is taken, the nearest to the wanted start first: the wanted
 * one itself, right after what is taken, and right before it.
 */
export function freeStarts(taken: readonly Lasting[], wanted: number, length: number): number[] {
  const isFree = (start: number) =>
    taken.every((one) => start + length <= one.start || start >= (one.end ?? Number.POSITIVE_INFINITY))
  const candidates = [
    wanted,
    ...taken.flatMap(({ start, end }) => [
      Math.floor((start - length) / quarter) * quarter,
      ...(end === null ? [] : [Math.ceil(end / quarter) * quarter]),
    ]),
  ]
  return [...new Set(candidates)]
    .filter(isFree)
    .toSorted((one, other) => Math.abs(one - wanted) - Math.abs(other - wanted) || one - other)
}

/** How far the axis scrolls per frame while something is dragged this near to an edge; less than zero is backwards. */
export function scrollStep(at: number, from: number, to: number): number {
  const edge = 40
  if (at < from + edge) return -Math.ceil(Math.min(edge, from + edge - at) / 3)
  if (at > to - edge) return Math.ceil(Math.min(edge, at - to + edge) / 3)
  return 0
}
