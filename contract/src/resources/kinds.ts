import { openSet } from '../scalars.ts'

/** The member that holds what is special to a kind, and its `resource_type`. */
export const resourceKinds = {
  driver: 'DRIVER',
  tractor: 'TRACTOR',
  truck: 'RIGID',
  van: 'VAN',
  trailer: 'TRAILER',
  full_trailer: 'FULL_TRAILER',
  chassis: 'CHASSIS',
  container: 'CONTAINER',
} as const
export type ResourceKind = keyof typeof resourceKinds

/** The eight kinds that can be made through the interface. */
export const resourceKindNames = Object.keys(resourceKinds) as readonly ResourceKind[]

/** The kind a `resource_type` belongs to; undefined for types that cannot be made here, such as FERRY. */
export function kindOfType(type: string): ResourceKind | undefined {
  return resourceKindNames.find((kind) => resourceKinds[kind] === type)
}

/** Every type the interface knows, also those that cannot be made here. */
export const resourceTypes = [
  'CHASSIS',
  'COMPARTMENT',
  'CONTAINER',
  'DRIVER',
  'FERRY',
  'FULL_TRAILER',
  'HANDLING',
  'RIGID',
  'SUBCONTRACTOR',
  'TRACTOR',
  'TRAILER',
  'TRAIN',
  'VAN',
] as const

/** Kinds of resources. */
export const ResourceTypeEnum = openSet(resourceTypes).meta({ id: 'ResourceTypeEnum' })
