import { msg } from '@cartage/contract/message'
import type { TripState } from '../../trips/state.rules.ts'
import { hard, motorTypes, type Reason, type ResourceFacts } from '../facts/rules.ts'

/** What a combination may lack to drive on its own. */
export type Lack = 'VEHICLE' | 'DRIVER' | 'TRAILER'

/** Resources that a tractor pulls. */
const towedTypes: readonly string[] = ['TRAILER', 'FULL_TRAILER', 'CHASSIS']

/** OPT-9: what these resources lack to be a complete crew. A tractor alone carries nothing. */
export function lacksOf(resources: readonly Pick<ResourceFacts, 'resource_type'>[]): Lack[] {
  const has = (types: readonly string[]) => resources.some(({ resource_type }) => types.includes(resource_type))
  const motor = resources.find(({ resource_type }) => motorTypes.includes(resource_type))
  return [
    ...(motor ? [] : (['VEHICLE'] as const)),
    ...(has(['DRIVER']) ? [] : (['DRIVER'] as const)),
    ...(motor?.resource_type === 'TRACTOR' && !has(towedTypes) ? (['TRAILER'] as const) : []),
  ]
}

/** OPT-9: the missing parts of the crew as reasons against a trip. */
export function crewReasons(trip: TripState, resources: readonly ResourceFacts[]): Reason[] {
  const first = resources.find(({ resource_type }) => motorTypes.includes(resource_type)) ?? resources[0]
  if (!first) return []
  const { name, resource_id } = first
  return lacksOf(resources).map((lack) => {
    if (lack === 'VEHICLE') {
      const message = msg`${name} has no vehicle in its combination. Choose a combination with a vehicle.`
      return hard(trip, 'vehicle_missing', message, { resource_id })
    }
    if (lack === 'DRIVER') {
      const message = msg`${name} has no driver in its combination. Choose a combination with a driver.`
      return hard(trip, 'driver_missing', message, { resource_id })
    }
    const message = msg`${name} has neither trailer nor chassis in its combination. Choose a combination with one.`
    return hard(trip, 'trailer_missing', message, { resource_id })
  })
}
