import { type Facts, motorTypes, type OtherTrip, type ResourceFacts } from '../facts/rules.ts'
import { minutesBetween } from '../instants.rules.ts'
import { driveMinutes } from '../schedule.rules.ts'
import type { Vehicle, Window } from '../solver/problem.rules.ts'
import { capacityOf } from '../verdict/load.rules.ts'
import type { Combination, Desk } from './rules.ts'

/** What using a combination counts for, in kilometres: a trip less is worth so long a way. */
const combinationCost = 30
/** Shorter gaps between two trips are left alone, in minutes. */
const shortest = 30
/** Where no one has said what fits. */
const anyLoad = 1e9
/** A rest that begins a new shift, in minutes. */
const rest = 660

/** A combination in one of the times in which it is free. */
export interface CombinationVehicle extends Omit<Vehicle, 'start' | 'end' | 'kind'> {
  combination: number
  /** Locations where it comes from and has to be at the end. */
  start: string | null
  end: string | null
}

/** The resources of a combination that are known. */
export function resourcesOfCombination(
  { resource_ids }: Combination,
  facts: Pick<Facts, 'resources'>,
): ResourceFacts[] {
  return resource_ids.flatMap((id) => facts.resources.get(id) ?? [])
}

/**
 * Each combination as a vehicle in each time in which all its resources are free: between their other trips, outside of their
 * absences, and until the first of their certificates ends (OPT-4). It begins where its trip before ends, and is in time
 * where its next one begins.
 */
export function vehiclesOf({ request, facts }: Pick<Desk, 'request' | 'facts'>): CombinationVehicle[] {
  return request.combinations.flatMap((combination, at) => {
    const resources = resourcesOfCombination(combination, facts)
    if (resources.some(({ is_archived }) => is_archived)) return []
    const trips = tripsOfCombination(combination, facts)
    return freeTimes(resources, trips, request).map(([from, to]) =>
      vehicleIn(at, resources, trips, [from, to], request, facts),
    )
  })
}

function tripsOfCombination({ resource_ids }: Combination, facts: Facts): OtherTrip[] {
  return facts.others.filter((trip) => trip.resource_ids.some((id) => resource_ids.includes(id)))
}

type PeriodOf = Pick<Desk['request'], 'from_at' | 'to_at'>

function freeTimes(resources: readonly ResourceFacts[], trips: readonly OtherTrip[], period: PeriodOf): Window[] {
  const at = (instant: string) => minutesBetween(period.from_at, instant)
  const end = Math.min(at(period.to_at), ...resources.flatMap(lastEnds).map(at))
  const busy: Window[] = [
    ...trips.filter(({ is_completed }) => !is_completed).map((trip): Window => [at(trip.starts_at), at(trip.ends_at)]),
    ...resources.flatMap(({ unavailabilities }) =>
      unavailabilities.map(({ start_at, end_at }): Window => [at(start_at), end_at === null ? Infinity : at(end_at)]),
    ),
  ]
  const free: Window[] = []
  let from = 0
  for (const [start, until] of busy.toSorted(([one], [other]) => one - other)) {
    if (start - from >= shortest) free.push([from, Math.min(start, end)])
    from = Math.max(from, until)
  }
  if (end - from >= shortest) free.push([from, end])
  return free.filter(([begin, until]) => until - begin >= shortest)
}

/** When the certificates of a resource end, each kind with its renewals. */
function lastEnds({ validities }: ResourceFacts): string[] {
  return [...Map.groupBy(validities, ({ validity_type }) => validity_type).values()].flatMap((papers) => {
    const ends = papers.map(({ end_at, legal_end_at }) => end_at ?? legal_end_at)
    return ends.includes(null) ? [] : (ends.toSorted().at(-1) ?? [])
  })
}

function vehicleIn(
  combination: number,
  resources: readonly ResourceFacts[],
  trips: readonly OtherTrip[],
  [from, to]: Window,
  period: PeriodOf,
  facts: Facts,
): CombinationVehicle {
  const at = (instant: string) => minutesBetween(period.from_at, instant)
  const motor = resources.find(({ resource_type }) => motorTypes.includes(resource_type)) ?? resources[0]
  const own = trips.filter(({ resource_ids }) => motor !== undefined && resource_ids.includes(motor.resource_id))
  const before = own
    .filter(({ ends_at }) => at(ends_at) <= from)
    .toSorted((a, b) => (a.ends_at < b.ends_at ? 1 : -1))[0]
  const after = own.filter(({ starts_at }) => at(starts_at) >= to && at(starts_at) <= at(period.to_at))
  const next = after.toSorted((a, b) => (a.starts_at < b.starts_at ? -1 : 1))[0]
  const drivers = resources.filter(({ resource_type }) => resource_type === 'DRIVER')
  const { weight_kg, loading_meters, pallet_spaces, volume_m3 } = capacityOf(resources)
  return {
    combination,
    start: before?.stops.at(-1)?.location_id ?? null,
    end: next?.stops[0]?.location_id ?? null,
    from,
    to,
    capacity: [weight_kg, loading_meters, pallet_spaces, volume_m3].map((most) => most ?? anyLoad),
    cost: combinationCost,
    worked: drivers.length > 1 ? null : workedOn(before, from, at, facts),
  }
}

/** What the trip before counts for in the shift that goes on with it. */
function workedOn(before: OtherTrip | undefined, from: number, at: (instant: string) => number, facts: Facts) {
  const fresh = { begin: from, driven: 0, since_break: 0 }
  if (!before || from - at(before.ends_at) >= rest) return fresh
  const driven = before.stops.slice(1).reduce((sum, stop, place) => {
    const [one, other] = [facts.places.get(before.stops[place]!.location_id), facts.places.get(stop.location_id)]
    return sum + driveMinutes(one, other, facts)
  }, 0)
  return { begin: at(before.starts_at), driven: Math.min(driven, 540), since_break: Math.min(driven, 270) }
}
