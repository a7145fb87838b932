import { msg, type Sentence } from '@cartage/contract/message'
import { kindOfType, type ResourceKind, resourceKindNames, resourceKinds } from '@cartage/contract/resources/kinds'
import { kindProperties } from '@cartage/contract/resources/resource-output'
import { errorItem, Problem } from '../http/problem.ts'

/** Members of a request that decide the kind: kind objects, and perhaps `resource_type`. */
export interface KindMembers extends Partial<Readonly<Record<ResourceKind, Readonly<Record<string, unknown>> | null>>> {
  readonly resource_type?: string | null
}

/** A stored kind object: members that are searched or refer to records have their own columns. */
export interface KindColumns {
  license_plate: string | null
  container_number: string | null
  start_stop_location_id: string | null
  properties: Record<string, unknown>
}

/**
 * Kind of resource in a request: its kind object, else `resource_type`. Null kind objects are ignored if another one is
 * given, because some clients send all eight.
 * @param current the kind of an existing resource, which cannot change
 * @throws Problem validation_failed
 */
export function decideKind(members: KindMembers, current?: ResourceKind): ResourceKind {
  const named = resourceKindNames.filter((kind) => members[kind] !== undefined)
  const filled = named.filter((kind) => members[kind] !== null)
  if (filled.length > 1) throw refused(filled[1]!, msg`Send only one of ${filled.join(', ')}: a resource has one kind.`)
  const typed = kindOfText(members.resource_type)
  if (filled[0] && typed && filled[0] !== typed) {
    throw refused(
      'resource_type',
      msg`A resource with ${filled[0]} has the type ${resourceKinds[filled[0]]}. Leave resource_type out.`,
    )
  }
  const kind = filled[0] ?? typed ?? current ?? (named.length === 1 ? named[0] : undefined)
  if (!kind) {
    throw refused('', msg`Send one of the kind objects ${resourceKindNames.join(', ')}, to say what the resource is.`)
  }
  if (current && kind !== current) {
    throw refused(
      filled[0] ?? 'resource_type',
      msg`This resource is a ${current}. The type cannot be changed. Create a new resource instead.`,
    )
  }
  return kind
}

function kindOfText(type: string | null | undefined): ResourceKind | undefined {
  if (type === undefined || type === null) return undefined
  const kind = kindOfType(bareType(type))
  if (kind) return kind
  const types = Object.values(resourceKinds).join(', ')
  throw refused('resource_type', msg`Resources of this type cannot be created here. Send one of ${types}.`)
}

/** A type without the name of its enumeration: `ResourceType.VAN` is VAN. */
export function bareType(type: string): string {
  return type.trim().replace(/^ResourceType(Enum)?\./, '')
}

function refused(path: string, message: Sentence): Problem {
  return new Problem('validation_failed', { message, errors: [errorItem(path, message, 'resource_kind')] })
}

/** Splits a kind object into its columns. Absent members count as null. */
export function splitKind(members: Readonly<Record<string, unknown>>): KindColumns {
  const { license_plate, container_number, start_stop_location, ...others } = members
  const properties = Object.fromEntries(
    Object.entries(others).filter(([, value]) => value !== undefined && value !== null),
  )
  return {
    license_plate: textOrNull(license_plate),
    container_number: textOrNull(container_number),
    start_stop_location_id: (start_stop_location as { id: string } | null | undefined)?.id ?? null,
    properties,
  }
}

/** Rebuilds a kind object from its columns; members without a value are null. */
export function joinKind(kind: ResourceKind, columns: KindColumns): Record<string, unknown> {
  const { license_plate, container_number, start_stop_location_id: location, properties } = columns
  const kept: Record<string, unknown> = {
    ...properties,
    license_plate,
    container_number,
    start_stop_location: location === null ? null : { id: location },
  }
  return Object.fromEntries(Object.keys(kindProperties[kind].shape).map((name) => [name, kept[name] ?? null]))
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}
