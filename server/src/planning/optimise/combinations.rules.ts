import { shiftBounds } from '../../trips/hours/bounds.rules.ts'
import { newStop, newTrip, type TripState } from '../../trips/state.rules.ts'
import { type Facts, motorTypes, type OtherTrip, type ResourceFacts } from '../facts/rules.ts'
import { withRoadsOf } from '../facts/vehicle.rules.ts'
import { later, minutesBetween } from '../instants.rules.ts'
import { driveMinutes } from '../schedule.rules.ts'
import type { Vehicle, Window } from '../solver/problem.rules.ts'
import { availabilityReasons } from '../verdict/availability.rules.ts'
import { pairs } from '../verdict/driving.rules.ts'
import { capacityOf } from '../verdict/load.rules.ts'
import { lacksOf } from './crew.rules.ts'
import { unnamed } from './locked.rules.ts'
import type { Combination, Desk } from './rules.ts'

/** Cost of using a combination, in kilometres: saving a trip is worth this much of a detour. */
const combinationCost = 30
/** Gaps between two trips that are shorter than this are not used, in minutes. */
const shortest = 30
/** Capacity if none is recorded. */
const anyLoad = 1e9

/** A combination in one of its free periods. */
export interface CombinationVehicle extends Omit<Vehicle, 'start' | 'end' | 'kind'> {
  combination: number
  /** Locations where it starts and has to end. */
  start: string | null
  end: string | null
}

/** The resources of a combination, without unknown ones. */
export function resourcesOfCombination(
  { resource_ids }: Combination,
  facts: Pick<Facts, 'resources'>,
): ResourceFacts[] {
  return resource_ids.flatMap((id) => facts.resources.get(id) ?? [])
}

/**
 * Each complete crew (OPT-9) as one vehicle per period in which the verdict finds all its resources free: between other
 * trips, outside absences, while certificates are valid, and never before now (OPT-4, OPT-10). It starts where its
 * previous trip ends, and arrives in time for its next one.
 */
export function vehiclesOf({ request, facts, now }: Pick<Desk, 'request' | 'facts' | 'now'>): CombinationVehicle[] {
  return request.combinations.flatMap((combination, at) => {
    const resources = resourcesOfCombination(combination, facts)
    if (lacksOf(resources).length > 0) return []
    const trips = tripsOfCombination(combination, facts)
    return freeTimes(resources, trips, { request, facts, now }).map(([from, to]) =>
      vehicleIn(at, resources, trips, [from, to], request, facts),
    )
  })
}

function tripsOfCombination({ resource_ids }: Combination, facts: Facts): OtherTrip[] {
  return facts.others.filter((trip) => trip.resource_ids.some((id) => resource_ids.includes(id)))
}

type PeriodOf = Pick<Desk['request'], 'from_at' | 'to_at'>

/** Resources can only become free or busy where a trip, an absence or a certificate begins or ends. */
function freeTimes(
  resources: readonly ResourceFacts[],
  trips: readonly OtherTrip[],
  { request, facts, now }: Pick<Desk, 'request' | 'facts' | 'now'>,
): Window[] {
  const at = (instant: string) => minutesBetween(request.from_at, instant)
  const [first, last] = [later(now > request.from_at ? now : request.from_at, 0), later(request.to_at, 0)]
  const changes = [
    ...trips.flatMap(({ starts_at, ends_at }) => [starts_at, ends_at]),
    ...resources.flatMap(({ unavailabilities, validities }) => [
      ...unavailabilities.flatMap(({ start_at, end_at }) => [start_at, end_at]),
      ...validities.flatMap(({ start_at, end_at, legal_end_at }) => [start_at, end_at, legal_end_at]),
    ]),
  ]
  const between = changes.flatMap((instant) => (instant === null ? [] : later(instant, 0)))
  const cuts = [first, ...between.filter((instant) => instant > first && instant < last), last].toSorted()
  const free: [number, number][] = []
  let [begin, until] = ['', '']
  const end = () => begin && free.push([Math.ceil(at(begin)), Math.floor(at(until))])
  for (const [from, to] of pairs(cuts)) {
    if (from >= to || availabilityReasons(tripAt(resources, from, to), { trips: [], facts }).length > 0) continue
    if (until !== from) {
      end()
      begin = from
    }
    until = to
  }
  end()
  return free.filter(([from, to]) => to - from >= shortest)
}

/** A trip of these resources over a period. */
function tripAt(resources: readonly ResourceFacts[], planned_start_at: string, planned_end_at: string): TripState {
  const members = { activity: null, activity_label: '', location_id: '', stop_group_id: '' } as const
  const stop = newStop({ ...members, kind: 'STANDALONE', order_id: null, stop_id: '' })
  const stops = [{ ...stop, planned_start_at, planned_end_at }]
  return newTrip('', '', { stops, resources: resources.map(({ resource_id }) => unnamed(resource_id)) })
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

/** The part of the shift already used by the previous trip. */
function workedOn(before: OtherTrip | undefined, from: number, at: (instant: string) => number, facts: Facts) {
  const fresh = { begin: from, driven: 0, since_break: 0 }
  if (!before || from - at(before.ends_at) >= shiftBounds.rest) return fresh
  const resources = before.resource_ids.map((id) => ({ resource_id: id }))
  const own = withRoadsOf({ resources, stops: [] }, facts)
  const driven = before.stops.slice(1).reduce((sum, stop, place) => {
    const [one, other] = [facts.places.get(before.stops[place]!.location_id), facts.places.get(stop.location_id)]
    return sum + driveMinutes(one, other, own)
  }, 0)
  const { day, until_break } = shiftBounds
  return { begin: at(before.starts_at), driven: Math.min(driven, day), since_break: Math.min(driven, until_break) }
}
