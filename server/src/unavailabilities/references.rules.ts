import { msg, type Sentence } from '@cartage/contract/message'
import type { ResourceReference } from '@cartage/contract/unavailabilities/endpoints'
import { isUuid } from '@cartage/contract/uuid'
import { nameKey, plateKey } from '../resources/names.rules.ts'

/** Members that refer to a resource, in the order in which they are tried. */
const keys = ['id', 'external_id', 'license_plate', 'name'] as const
export type ReferenceKey = (typeof keys)[number]

/** Texts in references, without duplicates: names and plates as search keys. */
export type ReferenceTexts = Readonly<Record<ReferenceKey, string[]>>

/** An active resource that was found, with the matching text. */
export interface ReferencedResource {
  readonly way: ReferenceKey
  readonly given: string
  readonly resource_id: string
  readonly resource_type: string
}

export interface ResourceKind {
  readonly resource_id: string
  readonly resource_type: string
}

/** Result of a reference: one resource, or an error. */
export type Referred =
  | { resource: ResourceKind }
  | { code: ReferenceFault; message: Sentence; way: ReferenceKey | null }
export type ReferenceFault = 'resource_missing' | 'resource_unknown' | 'resource_ambiguous'

/** Found resources by the text that referred to them. */
export type ResourcesByText = ReadonlyMap<string, ResourceKind[]>

/** Texts to query so that every reference can be resolved. */
export function textsOf(references: readonly ResourceReference[]): ReferenceTexts {
  const texts = keys.map((way) => {
    const given = references.map((reference) => keyOf(reference, way)).filter((text) => text !== undefined)
    return [way, [...new Set(given)]] as const
  })
  return Object.fromEntries(texts) as Record<ReferenceKey, string[]>
}

/** Indexes found resources for `follow`. */
export function resourcesByText(found: readonly ReferencedResource[]): ResourcesByText {
  const byText = new Map<string, ResourceKind[]>()
  for (const { way, given, resource_id, resource_type } of found) {
    const key = `${way} ${given}`
    const others = byText.get(key)
    if (others) others.push({ resource_id, resource_type })
    else byText.set(key, [{ resource_id, resource_type }])
  }
  return byText
}

/** Resolves a reference: the first member that matches a resource decides, and must match only one. */
export function follow(reference: ResourceReference, found: ResourcesByText): Referred {
  const given = keys.filter((way) => isFilled(reference[way]))
  if (given.length === 0) {
    const message = 'Identify the resource by id, external_id, license_plate or name.'
    return { code: 'resource_missing', message, way: null }
  }
  for (const way of given) {
    const matches = found.get(`${way} ${keyOf(reference, way)}`) ?? []
    if (matches.length > 1) {
      const message = msg`${matches.length} resources have this ${way}. Send the id of the right one.`
      return { code: 'resource_ambiguous', message, way }
    }
    if (matches[0]) return { resource: matches[0] }
  }
  const message = msg`No resource has this ${given.join(', nor this ')}. Archived resources are not searched.`
  return { code: 'resource_unknown', message, way: given.length === 1 ? given[0]! : null }
}

function isFilled(text: string | null | undefined): text is string {
  return text !== undefined && text !== null && text !== ''
}

/** A malformed id matches nothing, like a foreign one. */
function keyOf(reference: ResourceReference, way: ReferenceKey): string | undefined {
  const text = reference[way]
  if (!isFilled(text)) return undefined
  if (way === 'id') return isUuid(text) ? text.toLowerCase() : undefined
  if (way === 'license_plate') return plateKey(text) ?? undefined
  return way === 'name' ? nameKey(text) : text
}
