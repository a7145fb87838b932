import type {
  ResourceMatchInput,
  TrackingMatchInput,
  TrackingMatchTarget,
} from '@cartage/contract/inbound/tracking-update'

/** A resource, as needed for matching. */
export interface KnownResource {
  resource_id: string
  resource_type: string
  name: string
  external_id: string
  /** Integration data by integration code. */
  integrations: Readonly<Record<string, Readonly<Record<string, unknown>>>> | null
}

/** Values by which resources are looked up. */
export interface MatchValues {
  names: string[]
  external_ids: string[]
  object_ids: string[]
}

type MatchKind = 'driver' | 'vehicle' | 'subcontractor' | 'container'

const typesOf: Readonly<Record<MatchKind, readonly string[]>> = {
  driver: ['DRIVER'],
  vehicle: ['TRACTOR', 'RIGID', 'VAN', 'TRAILER', 'FULL_TRAILER', 'CHASSIS'],
  subcontractor: ['SUBCONTRACTOR'],
  container: ['CONTAINER', 'COMPARTMENT'],
}

/** Keys in an integration's data that hold the resource's id there. */
const idMembers = ['object_id', 'external_id', 'id'] as const

/** The ids of a resource in integrations. */
export function objectIdsOf(integrations: KnownResource['integrations']): string[] {
  const found = Object.values(integrations ?? {}).flatMap((facts) =>
    idMembers
      .map((member) => facts?.[member])
      .filter((value) => typeof value === 'string' || typeof value === 'number'),
  )
  return [...new Set(found.map(String))]
}

/** All distinct values of all targets, for a single query. */
export function matchValues(targets: readonly TrackingMatchTarget[]): MatchValues {
  const names = new Set<string>()
  const externalIds = new Set<string>()
  const objectIds = new Set<string>()
  for (const { match } of targets.flatMap(({ matches_any }) => (matches_any ?? []).flatMap(inputsOf))) {
    for (const value of match.name?.matches_any ?? []) names.add(value)
    for (const value of match.generic_id?.matches_any ?? []) externalIds.add(value)
    for (const value of match.integration_object_id?.matches_any ?? []) objectIds.add(value)
  }
  // Resources without an id have an empty one.
  externalIds.delete('')
  return { names: [...names], external_ids: [...externalIds], object_ids: [...objectIds] }
}

function inputsOf({ resource }: TrackingMatchInput): { kind: MatchKind; match: ResourceMatchInput }[] {
  return (Object.keys(typesOf) as MatchKind[]).flatMap((kind) => {
    const match = resource?.[kind]
    return match ? [{ kind, match }] : []
  })
}

/** The found resources, indexed for lookups. */
export interface Directory {
  byName: ReadonlyMap<string, readonly KnownResource[]>
  byExternalId: ReadonlyMap<string, readonly KnownResource[]>
  byObjectId: ReadonlyMap<string, readonly KnownResource[]>
}

/** Indexes resources for `matchResource`. */
export function directoryOf(resources: readonly KnownResource[]): Directory {
  const byName = new Map<string, KnownResource[]>()
  const byExternalId = new Map<string, KnownResource[]>()
  const byObjectId = new Map<string, KnownResource[]>()
  for (const resource of resources) {
    enter(byName, resource.name, resource)
    enter(byExternalId, resource.external_id, resource)
    for (const id of objectIdsOf(resource.integrations)) enter(byObjectId, id, resource)
  }
  return { byName, byExternalId, byObjectId }
}

function enter(map: Map<string, KnownResource[]>, key: string, resource: KnownResource): void {
  const known = map.get(key)
  if (known) known.push(resource)
  else map.set(key, [resource])
}

/** The matching resource, or why there is none. */
export type ResourceMatch = { found: KnownResource; refusal?: undefined } | { found?: undefined; refusal: string }

/**
 * The resource of the first matching entry (TRK-1): entries are alternatives, all members of one must match, and an
 * ambiguous entry is skipped.
 */
export function matchResource({ matches_any }: TrackingMatchTarget, directory: Directory): ResourceMatch {
  let isAmbiguous = false
  for (const { kind, match } of (matches_any ?? []).flatMap(inputsOf)) {
    const fitting = fittingResources(match, directory).filter(({ resource_type }) =>
      typesOf[kind].includes(resource_type),
    )
    if (fitting.length === 1) return { found: fitting[0]! }
    if (fitting.length > 1) isAmbiguous = true
  }
  if (isAmbiguous) return { refusal: 'Several resources match. Send generic_id or integration_object_id.' }
  return { refusal: 'No resource matches. Check the name or id, and that the resource is not archived.' }
}

function fittingResources(match: ResourceMatchInput, directory: Directory): KnownResource[] {
  const sets = [
    match.name && gather(match.name.matches_any, directory.byName),
    match.generic_id && gather(match.generic_id.matches_any, directory.byExternalId),
    match.integration_object_id && gather(match.integration_object_id.matches_any, directory.byObjectId),
  ].filter((set) => set !== null && set !== undefined)
  const [first, ...others] = sets
  return [...(first ?? [])].filter((resource) => others.every((set) => set.has(resource)))
}

function gather(
  values: readonly string[] | undefined,
  map: ReadonlyMap<string, readonly KnownResource[]>,
): Set<KnownResource> {
  return new Set((values ?? []).filter((value) => value !== '').flatMap((value) => map.get(value) ?? []))
}
