import { isDeepStrictEqual } from 'node:util'
import { msg } from '@cartage/contract/message'
import { kindOfType, type ResourceKind, resourceKinds } from '@cartage/contract/resources/kinds'
import type { ResourceMembers, ResourcePatchMembers } from '@cartage/contract/resources/resource-input'
import { errorItem, Problem } from '../http/problem.ts'
import type { Warning } from '../http/warnings.ts'
import { containerNumberWarning } from './container-number.rules.ts'
import { decideKind, joinKind, type KindColumns, splitKind } from './kind.rules.ts'
import { extraIdsOf, type KnownReferences } from './references.rules.ts'

/** A stored resource, with its extras in their order. */
export interface ResourceRecord extends KindColumns {
  resource_id: string
  resource_type: string
  name: string
  code: string | null
  external_id: string
  note: string
  locale: string | null
  subcontractor_id: string | null
  billing_entity_id: string | null
  custom_fields: Record<string, unknown>
  integrations: Record<string, unknown> | null
  /** Name of the synchronised list it belongs to. */
  source: string | null
  is_archived: boolean
  extra_ids: string[]
}

/**
 * A resource from a full request (POST, PUT and synchronisation). Absent members are empty, but extras stay (RES-9) and
 * the billing entity is the default one (RES-14).
 * @param current the existing resource, if any
 * @throws Problem validation_failed when the kind is unclear or changes
 */
export function wholeResource(
  id: string,
  members: ResourceMembers,
  found: KnownReferences,
  current?: ResourceRecord,
): ResourceRecord {
  const kind = decideKind(members, current && kindOf(current))
  const { external_id = '', billing_entity: entity } = members
  return {
    resource_id: id,
    resource_type: resourceKinds[kind],
    name: members.name,
    code: members.code ?? null,
    external_id,
    note: members.note ?? '',
    locale: members.locale ?? null,
    subcontractor_id: members.subcontractor?.row_id ?? null,
    billing_entity_id: entity ? found.billing_entities.get(entity.code)! : found.default_billing_entity_id,
    custom_fields: members.custom_fields ?? {},
    integrations: members.integrations ?? null,
    ...splitKind(withStays(members[kind] ?? {}, found)),
    source: sourceAfter(current, external_id),
    is_archived: false,
    extra_ids: extraIdsOf(members, found) ?? current?.extra_ids ?? [],
  }
}

/**
 * A resource after a PATCH: absent members stay, null empties, also inside the kind object. Extras, custom fields and
 * integrations are replaced as a whole.
 * @throws Problem validation_failed when the kind changes
 */
export function patchedResource(
  current: ResourceRecord,
  patch: ResourcePatchMembers,
  found: KnownReferences,
): ResourceRecord {
  const kind = decideKind(patch, kindOf(current))
  const { billing_entity: entity } = patch
  const external_id = patch.external_id ?? current.external_id
  const after: ResourceRecord = {
    ...current,
    ...patchedKind(kind, current, patch, found),
    name: patch.name ?? current.name,
    external_id,
    note: patch.note ?? current.note,
    locale: patch.locale ?? current.locale,
    source: sourceAfter(current, external_id),
    extra_ids: extraIdsOf(patch, found) ?? current.extra_ids,
  }
  if (patch.code !== undefined) after.code = patch.code
  if (patch.custom_fields !== undefined) after.custom_fields = patch.custom_fields ?? {}
  if (patch.integrations !== undefined) after.integrations = patch.integrations
  if (patch.subcontractor !== undefined) after.subcontractor_id = patch.subcontractor?.row_id ?? null
  if (entity !== undefined) {
    after.billing_entity_id = entity ? found.billing_entities.get(entity.code)! : found.default_billing_entity_id
  }
  return after
}

function patchedKind(kind: ResourceKind, current: ResourceRecord, patch: ResourcePatchMembers, found: KnownReferences) {
  const sent = patch[kind]
  if (sent === undefined) return {}
  if (sent === null) return splitKind({})
  return splitKind({ ...joinKind(kind, current), ...withStays(sent, found) })
}

/** A merged location is replaced by the one that took its place. */
function withStays(
  members: Readonly<Record<string, unknown>>,
  { locations }: KnownReferences,
): Record<string, unknown> {
  const location = members.start_stop_location as { id: string } | null | undefined
  const sent = Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined))
  return location ? { ...sent, start_stop_location: { id: locations.get(location.id) ?? location.id } } : sent
}

/** A source finds its resource by external id: with another one it no longer belongs to the source. */
function sourceAfter(current: ResourceRecord | undefined, externalId: string): string | null {
  return current?.external_id === externalId ? current.source : null
}

function kindOf({ resource_type }: ResourceRecord): ResourceKind {
  const kind = kindOfType(resource_type)
  if (kind) return kind
  // Not created by this interface: readable, but not writable.
  const message = msg`Resources of the type ${resource_type} cannot be changed here.`
  throw new Problem('validation_failed', { message, errors: [errorItem('', message, 'resource_kind')] })
}

/** Whether two states of a resource differ in any stored member. */
export function differs(one: ResourceRecord, other: ResourceRecord): boolean {
  return !isDeepStrictEqual(one, other)
}

/**
 * Refuses changes of an archived resource.
 * @throws Problem resource_archived (400)
 */
export function checkLive({ is_archived }: ResourceRecord): void {
  if (is_archived) throw new Problem('resource_archived')
}

/** Warnings about an accepted request. */
export function warningsOf({ container }: Pick<ResourceMembers, 'container'>): Warning[] {
  const number = container?.container_number
  const doubt = number ? containerNumberWarning(number) : undefined
  return doubt ? [{ field: 'container.container_number', code: 'container_number', message: doubt }] : []
}
