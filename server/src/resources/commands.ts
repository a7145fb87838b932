import type { ResourceMembers, ResourcePatchMembers } from '@cartage/contract/resources/resource-input'
import type { AnyResource } from '@cartage/contract/resources/resource-output'
import type { By } from '../audit/rules.ts'
import { recordChanges } from '../audit/store.ts'
import type { Context } from '../context.ts'
import type { Tx } from '../db/tenant.ts'
import { Problem } from '../http/problem.ts'
import type { Warning } from '../http/warnings.ts'
import { moveToGroup } from './groups/allocations.commands.ts'
import { resourceOutput } from './output.rules.ts'
import { checkReferences, referencesOf } from './references.rules.ts'
import { findReferences } from './references.views.ts'
import { checkLive, differs, patchedResource, type ResourceRecord, warningsOf, wholeResource } from './rules.ts'
import { insertResources, resourceForUpdate, touchResources, updateResources } from './store.ts'
import { findResource } from './views.ts'

/** The resource of a command. */
export interface ResourceCommand {
  tenantId: string
  resourceId: string
}

/** A resource after a command, with its warnings. */
export interface Written {
  resource: AnyResource
  warnings: Warning[]
}

/**
 * Creates a resource (RES-1, RES-2, RES-9, RES-14).
 * @throws Problem validation_failed, extra_unknown, extra_ambiguous, billing_entity_unknown, company_unknown,
 * location_unknown
 */
export async function createResource(
  ctx: Context,
  tenantId: string,
  by: By,
  members: ResourceMembers,
): Promise<Written> {
  return await ctx.db.asTenant(tenantId, async (tx) => {
    const found = await findReferences(tx, referencesOf([members]))
    checkReferences(members, found)
    const record = wholeResource(ctx.newId(), members, found)
    await insertResources(tx, [record])
    const after = await readOne(tx, record.resource_id)
    await recordChanges(tx, by, [
      { entity_type: 'resource', entity_id: record.resource_id, action: 'created', before: null, after },
    ])
    return { resource: after, warnings: warningsOf(members) }
  })
}

/**
 * Replaces a resource (PUT).
 * @throws Problem not_found, resource_archived, and those of `createResource`
 */
export async function replaceResource(
  ctx: Context,
  command: ResourceCommand,
  by: By,
  members: ResourceMembers,
): Promise<Written> {
  const resource = await change(ctx, command, by, async (tx, current) => {
    const found = await findReferences(tx, referencesOf([members]))
    checkReferences(members, found)
    return wholeResource(current.resource_id, members, found, current)
  })
  return { resource, warnings: warningsOf(members) }
}

/**
 * Changes the given members of a resource, including the fixed group (RES-4 to RES-6).
 * @throws Problem resource_group_unknown, and those of `replaceResource`
 */
export async function patchResource(
  ctx: Context,
  command: ResourceCommand,
  by: By,
  patch: ResourcePatchMembers,
): Promise<Written> {
  const { resource_group: group } = patch
  const resource = await change(ctx, command, by, async (tx, current) => {
    const found = await findReferences(tx, referencesOf([patch]))
    checkReferences(patch, found)
    const after = patchedResource(current, patch, found)
    const moved = group !== undefined && (await moveToGroup(tx, ctx.newId, current.resource_id, group?.id ?? null))
    // The update below also sets the time of change when more than the group changes.
    if (moved && !differs(current, after)) await touchResources(tx, [current.resource_id])
    return after
  })
  return { resource, warnings: warningsOf(patch) }
}

async function change(
  ctx: Context,
  { tenantId, resourceId }: ResourceCommand,
  by: By,
  decide: (tx: Tx, current: ResourceRecord) => Promise<ResourceRecord>,
): Promise<AnyResource> {
  return await ctx.db.asTenant(tenantId, async (tx) => {
    const [current, row] = await Promise.all([resourceForUpdate(tx, resourceId), findResource(tx, resourceId)])
    if (!current || !row) throw new Problem('not_found')
    checkLive(current)
    const record = await decide(tx, current)
    if (differs(current, record)) await updateResources(tx, [record])
    const after = await readOne(tx, resourceId)
    const before = resourceOutput(row)
    await recordChanges(tx, by, [{ entity_type: 'resource', entity_id: resourceId, action: 'updated', before, after }])
    return after
  })
}

/**
 * Archives a resource (RES-11). Archiving it again changes nothing.
 * @throws Problem not_found
 */
export async function archiveResource(ctx: Context, command: ResourceCommand, by: By): Promise<void> {
  await setArchived(ctx, command, by, true)
}

/**
 * Restores an archived resource, as the list of a source does. An active one is unchanged.
 * @throws Problem not_found
 */
export async function restoreResource(ctx: Context, command: ResourceCommand, by: By): Promise<void> {
  await setArchived(ctx, command, by, false)
}

async function setArchived(
  ctx: Context,
  { tenantId, resourceId }: ResourceCommand,
  by: By,
  isArchived: boolean,
): Promise<void> {
  await ctx.db.asTenant(tenantId, async (tx) => {
    const [current, row] = await Promise.all([resourceForUpdate(tx, resourceId), findResource(tx, resourceId)])
    if (!current || !row) throw new Problem('not_found')
    if (current.is_archived === isArchived) return
    await updateResources(tx, [{ ...current, is_archived: isArchived }])
    await recordChanges(tx, by, [
      {
        entity_type: 'resource',
        entity_id: resourceId,
        action: isArchived ? 'archived' : 'restored',
        before: resourceOutput(row),
        after: await readOne(tx, resourceId),
      },
    ])
  })
}

async function readOne(tx: Tx, id: string): Promise<AnyResource> {
  return resourceOutput((await findResource(tx, id))!)
}
