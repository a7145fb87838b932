import { dangerOfAll } from '../../orders/danger.rules.ts'
import { type RoadFinder, roadOfVehicle } from '../../positions/roads/rules.ts'
import { type RoadVehicle, roadVehicle } from '../../positions/roads/vehicle.rules.ts'
import type { TripState } from '../../trips/state.rules.ts'
import { isLive } from '../../trips/stop.rules.ts'
import type { World } from '../rules.ts'

type Fleet = Pick<World, 'orders' | 'vehicles'>
/** The parts of a trip that determine its road vehicle. */
export interface Driven {
  readonly resources: readonly { readonly resource_id: string }[]
  readonly stops: readonly Pick<TripState['stops'][number], 'order_id' | 'status'>[]
}

/**
 * ROAD-1: what the vehicles and load of a trip require of its roads. Dangerous goods count for the whole trip, because
 * where they are on board changes with every change of sequence. Undefined if nothing is known.
 */
export function vehicleOf(trip: Driven, { orders, vehicles }: Fleet): RoadVehicle | undefined {
  const resources = trip.resources.flatMap(({ resource_id }) => vehicles?.get(resource_id) ?? [])
  const ids = new Set(trip.stops.flatMap((stop) => (isLive(stop) && stop.order_id !== null ? [stop.order_id] : [])))
  return roadVehicle(resources, dangerOfAll([...ids].flatMap((id) => orders.get(id)?.consignments ?? [])))
}

/** The vehicle if roads depend on it; undefined with estimates, which are the same for all vehicles. */
export function vehicleOnRoads(trip: Driven, world: Fleet & Pick<World, 'roads'>): RoadVehicle | undefined {
  return world.roads.open && vehicleOf(trip, world)
}

/** Roads for the vehicle of a trip. Every decision about the trip uses these. */
export function roadsOf(trip: Driven, world: Fleet & Pick<World, 'roads'>): RoadFinder {
  return roadOfVehicle(world.roads.find, vehicleOnRoads(trip, world))
}

/** The same facts, with the roads of one trip. */
export function withRoadsOf<Some extends Fleet & Pick<World, 'roads'>>(trip: Driven, world: Some): Some {
  return { ...world, roads: { ...world.roads, find: roadsOf(trip, world) } }
}
