import type { Place } from '../../positions/distance.rules.ts'
import type { RoadFinder } from '../../positions/roads/rules.ts'
import { callsAcross, crossingBetween, type TripCrossing } from '../crossing.rules.ts'
import { type Called, called, passedCall } from '../hours/calls.rules.ts'
import { type DriverRecord, type KnownState, stateFrom } from '../hours/driven.rules.ts'
import type { Call } from '../hours/duties.model.ts'
import { isForTwo, type Law } from '../hours/law.rules.ts'
import type { State } from '../hours/state.model.ts'
import { restedAt } from '../hours/state.rules.ts'

/** A stop of a driver's earlier trip, with actual times if reported, else planned ones. Instants are ISO 8601. */
export interface EarlierVisit {
  resource_id: string
  stop_id?: string
  location_id: string
  crossing?: TripCrossing | null
  from: string
  to: string
}

/** Earlier work of a trip's drivers, with places. */
export interface Earlier {
  /** In chronological order. */
  visits: readonly EarlierVisit[]
  places: ReadonlyMap<string, Place>
  /** Tachograph records of drivers; absent if not loaded. */
  hours?: ReadonlyMap<string, DriverRecord>
}

interface OfTrip {
  start: State
  law: Law
  drivers: number
  /** Minutes since 1970. */
  now: number
  /** Where the trip begins. */
  location_id: string | undefined
  road: RoadFinder
}

const minuteOf = (instant: string) => Date.parse(instant) / 60_000

/**
 * HOURS-4: when a trip reaches its stops after its drivers' earlier work and their work on it, timed for the driver who
 * finishes last. For a single driver, card or vehicle records replace reports up to their end (TACHO-10). A driver
 * without records begins as `start` says.
 */
export function calledAfter(calls: readonly Call[], { visits, places, hours }: Earlier, trip: OfTrip): Called[] {
  const { start, law, location_id, road } = trip
  const alone = called(calls, start, law)
  const [first] = calls
  const at = first?.at
  if (at === undefined) return alone
  const drive = (from: string, to: string | undefined) => {
    const [one, other] = [places.get(from), to === undefined ? undefined : places.get(to)]
    return from !== to && one && other ? (road(one, other)?.driving_minutes ?? 0) : 0
  }
  const records = isForTwo(law) ? new Map<string, DriverRecord>() : (hours ?? new Map<string, DriverRecord>())
  const before = Map.groupBy(
    visits.filter(({ to }) => minuteOf(to) <= at),
    ({ resource_id }) => resource_id,
  )
  let unknown = trip.drivers
  const each = [...new Set([...before.keys(), ...records.keys()])].flatMap((id) => {
    const known = knownOf(records.get(id), Math.max(at, trip.now), law)
    if (known) unknown -= 1
    const own = (before.get(id) ?? []).filter(({ from }) => !known || minuteOf(from) >= known.until)
    const done = doneAt(own, drive)
    const last = done.at(-1)
    if (!known && !last) return []
    const { passed, left } = since(calls, known?.until)
    const [next, ...rest] = left
    if (!next) return [passed.map(asPassed)]
    const way =
      last && passed.length === 0 ? Math.min(drive(own.at(-1)!.location_id, location_id), at - endOf(last)) : undefined
    const begun = way === undefined ? next : { ...next, driving: Math.floor(Math.max(0, way)) }
    const from = known?.state ?? restedAt(done[0]!.at!)
    return [[...passed.map(asPassed), ...called([...done, begun, ...rest], from, law).slice(done.length)]]
  })
  const all = unknown > 0 || each.length === 0 ? [alone, ...each] : each
  return all.reduce((latest, one) => (one.at(-1)!.begin > latest.at(-1)!.begin ? one : latest))
}

/** A driver's work at consecutive stops, and between them. */
function doneAt(visits: readonly EarlierVisit[], drive: (from: string, to: string) => number): Call[] {
  const done: Call[] = []
  for (const [index, { location_id: place, from, to }] of visits.entries()) {
    const driving = index === 0 ? 0 : drive(visits[index - 1]!.location_id, place)
    done.push(passedCall(done.at(-1), minuteOf(from), minuteOf(to), driving))
  }
  return callsAcross(
    done,
    visits.map((visit, index) => crossingBetween(visits[index - 1], visit)),
  )
}

const endOf = ({ at, work }: Call) => at! + work

const asPassed = ({ at }: Call): Called => ({ arrival: at!, begin: at!, drives: [] })

function knownOf(record: DriverRecord | undefined, at: number, law: Law): KnownState | undefined {
  const known = record && stateFrom(record, at, law)
  return known?.source === 'PLAN' ? undefined : known
}

/** Drops calls that ended before the recorded part ends, and keeps the rest of the others. */
function since(calls: readonly Call[], until = Number.NEGATIVE_INFINITY): { passed: Call[]; left: Call[] } {
  const begin = calls.findIndex((call) => call.at === undefined || endOf(call) > until)
  const [passed, left] = begin === -1 ? [calls, []] : [calls.slice(0, begin), calls.slice(begin)]
  const [next, ...rest] = left
  if (next?.at === undefined || next.at >= until) return { passed: [...passed], left: [...left] }
  return { passed: [...passed], left: [{ ...next, at: until, work: endOf(next) - until, driving: 0 }, ...rest] }
}
