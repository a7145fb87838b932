import type { Reason } from '../facts/rules.ts'
import type { ConsignmentFacts, OrderFacts, OrderStop } from '../rules.ts'
import { serviceMinutes } from '../schedule.rules.ts'
import type { DrivingLimits, Job, Problem, Task } from '../solver/problem.rules.ts'
import { fitnessReasons } from '../verdict/fitness.rules.ts'
import { type CombinationVehicle, resourcesOfCombination, vehiclesOf } from './combinations.rules.ts'
import { bareTrip, freeOrders } from './locked.rules.ts'
import type { Desk, LeftOut } from './rules.ts'
import { windowsOf } from './windows.rules.ts'

/** Limits of regulation (EU) 561/2006, in minutes; a shift ends so that 11 hours' rest remain in 24. */
export const drivingLimits: DrivingLimits = { until_break: 270, break: 45, day: 540, span: 780, rest: 660 }
/** How long a way is taken to be when one of its ends is not on the map, in minutes. */
const unknownDriveMinutes = 60

/** A problem for the solver, and what its numbers mean. */
export interface Built {
  problem: Problem
  orders: readonly OrderFacts[]
  vehicles: readonly CombinationVehicle[]
  left: readonly LeftOut[]
}

/** The problem of a run: its orders that may be planned, on its combinations while they are free (OPT-4). */
export function problemOf(desk: Desk): Built {
  const { request, facts, trips } = desk
  const { free: orders, left } = freeOrders(request.order_ids, trips, facts)
  const vehicles = vehiclesOf(desk)
  const places = [
    ...new Set([...orders.flatMap(({ stops }) => stops.map(({ location_id }) => location_id)), ...endsOf(vehicles)]),
  ]
  const placeAt = new Map(places.map((id, at) => [id, at]))
  const number = (id: string | null) => (id === null ? null : (placeAt.get(id) ?? null))
  const fitting = request.combinations.map((_, combination) =>
    orders.map((order) => unfitness(order, combination, desk).length === 0),
  )
  const problem: Problem = {
    locations: places.length,
    ...waysBetween(places, desk),
    dimensions: 4,
    // Each is of a kind of its own: two times of one combination are not interchangeable.
    vehicles: vehicles.map(({ combination: _index, start, end, ...rest }, kind) => {
      return { ...rest, kind, start: number(start), end: number(end) }
    }),
    jobs: orders.map((order, at): Job => {
      const allowed = vehicles.flatMap(({ combination }, vehicle) => (fitting[combination]![at] ? [vehicle] : []))
      const tasks = order.stops.map((stop) => taskOf(order, stop, placeAt.get(stop.location_id)!, desk))
      return { tasks, vehicles: allowed.length === vehicles.length ? null : allowed }
    }),
    driving: drivingLimits,
    fewest_vehicles: false,
  }
  return { problem, orders, vehicles, left }
}

function endsOf(vehicles: readonly CombinationVehicle[]): string[] {
  return vehicles.flatMap(({ start, end }) => [start ?? [], end ?? []].flat())
}

/** Why a combination is not fit for an order, whenever: licences, cooling, containers, trailers. Warnings count as well. */
export function unfitness(
  order: OrderFacts,
  combination: number,
  { request, facts }: Pick<Desk, 'request' | 'facts'>,
): Reason[] {
  const ids = resourcesOfCombination(request.combinations[combination]!, facts).map(({ resource_id }) => resource_id)
  return fitnessReasons(bareTrip(order, ids), facts)
}

function waysBetween(places: readonly string[], { facts }: Desk): Pick<Problem, 'distances' | 'minutes'> {
  const known = places.map((id) => facts.places.get(id))
  const ways = known.flatMap((from, row) =>
    known.map((to, column) => {
      if (row === column) return { distance_km: 0, driving_minutes: 0 }
      const road = from && to ? facts.roads.find(from, to) : undefined
      return road ?? { distance_km: 0, driving_minutes: unknownDriveMinutes }
    }),
  )
  return { distances: ways.map(({ distance_km: km }) => km), minutes: ways.map((way) => way.driving_minutes) }
}

function taskOf(order: OrderFacts, stop: OrderStop, location: number, { request, facts }: Desk): Task {
  const goods = order.consignments.find(({ consignment_id: id }) => id === stop.consignment_id)
  const sign = stop.role === 'PICKUP' ? 1 : stop.role === 'DELIVERY' ? -1 : 0
  return {
    location,
    service: stop.minutes ?? serviceMinutes,
    windows: windowsOf(stop, request, facts),
    load: loadOf(goods).map((load) => (sign === 0 || load === 0 ? 0 : sign * load)),
  }
}

function loadOf(goods: ConsignmentFacts | undefined): number[] {
  return goods ? [goods.weight_kg, goods.loading_meters, goods.pallet_spaces, goods.volume_m3] : [0, 0, 0, 0]
}
