import type { OpeningFinder } from '../../locations/opening-hours.rules.ts'
import { requestedWindow } from '../../orders/stops/window.rules.ts'
import type { TripStop } from '../state.rules.ts'

/** Facts that a vehicle at a stop may have to wait for. */
export interface WaitingFacts {
  stop_id: string
  /** Requested day and window of the order, in local time; null if not requested. */
  requested_date: string | null
  requested_from: string | null
  requested_to: string | null
  /** Whether the window is binding for planning. */
  is_enforced: boolean
  opening_hours: string | null
  country: string | null
  /** Duration of the stop if no plan gives one (TIME-6). */
  minutes: number
  time_zone: string
}

/** Finds when work of a given duration at a stop can begin: not before an instant, in milliseconds since 1970. */
export type BeginFinder = (
  stop: Pick<TripStop, 'stop_id' | 'planned_start_at'>,
  from: number,
  minutes: number,
) => number

/** Returns a finder of the start of work, which waits for requested windows and opening hours. */
export function beginFinder(facts: readonly WaitingFacts[], opensAt: OpeningFinder): BeginFinder {
  const byStop = new Map(facts.map((one) => [one.stop_id, one]))
  return (stop, from, minutes) => {
    const waiting = byStop.get(stop.stop_id)
    if (!waiting) return from
    const { time_zone } = waiting
    const window = Math.max(from, windowOpens(stop, waiting))
    return Math.max(window, Date.parse(opensAt(waiting, new Date(window).toISOString(), time_zone, minutes)))
  }
}

/**
 * When the window of a stop opens (ETA-1). A plan before a window that is only requested may have been agreed by a
 * person, so the planned time counts.
 */
function windowOpens({ planned_start_at }: Pick<TripStop, 'planned_start_at'>, waiting: WaitingFacts): number {
  const { requested_date, requested_from, requested_to, is_enforced, time_zone } = waiting
  const requested = { requested_date, window_start: requested_from, window_end: requested_to }
  const window = requestedWindow(requested, time_zone)
  if (!window) return Number.NEGATIVE_INFINITY
  const opens = Date.parse(window.begins_at)
  return is_enforced || planned_start_at === null ? opens : Math.min(opens, Date.parse(planned_start_at))
}

/** Returns a finder of the end of the requested window, after which work is late, in milliseconds since 1970. */
export function latestFinder(facts: readonly WaitingFacts[]): (stop: Pick<TripStop, 'stop_id'>) => number {
  const byStop = new Map(facts.map((one) => [one.stop_id, one]))
  return ({ stop_id }) => {
    const { requested_date, requested_from, requested_to, time_zone } = byStop.get(stop_id) ?? {}
    if (!requested_date || !requested_to) return Infinity
    const requested = { requested_date, window_start: requested_from ?? null, window_end: requested_to }
    return Date.parse(requestedWindow(requested, time_zone!)!.to_at)
  }
}
