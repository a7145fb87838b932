import { instantOf } from '../../locations/local-time.rules.ts'
import type { OpeningFinder } from '../../locations/opening-hours.rules.ts'
import type { TripStop } from '../state.rules.ts'

/** What a vehicle may have to wait for at a stop. */
export interface WaitingFacts {
  stop_id: string
  /** The day and the beginning of the window that the order enforces, local; null when it enforces none. */
  enforced_date: string | null
  enforced_from: string | null
  opening_hours: string | null
  country: string | null
  time_zone: string
}

/** Finds when work at a stop can begin: not before an instant, in milliseconds since 1970. */
export type BeginFinder = (stop: Pick<TripStop, 'stop_id'>, from: number) => number

/** What finds when work can begin: windows that are enforced and opening hours are waited for. */
export function beginFinder(facts: readonly WaitingFacts[], opensAt: OpeningFinder): BeginFinder {
  const byStop = new Map(facts.map((one) => [one.stop_id, one]))
  return ({ stop_id }, from) => {
    const stop = byStop.get(stop_id)
    if (!stop) return from
    const { enforced_date: date, enforced_from: time, time_zone } = stop
    const window = date === null || time === null ? from : Math.max(from, Date.parse(instantOf(date, time, time_zone)))
    return Math.max(window, Date.parse(opensAt(stop, new Date(window).toISOString(), time_zone)))
  }
}
