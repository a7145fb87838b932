import { instantAt, midnightOf, wallClock, weekdayOf } from '../time/zone.ts'

/** Maps instants to positions on a time axis and back. All days have the same width, even those of 23 or 25 hours. */
export interface TimelineScale {
  /** Local midnights of the days shown and of the day after the last, in milliseconds since the epoch. */
  readonly midnights: readonly number[]
  readonly dayWidth: number
  readonly width: number
  /** Pixels from the left edge. Instants outside are below zero or beyond the width. */
  xOf(instant: number): number
  /** Instant at a position, clamped to the days shown. */
  instantAt(x: number): number
  /** Index of the day at a position, from 0, clamped to the days shown. */
  dayAt(x: number): number
}

/**
 * @param firstDay any instant of the first day, in milliseconds
 * @param days number of days shown
 */
export function timelineScale(firstDay: number, days: number, dayWidth: number): TimelineScale {
  const midnights = Array.from({ length: days + 1 }, (_, at) => midnightOf(firstDay, at))
  const dayAt = (x: number) => Math.max(0, Math.min(days - 1, Math.floor(x / dayWidth)))
  return {
    midnights,
    dayWidth,
    width: days * dayWidth,
    dayAt,
    xOf(instant) {
      const day = dayOf(midnights, instant)
      const start = midnights[day]!
      const length = midnights[day + 1]! - start
      return (day + (instant - start) / length) * dayWidth
    },
    instantAt(x) {
      const day = dayAt(x)
      const part = Math.max(0, Math.min(1, x / dayWidth - day))
      return midnights[day]! + part * (midnights[day + 1]! - midnights[day]!)
    },
  }
}

/** Index of the day of an instant, clamped to the first or last one. */
function dayOf(midnights: readonly number[], instant: number): number {
  let low = 0
  let high = midnights.length - 2
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (midnights[middle]! <= instant) low = middle
    else high = middle - 1
  }
  return low
}

/** Same time of day some days later, unaffected by clock changes. */
export function shiftDays(instant: number, days: number): number {
  const clock = wallClock(instant)
  return instantAt({ ...clock, day: clock.day + days }) + (((instant % 1_000) + 1_000) % 1_000)
}

/** Midnight of the Monday in an instant's week. */
export function mondayOf(instant: number): number {
  return midnightOf(instant, -((weekdayOf(instant) + 6) % 7))
}

/** Number of days between the days of two instants. */
export function daysBetween(from: number, to: number): number {
  return Math.round((midnightOf(to) - midnightOf(from)) / 86_400_000)
}

/** An interval to be stacked. Infinite without an end. */
export interface Lasting {
  start: number
  end: number | null
}

/**
 * Distributes overlapping intervals over levels: the earliest first, each on the lowest free level.
 * @returns the level of each, from 0, and the number of levels
 */
export function stackBars(bars: readonly Lasting[]): { levels: number[]; count: number } {
  const order = bars.map((_, at) => at).toSorted((one, other) => bars[one]!.start - bars[other]!.start || one - other)
  const levels: number[] = new Array(bars.length).fill(0)
  const freeFrom: number[] = []
  for (const at of order) {
    const { start, end } = bars[at]!
    const found = freeFrom.findIndex((free) => free <= start)
    const level = found === -1 ? freeFrom.length : found
    levels[at] = level
    freeFrom[level] = end ?? Number.POSITIVE_INFINITY
  }
  return { levels, count: Math.max(1, freeFrom.length) }
}

/** Effect of dragging a bar. */
export type Pull = 'move' | 'start' | 'end'

/** Interval of a bar dragged by some days. It keeps at least an hour. Without an end, its end cannot be dragged. */
export function pulled({ start, end }: Lasting, pull: Pull, days: number): Lasting {
  const hour = 3_600_000
  if (pull === 'move') return { start: shiftDays(start, days), end: end === null ? null : shiftDays(end, days) }
  if (pull === 'end') {
    return { start, end: end === null ? null : Math.max(start + hour, shiftDays(end, days)) }
  }
  const earliest = shiftDays(start, days)
  return { start: end === null ? earliest : Math.min(end - hour, earliest), end }
}
