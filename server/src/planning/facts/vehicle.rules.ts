import { dangerOfAll } from '../../orders/danger.rules.ts'
import { type RoadFinder, roadOfVehicle } from '../../positions/roads/rules.ts'
import { type RoadVehicle, roadVehicle } from '../../positions/roads/vehicle.rules.ts'
import type { TripState } from '../../trips/state.rules.ts'
import { isLive } from '../../trips/stop.rules.ts'
import type { World } from '../rules.ts'

type Fleet = Pick<World, 'orders' | 'vehicles'>
/** A trip, as far as it says which vehicle's road it takes. */
export interface Driven {
  readonly resources: readonly { readonly resource_id: string }[]
  readonly stops: readonly Pick<TripState['stops'][number], 'order_id' | 'status'>[]
}

/**
 * ROAD-1: what the vehicles of a trip and what they carry ask of its roads. Dangerous goods count for the whole trip: where they
 * are on board changes with every change of sequence. Undefined where nothing is known.
 */
export function vehicleOf(trip: Driven, { orders, vehicles }: Fleet): RoadVehicle | undefined {
  const resources = trip.resources.flatMap(({ resource_id }) => vehicles?.get(resource_id) ?? [])
  const ids = new Set(trip.stops.flatMap((stop) => (isLive(stop) && stop.order_id !== null ? [stop.order_id] : [])))
  return roadVehicle(resources, dangerOfAll([...ids].flatMap((id) => orders.get(id)?.consignments ?? [])))
}

/** The same where roads depend on it: estimates are the same for all. */
export function vehicleOnRoads(trip: Driven, world: Fleet & Pick<World, 'roads'>): RoadVehicle | undefined {
  return world.roads.open && vehicleOf(trip, world)
}

/** The roads of a trip: those of its vehicle. Every decision about the trip looks them up here. */
export function roadsOf(trip: Driven, world: Fleet & Pick<World, 'roads'>): RoadFinder {
  return roadOfVehicle(world.roads.find, vehicleOnRoads(trip, world))
}

/** What decisions look at, with the roads of one trip. */
export function withRoadsOf<Some extends Fleet & Pick<World, 'roads'>>(trip: Driven, world: Some): Some {
  return { ...world, roads: { ...world.roads, find: roadsOf(trip, world) } }
}
