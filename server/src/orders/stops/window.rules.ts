import { dateAfter, firstInstantOf, instantOf } from '../../locations/local-time.rules.ts'

/** When a day begins for a stop that requests a day and no time. */
const beginOfDay = '08:00'

/**
 * When the requested window of a stop begins, local time: a stop that requests a day alone is one of office hours, and one that is
 * to be served by a time before them may begin at midnight.
 */
function beginOfWindow(from: string | null, to: string | null): string {
  return from ?? (to !== null && to < beginOfDay ? '00:00' : beginOfDay)
}

/** What an order requests of the time of a stop, as clocks show it there. */
export interface RequestedTimes {
  requested_date: string | null
  window_start: string | null
  window_end: string | null
}

/** By what is requested and where: the window of each stop is needed at every step of a decision. */
const windows = new Map<string, Readonly<RequestedWindow>>()
const mostWindows = 10_000

/** When a stop is requested. Instants are ISO 8601 in UTC. */
export interface RequestedWindow {
  /** The beginning of the window, else of the day. */
  from_at: string
  /** When it is planned to begin at the earliest: in office hours when no time says otherwise. */
  begins_at: string
  /** The end of the window, else of the day. */
  to_at: string
  /** The last day of the window. */
  last_day: string
}

/**
 * The window that an order requests, on the calendar of its place: one whose end is before its start ends on the next day, by the clock
 * of that day (TIME-4). This is the one place where it is decided; `requestedTo` of `punctuality.views.ts` says its end in SQL.
 * @returns null when no day is requested
 */
export function requestedWindow(stop: RequestedTimes, zone: string): Readonly<RequestedWindow> | null {
  const { requested_date: day, window_start: from, window_end: to } = stop
  if (day === null) return null
  const key = `${day} ${from} ${to} ${zone}`
  const known = windows.get(key)
  if (known) return known
  const isOverNight = from !== null && to !== null && to < from
  const last_day = isOverNight ? dateAfter(day, 1) : day
  const window = {
    from_at: firstInstantOf(day, from ?? '00:00', zone),
    begins_at: firstInstantOf(day, beginOfWindow(from, to), zone),
    to_at: instantOf(last_day, to ?? '23:59', zone),
    last_day,
  }
  // Bounded, because an order may be for any day.
  if (windows.size >= mostWindows) windows.clear()
  windows.set(key, window)
  return window
}

/** Whole minutes from one instant to another, rounded down: people agree on times to the minute, so that 10:30:59 is half past ten. */
export function wholeMinutes(from: string, to: string): number {
  return Math.floor((Date.parse(to) - Date.parse(from)) / 60_000)
}
