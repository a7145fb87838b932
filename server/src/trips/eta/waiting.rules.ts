import type { OpeningFinder } from '../../locations/opening-hours.rules.ts'
import { requestedWindow } from '../../orders/stops/window.rules.ts'
import type { TripStop } from '../state.rules.ts'

/** What a vehicle may have to wait for at a stop. */
export interface WaitingFacts {
  stop_id: string
  /** The day that the order requests and its window, local; null where it requests none. */
  requested_date: string | null
  requested_from: string | null
  requested_to: string | null
  /** Whether planning must keep to the window. */
  is_enforced: boolean
  opening_hours: string | null
  country: string | null
  /** How long the stop takes where no plan says (TIME-6). */
  minutes: number
  time_zone: string
}

/** Finds when work of so many minutes at a stop can begin: not before an instant, in milliseconds since 1970. */
export type BeginFinder = (
  stop: Pick<TripStop, 'stop_id' | 'planned_start_at'>,
  from: number,
  minutes: number,
) => number

/** What finds when work can begin: requested windows and opening hours are waited for. */
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
 * When the window of a stop opens (ETA-1). A plan that is earlier than a window that is only requested was decided by a person, who
 * may have agreed it: then the plan is waited for.
 */
function windowOpens({ planned_start_at }: Pick<TripStop, 'planned_start_at'>, waiting: WaitingFacts): number {
  const { requested_date, requested_from, requested_to, is_enforced, time_zone } = waiting
  const requested = { requested_date, window_start: requested_from, window_end: requested_to }
  const window = requestedWindow(requested, time_zone)
  if (!window) return Number.NEGATIVE_INFINITY
  const opens = Date.parse(window.begins_at)
  return is_enforced || planned_start_at === null ? opens : Math.min(opens, Date.parse(planned_start_at))
}

/** What finds when work at a stop is late, in milliseconds since 1970: after its requested window. */
export function latestFinder(facts: readonly WaitingFacts[]): (stop: Pick<TripStop, 'stop_id'>) => number {
  const byStop = new Map(facts.map((one) => [one.stop_id, one]))
  return ({ stop_id }) => {
    const { requested_date, requested_from, requested_to, time_zone } = byStop.get(stop_id) ?? {}
    if (!requested_date || !requested_to) return Infinity
    const requested = { requested_date, window_start: requested_from ?? null, window_end: requested_to }
    return Date.parse(requestedWindow(requested, time_zone!)!.to_at)
  }
}
