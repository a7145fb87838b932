import { minutesLate } from '@cartage/contract/orders/app/lateness'
import type { PlanFigures } from '@cartage/contract/planning/app/optimise'
import { requestedWindow } from '../../orders/stops/window.rules.ts'
import type { TripState, TripStop } from '../../trips/state.rules.ts'
import { type Facts, liveStops, motorTypes } from '../facts/rules.ts'
import { withRoadsOf } from '../facts/vehicle.rules.ts'
import { rangeOf, requestedStop, zoneOf } from '../schedule.rules.ts'
import { loadsAlong } from '../verdict/load.rules.ts'

/** Kilometres between two locations; 0 if one has no coordinates, which figures report as an unknown route. */
export function kilometres(from: string, to: string, { places, roads }: Pick<Facts, 'places' | 'roads'>): number {
  return roadBetween(from, to, { places, roads })?.distance_km ?? 0
}

/** Whether the kilometres between two locations are an estimate rather than measured by a routing engine. */
export function isEstimatedWay(from: string, to: string, facts: Pick<Facts, 'places' | 'roads'>): boolean {
  return roadBetween(from, to, facts)?.is_estimated ?? false
}

/** Whether the distance between two locations is unknown, because one has no coordinates. */
function isUnknownWay(from: string, to: string, facts: Pick<Facts, 'places' | 'roads'>): boolean {
  return from !== to && roadBetween(from, to, facts) === undefined
}

function roadBetween(from: string, to: string, { places, roads }: Pick<Facts, 'places' | 'roads'>) {
  if (from === to) return undefined
  const [one, other] = [places.get(from), places.get(to)]
  return one && other && roads.find(one, other)
}

/** Figures of trips: kilometres, empty kilometres, lateness, and planned orders. */
export function figuresOf(trips: readonly TripState[], facts: Facts): PlanFigures {
  const each = trips.map((trip) => figuresOfTrip(trip, trips, facts))
  const sum = (of: (figures: PlanFigures) => number) =>
    Math.round(each.reduce((all, one) => all + of(one), 0) * 10) / 10
  const orders = new Set(trips.flatMap((trip) => liveStops(trip).flatMap(({ order_id }) => order_id ?? [])))
  return {
    trips: trips.length,
    distance_km: sum((one) => one.distance_km),
    empty_km: sum((one) => one.empty_km),
    distance_is_estimated: each.some((one) => one.distance_is_estimated),
    unknown_ways: sum((one) => one.unknown_ways ?? 0),
    late_minutes: sum((one) => one.late_minutes),
    planned_orders: orders.size,
  }
}

/** Figures of one trip; `all` are the trips that its vehicle may come from. */
export function figuresOfTrip(trip: TripState, all: readonly TripState[], known: Facts): PlanFigures {
  const facts = withRoadsOf(trip, known)
  const { start, after } = loadsAlong(trip, facts)
  const isFull = Object.values(start).some((load) => load > 0)
  const legs = after.slice(1).map(({ stop }, at) => {
    const before = after[at]!
    return { from: before.stop.location_id, to: stop.location_id, isEmpty: !before.is_loaded }
  })
  const first = after[0]?.stop
  const from = first && placeBefore(trip, all, facts)
  if (first && from) legs.unshift({ from, to: first.location_id, isEmpty: !isFull })
  const sum = (some: typeof legs) =>
    Math.round(some.reduce((total, leg) => total + kilometres(leg.from, leg.to, facts), 0) * 10) / 10
  return {
    trips: 1,
    distance_km: sum(legs),
    empty_km: sum(legs.filter(({ isEmpty }) => isEmpty)),
    unknown_ways: legs.filter(({ from: one, to: other }) => isUnknownWay(one, other, facts)).length,
    distance_is_estimated: legs.some((leg) => isEstimatedWay(leg.from, leg.to, facts)),
    late_minutes: after.reduce((total, { stop }) => total + lateMinutes(stop, facts), 0),
    planned_orders: new Set(after.flatMap(({ stop }) => stop.order_id ?? [])).size,
  }
}

/** The last place of a trip's vehicle before it, according to its other trips. */
function placeBefore(trip: TripState, all: readonly TripState[], facts: Facts): string | undefined {
  const { starts_at } = rangeOf(trip)
  const motor = trip.resources.find(({ resource_id: id }) =>
    motorTypes.includes(facts.resources.get(id)?.resource_type ?? ''),
  )
  if (!motor || starts_at === null) return undefined
  const own = all.flatMap((other) => {
    const { ends_at } = rangeOf(other)
    const has = other !== trip && other.resources.some(({ resource_id }) => resource_id === motor.resource_id)
    return has && ends_at !== null ? [{ ends_at, last: liveStops(other).at(-1)?.location_id }] : []
  })
  const others = facts.others
    .filter(({ resource_ids }) => resource_ids.includes(motor.resource_id))
    .map(({ ends_at, stops }) => ({ ends_at, last: stops.at(-1)?.location_id }))
  const before = [...own, ...others].filter(({ ends_at }) => ends_at <= starts_at)
  return before.toSorted((one, other) => (one.ends_at < other.ends_at ? 1 : -1))[0]?.last
}

/** Minutes by which a stop begins after its window (TIME-4). */
function lateMinutes(stop: TripStop, facts: Facts): number {
  const requested = requestedStop(stop, facts)
  if (stop.planned_start_at === null || !requested || requested.window_end === null) return 0
  const window = requestedWindow(requested, zoneOf(stop.location_id, facts))
  return window ? minutesLate(window.to_at, stop.planned_start_at) : 0
}
