import type { TripState, TripStop } from '../../trips/state.rules.ts'
import { newTrip } from '../../trips/state.rules.ts'
import { otherTripsOf } from '../facts/others.rules.ts'
import type { Reason } from '../facts/rules.ts'
import { withRoadsOf } from '../facts/vehicle.rules.ts'
import type { OrderFacts } from '../rules.ts'
import { scheduled } from '../schedule.rules.ts'
import { tripStopOf } from '../stops.rules.ts'
import { verdictOf } from '../verdict/rules.ts'
import { resourcesOfCombination } from './combinations.rules.ts'
import { isEstimatedWay, kilometres } from './figures.rules.ts'
import { unnamed } from './locked.rules.ts'
import type { Desk, KeptTrip } from './rules.ts'

/** The verdict on an order for one combination. */
export interface CombinationAnswer {
  combination: number
  is_suggested: boolean
  extra_km: number | null
  extra_is_estimated: boolean
  reasons: Reason[]
}

/** Maximum number of insertion points to judge, shortest detours first. */
const mostPlaces = 12

/**
 * OPT-8: the verdict on an order for each combination: on the suggested trip that has it, at the best insertion point
 * of its first suggested trip, or alone.
 */
export function answersFor(order: OrderFacts, trips: readonly KeptTrip[], desk: Desk): CombinationAnswer[] {
  return desk.request.combinations.map((_, combination) => {
    const own = trips.filter((trip) => trip.combination === combination)
    const suggested = own.find(({ stops }) => stops.some(({ order_id }) => order_id === order.order_id))
    const chosen = suggested ?? own[0]
    const base = tripOf(chosen, combination, desk)
    const around = besides(
      trips.filter((trip) => trip !== chosen),
      order,
      desk,
    )
    const none = { extra_km: 0, extra_is_estimated: false }
    if (suggested) return { combination, is_suggested: true, ...none, reasons: about(order, base, around) }
    return { combination, is_suggested: false, ...best(order, base, around) }
  })
}

/** HOURS-4: a trip is timed and judged after its drivers' earlier work, with the other trips, without the order. */
function besides(trips: readonly KeptTrip[], { order_id }: OrderFacts, desk: Desk): Desk {
  const suggested = trips.map((trip) => {
    const stops = trip.stops.filter((stop) => stop.order_id !== order_id)
    return tripOf({ ...trip, stops }, trip.combination, desk)
  })
  const facts = { ...desk.facts, others: [...desk.facts.others, ...otherTripsOf(suggested)] }
  return { ...desk, facts, world: { ...desk.world, before: facts } }
}

function tripOf(kept: KeptTrip | undefined, combination: number, { request, world, facts }: Desk): TripState {
  const resources = resourcesOfCombination(request.combinations[combination]!, facts).map(({ resource_id }) =>
    unnamed(resource_id),
  )
  const stops = (kept?.stops ?? []).flatMap(({ order_id, stop_id, start_at, end_at }): TripStop[] => {
    const order = world.orders.get(order_id)
    const stop = order?.stops.find((one) => one.stop_id === stop_id)
    if (!order || !stop) return []
    const times = { planned_start_at: start_at, planned_end_at: end_at }
    return [{ ...tripStopOf(order, stop, world), ...times, fixed_timestamp_type: 'CALCULATED' }]
  })
  return newTrip(world.newId(), '', { stops, resources })
}

function about({ order_id }: OrderFacts, trip: TripState, { facts }: Desk): Reason[] {
  const own = new Set(trip.stops.filter((stop) => stop.order_id === order_id).map(({ stop_id }) => stop_id))
  const all = verdictOf({ trips: [trip], facts })
  return all.filter((reason) => reason.order_id === order_id || reason.stop_id === null || own.has(reason.stop_id))
}

function best(order: OrderFacts, base: TripState, desk: Desk): Omit<CombinationAnswer, 'combination' | 'is_suggested'> {
  const before = lengthOf(base, base.stops, desk)
  const trials = placesOf(order, base, desk)
    .map((stops) => ({ stops, extra_km: Math.round((lengthOf(base, stops, desk) - before) * 10) / 10 }))
    .toSorted((one, other) => one.extra_km - other.extra_km)
    .slice(0, mostPlaces)
  const was = new Set(verdictOf({ trips: [base], facts: desk.facts }).map(keyOf))
  const judged = trials.map(({ stops, extra_km }) => {
    const start = base.stops[0]?.planned_start_at ?? undefined
    const isFirst = stops[0]?.stop_id === base.stops[0]?.stop_id
    const trip = scheduled({ ...base, stops }, desk.world, isFirst ? { starts_at: start } : {})
    const reasons = verdictOf({ trips: [trip], facts: desk.facts }).filter((one) => !was.has(keyOf(one)))
    return { extra_km, extra_is_estimated: hasEstimates(base, stops, desk), reasons }
  })
  const [first] = judged.toSorted(
    (one, other) => weight(one.reasons) - weight(other.reasons) || one.extra_km - other.extra_km,
  )
  const isRefused = first!.reasons.some(({ severity }) => severity === 'HARD')
  return isRefused ? { ...first!, extra_km: null, extra_is_estimated: false } : first!
}

function hasEstimates(trip: TripState, stops: readonly TripStop[], desk: Desk): boolean {
  const facts = withRoadsOf({ ...trip, stops }, desk.facts)
  return stops.some((stop, at) => at > 0 && isEstimatedWay(stops[at - 1]!.location_id, stop.location_id, facts))
}

function weight(reasons: readonly Reason[]): number {
  return reasons.reduce((sum, { severity }) => sum + (severity === 'HARD' ? 100 : 1), 0)
}

function keyOf({ code, stop_id, resource_id, order_id }: Reason): string {
  return [code, stop_id, resource_id, order_id].join(' ')
}

/** A trip's stops with an order inserted: all but its last stop before one stop, the last anywhere after it. */
function placesOf(order: OrderFacts, { stops }: TripState, { world }: Desk): TripStop[][] {
  const own = order.stops.map((stop) => tripStopOf(order, stop, world))
  const [early, last] = [own.slice(0, -1), own.at(-1)]
  if (!last) return [[...stops]]
  return Array.from({ length: stops.length + 1 }, (_, at) => at).flatMap((at) =>
    Array.from({ length: stops.length - at + 1 }, (_, more) => at + more).map((then) => {
      const begun = [...stops.slice(0, at), ...early, ...stops.slice(at, then)]
      return [...begun, last, ...stops.slice(then)]
    }),
  )
}

function lengthOf(trip: TripState, stops: readonly TripStop[], desk: Desk): number {
  const facts = withRoadsOf({ ...trip, stops }, desk.facts)
  return stops.slice(1).reduce((sum, stop, at) => sum + kilometres(stops[at]!.location_id, stop.location_id, facts), 0)
}
