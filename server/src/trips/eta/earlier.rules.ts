import type { Place } from '../../positions/distance.rules.ts'
import type { RoadFinder } from '../../positions/roads/rules.ts'
import { type Call, type Called, called, passedCall } from '../hours/calls.rules.ts'
import type { Law } from '../hours/law.rules.ts'
import { restedAt, type State } from '../hours/state.rules.ts'

/** A stop of an earlier trip of a driver, as it was reported, else as it was planned. Instants are ISO 8601. */
export interface EarlierVisit {
  resource_id: string
  location_id: string
  from: string
  to: string
}

/** What the drivers of a trip did before it, and where. */
export interface Earlier {
  /** In the order of time. */
  visits: readonly EarlierVisit[]
  places: ReadonlyMap<string, Place>
}

interface OfTrip {
  start: State
  law: Law
  /** Where the trip begins. */
  location_id: string | undefined
  road: RoadFinder
}

const minuteOf = (instant: string) => Date.parse(instant) / 60_000

/**
 * HOURS-4: when a trip calls at its stops after what its drivers did on the trips before it: as it is for the driver who is last at the
 * end. One of whom no earlier trip is known begins as `start` says.
 */
export function calledAfter(calls: readonly Call[], { visits, places }: Earlier, trip: OfTrip): Called[] {
  const { start, law, location_id, road } = trip
  const alone = called(calls, start, law)
  const [first, ...rest] = calls
  const at = first?.at
  if (at === undefined) return alone
  const drive = (from: string, to: string | undefined) => {
    const [one, other] = [places.get(from), to === undefined ? undefined : places.get(to)]
    return from !== to && one && other ? (road(one, other)?.driving_minutes ?? 0) : 0
  }
  const before = visits.filter(({ to }) => minuteOf(to) <= at)
  const each = [...Map.groupBy(before, ({ resource_id }) => resource_id).values()].map((own) => {
    const done: Call[] = []
    for (const [index, { location_id: place, from, to }] of own.entries()) {
      const driving = index === 0 ? 0 : drive(own[index - 1]!.location_id, place)
      done.push(passedCall(done.at(-1), minuteOf(from), minuteOf(to), driving))
    }
    const last = done.at(-1)!
    const way = Math.min(drive(own.at(-1)!.location_id, location_id), Math.max(0, at - last.at! - last.work))
    const all = [...done, { ...first!, driving: Math.floor(way) }, ...rest]
    return called(all, restedAt(done[0]!.at!), law).slice(done.length)
  })
  return [alone, ...each].reduce((latest, one) => (one.at(-1)!.begin > latest.at(-1)!.begin ? one : latest))
}
