import { callsAcross, crossingBetween, type TripCrossing } from '../../trips/crossing.rules.ts'
import { passedCall } from '../../trips/hours/calls.rules.ts'
import { type DriverRecord, stateFrom } from '../../trips/hours/driven.rules.ts'
import type { Call } from '../../trips/hours/duties.model.ts'
import { isForTwo, type Law } from '../../trips/hours/law.rules.ts'
import type { State } from '../../trips/hours/state.model.ts'
import { restedAt } from '../../trips/hours/state.rules.ts'

/** Planned and reported times of a stop; instants are ISO 8601. */
interface StopTimes {
  planned_start_at: string | null
  planned_end_at: string | null
  actual_start_at?: string | null
  actual_end_at?: string | null
}

interface BusyStop extends StopTimes {
  stop_id?: string
  location_id: string
  crossing?: TripCrossing | null
}

/** A trip that occupies resources. Instants are ISO 8601. */
interface BusyTrip {
  trip_id: string
  ends_at: string
  resource_ids: readonly string[]
  stops: readonly BusyStop[]
}

/** Facts about drivers apart from the planned trips: their other trips and their tachograph data. */
export interface Elsewhere {
  others: readonly BusyTrip[]
  hours?: ReadonlyMap<string, DriverRecord>
}

/** Work of a driver before an instant: a state, the calls after it, and the place of the last one. */
export interface Past {
  start: State
  calls: readonly Call[]
  location_id: string | undefined
}

const minuteOf = (instant: string) => Date.parse(instant) / 60_000

/**
 * HOURS-3: when a driver works at a stop, as ISO 8601 instants: as reported, else as planned. It is the same on a trip
 * that is judged and on one before it, so that no reason comes or goes because that one is completed.
 */
export function workedAt(stop: StopTimes): { from: string | null; to: string | null } {
  return { from: stop.actual_start_at ?? stop.planned_start_at, to: stop.actual_end_at ?? stop.planned_end_at }
}

/**
 * HOURS-4: the work of a driver before a trip, for the verdict: data of a card or vehicle, then the trips that end
 * before the instant. With two drivers on a trip the card alone is not enough, because they share the driving
 * (TACHO-10). Undefined: nothing is known.
 * @param at minutes since 1970
 * @param drive minutes from one location to another
 */
export function pastOf(
  { driver, trip_id }: { driver: string; trip_id: string },
  at: number,
  { others, hours }: Elsewhere,
  law: Law,
  drive: (from: string, to: string) => number,
): Past | undefined {
  const record = isForTwo(law) ? undefined : hours?.get(driver)
  const found = record && stateFrom(record, at, law)
  const known = found && found.source !== 'PLAN' ? found : undefined
  const visits = others
    .filter(
      (other) => other.trip_id !== trip_id && other.resource_ids.includes(driver) && minuteOf(other.ends_at) <= at,
    )
    .flatMap(({ stops }) => stops)
    .flatMap((stop) => {
      const { from, to } = workedAt(stop)
      return from === null || to === null ? [] : [{ ...stop, from: minuteOf(from), to: minuteOf(to) }]
    })
    .filter(({ from }) => known === undefined || from >= known.until)
    .toSorted((one, other) => one.from - other.from)
  const passed: Call[] = []
  for (const [index, { location_id, from, to }] of visits.entries()) {
    const driving = index === 0 ? 0 : drive(visits[index - 1]!.location_id, location_id)
    passed.push(passedCall(passed.at(-1), from, to, driving))
  }
  const crossings = visits.map((visit, index) => crossingBetween(visits[index - 1], visit))
  const calls = callsAcross(passed, crossings)
  if (!known && calls.length === 0) return undefined
  return { start: known?.state ?? restedAt(calls[0]!.at!), calls, location_id: visits.at(-1)?.location_id }
}
