import { openSet } from '../scalars.ts'

/** Member with the kind-specific properties, and its `resource_type`. */
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

/** The eight kinds that can be created through the interface. */
export const resourceKindNames = Object.keys(resourceKinds) as readonly ResourceKind[]

/** Kind of a `resource_type`; undefined for types that cannot be created here, such as FERRY. */
export function kindOfType(type: string): ResourceKind | undefined {
  return resourceKindNames.find((kind) => resourceKinds[kind] === type)
}

/** Every known resource type, including those that cannot be created here. */
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
