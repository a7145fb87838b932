import { msg } from '@cartage/contract/message'
import { hasCoordinates } from '../../positions/distance.rules.ts'
import { roadOfVehicle } from '../../positions/roads/rules.ts'
import { largestOf, type RoadVehicle } from '../../positions/roads/vehicle.rules.ts'
import { shiftBounds } from '../../trips/hours/bounds.rules.ts'
import { placeName, type Reason } from '../facts/rules.ts'
import { vehicleOf } from '../facts/vehicle.rules.ts'
import { later, minutesBetween } from '../instants.rules.ts'
import type { ConsignmentFacts, OrderFacts, OrderStop } from '../rules.ts'
import { drivingBetween } from '../schedule.rules.ts'
import type { Job, Problem, Task } from '../solver/problem.rules.ts'
import { roadReasons } from '../verdict/driving.rules.ts'
import { fitnessReasons } from '../verdict/fitness.rules.ts'
import { type CombinationVehicle, resourcesOfCombination, vehiclesOf } from './combinations.rules.ts'
import { crewReasons } from './crew.rules.ts'
import { bareTrip, because, freeOrders, unnamed } from './locked.rules.ts'
import type { Desk, LeftOut } from './rules.ts'
import { windowsOf } from './windows.rules.ts'

/** A problem for the solver, with the records behind its indexes. */
export interface Built {
  problem: Problem
  orders: readonly OrderFacts[]
  vehicles: readonly CombinationVehicle[]
  left: readonly LeftOut[]
}

/** The problem of a run: its plannable orders on its combinations while they are free (OPT-4). */
export function problemOf(desk: Desk): Built {
  const { request, facts, trips } = desk
  const { free, left: locked } = freeOrders(request.order_ids, trips, facts)
  const { orders, left } = orderedInTime(free, desk)
  const vehicles = vehiclesOf(desk)
  const places = [
    ...new Set([...orders.flatMap(({ stops }) => stops.map(({ location_id }) => location_id)), ...endsOf(vehicles)]),
  ]
  const placeAt = new Map(places.map((id, at) => [id, at]))
  const number = (id: string | null) => (id === null ? null : (placeAt.get(id) ?? null))
  const problem: Problem = {
    locations: places.length,
    ...waysBetween(places, largestVehicle(desk), desk),
    dimensions: 4,
    // Each has a kind of its own: two free periods of one combination are not interchangeable.
    vehicles: vehicles.map(({ combination: _index, start, end, ...rest }, kind) => {
      return { ...rest, kind, start: number(start), end: number(end) }
    }),
    jobs: orders.map((order, at): Job => {
      const tasks = order.stops.map((stop) => taskOf(order, stop, placeAt.get(stop.location_id)!, desk))
      const allowed = [...vehicles.keys()].filter((vehicle) => isFit(orders[at]!, tasks, vehicles[vehicle]!, desk))
      return { tasks, vehicles: allowed.length === vehicles.length ? null : allowed }
    }),
    driving: shiftBounds,
    fewest_vehicles: false,
  }
  return { problem, orders, vehicles, left: [...locked, ...left] }
}

/** OPT-9: excludes orders whose routes are unknown, and those for which no time is left in the period. */
function orderedInTime(free: readonly OrderFacts[], desk: Desk): { orders: OrderFacts[]; left: LeftOut[] } {
  const orders: OrderFacts[] = []
  const left: LeftOut[] = []
  for (const order of free) {
    const why = withoutWay(order, desk) ?? withoutTime(order, desk)
    if (why) left.push({ order_id: order.order_id, order_number: order.order_number, ...why })
    else orders.push(order)
  }
  return { orders, left }
}

function withoutWay({ stops, order_number: number }: OrderFacts, { facts }: Desk) {
  const unknown = stops.find(({ location_id }) => {
    const place = facts.places.get(location_id)
    return !place || !hasCoordinates(place)
  })
  if (!unknown) return undefined
  const place = placeName(unknown.location_id, facts)
  const message = msg`${place} of ${number} is not on the map, so no one knows how far it is. Give it an address that can be found, or plan the order by hand.`
  return because('place_unknown', message)
}

function withoutTime(order: OrderFacts, desk: Desk) {
  const { order_number: number } = order
  const lasts = order.stops.map((stop) => windowsOf(stop, desk.request, desk.facts).at(-1)?.[1] ?? Infinity)
  const begin = Math.max(0, minutesBetween(desk.request.from_at, desk.now))
  if (lasts.every((last) => last >= begin)) return undefined
  return because(
    'outside_period',
    msg`${number} is requested before this period or after it, or its places are closed then. Choose another period or request another time.`,
  )
}

function endsOf(vehicles: readonly CombinationVehicle[]): string[] {
  return vehicles.flatMap(({ start, end }) => [start ?? [], end ?? []].flat())
}

/** Why a combination can never carry an order: crew, licences, cooling, containers. Warnings count as well. */
export function unfitness(
  order: OrderFacts,
  combination: number,
  { request, facts }: Pick<Desk, 'request' | 'facts'>,
): Reason[] {
  const resources = resourcesOfCombination(request.combinations[combination]!, facts)
  const trip = bareTrip(
    order,
    resources.map(({ resource_id }) => resource_id),
  )
  return [...crewReasons(trip, resources), ...fitnessReasons(trip, facts), ...roadReasons(trip, facts)]
}

/** Whether a combination may carry an order in one of its free periods, with certificates that stay valid meanwhile. */
function isFit(order: OrderFacts, tasks: readonly Task[], vehicle: CombinationVehicle, { request, facts }: Desk) {
  const from = Math.max(vehicle.from, ...tasks.slice(0, 1).flatMap(({ windows: [first] }) => first?.[0] ?? []))
  const last = tasks.at(-1)
  const to = Math.min(vehicle.to, last?.windows.at(-1) ? last.windows.at(-1)![1] + last.service : Infinity)
  if (from > to) return false
  const ids = request.combinations[vehicle.combination]!.resource_ids
  const times = { planned_start_at: later(request.from_at, from), planned_end_at: later(request.from_at, to) }
  const bare = bareTrip(order, ids)
  const trip = { ...bare, stops: bare.stops.map((stop) => ({ ...stop, ...times })) }
  return fitnessReasons(trip, facts).length === 0 && roadReasons(trip, facts).length === 0
}

/**
 * ROAD-4: the solver uses one length per route, for a vehicle with the combined road restrictions of all combinations.
 */
function largestVehicle({ request, facts }: Desk): RoadVehicle | undefined {
  const motors = request.combinations.map(({ resource_ids }) => {
    return vehicleOf({ resources: resource_ids.map(unnamed), stops: [] }, facts)
  })
  return largestOf(motors)
}

function waysBetween(
  places: readonly string[],
  vehicle: RoadVehicle | undefined,
  { facts }: Desk,
): Pick<Problem, 'distances' | 'minutes'> {
  const find = roadOfVehicle(facts.roads.find, vehicle)
  const roads = { ...facts.roads, find }
  const known = places.map((id) => facts.places.get(id))
  const ways = known.flatMap((from, row) =>
    known.map((to, column) => {
      if (row === column) return { km: 0, minutes: 0 }
      // 0 if a location has no coordinates: the figures report it as an unknown route.
      return { km: (from && to && find(from, to)?.distance_km) ?? 0, minutes: drivingBetween(from, to, { roads }) }
    }),
  )
  return { distances: ways.map(({ km }) => km), minutes: ways.map(({ minutes }) => minutes) }
}

function taskOf(order: OrderFacts, stop: OrderStop, location: number, { request, facts }: Desk): Task {
  const goods = order.consignments.find(({ consignment_id: id }) => id === stop.consignment_id)
  const sign = stop.role === 'PICKUP' ? 1 : stop.role === 'DELIVERY' ? -1 : 0
  return {
    location,
    service: stop.minutes,
    windows: windowsOf(stop, request, facts),
    load: loadOf(goods).map((load) => (sign === 0 || load === 0 ? 0 : sign * load)),
  }
}

function loadOf(goods: ConsignmentFacts | undefined): number[] {
  return goods ? [goods.weight_kg, goods.loading_meters, goods.pallet_spaces, goods.volume_m3] : [0, 0, 0, 0]
}
