import { dateAfter, firstInstantOf, instantOf } from '../../locations/local-time.rules.ts'

/** Start of the day for a stop that requests a day without a time. */
const beginOfDay = '08:00'

/**
 * Local start of the requested window of a stop: office hours if only a day is requested, or midnight if its end is
 * before office hours.
 */
function beginOfWindow(from: string | null, to: string | null): string {
  return from ?? (to !== null && to < beginOfDay ? '00:00' : beginOfDay)
}

/** Requested times of a stop, in local time. */
export interface RequestedTimes {
  requested_date: string | null
  window_start: string | null
  window_end: string | null
}

/** Cache by request and zone: the window of each stop is needed in every decision step. */
const windows = new Map<string, Readonly<RequestedWindow>>()
const mostWindows = 10_000

/** Requested window of a stop. Instants are ISO 8601 in UTC. */
export interface RequestedWindow {
  /** Start of the window, else of the day. */
  from_at: string
  /** Earliest start for planning: in office hours unless a time is given. */
  begins_at: string
  /** End of the window, else of the day. */
  to_at: string
  /** Last day of the window. */
  last_day: string
}

/**
 * The requested window in the time zone of its location: one whose end is before its start ends on the next day, in the
 * local time of that day (TIME-4). This is the only place that decides it; `requestedTo` of `punctuality.views.ts` has
 * its end in SQL.
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
  // Bounded, because orders may request any day.
  if (windows.size >= mostWindows) windows.clear()
  windows.set(key, window)
  return window
}

/**
 * Whole minutes from one instant to another, rounded down: agreed times have minute precision, so 10:30:59 counts as
 * 10:30.
 */
export function wholeMinutes(from: string, to: string): number {
  return Math.floor((Date.parse(to) - Date.parse(from)) / 60_000)
}
