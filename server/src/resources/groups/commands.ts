import type { AppResourceGroup, ResourceGroupChange } from '@cartage/contract/resources/app/groups'
import type { By } from '../../audit/rules.ts'
import { recordChanges } from '../../audit/store.ts'
import type { Context } from '../../context.ts'
import { Problem } from '../../http/problem.ts'
import { type Group, groupForUpdate, insertGroup, updateGroup } from './store.ts'
import { findGroupSetting, listGroupSettings } from './views.ts'

/** Every resource group of a tenant, archived ones last. */
export async function groupsOf(ctx: Context, tenantId: string): Promise<AppResourceGroup[]> {
  return await ctx.db.asTenant(tenantId, listGroupSettings)
}

/** Creates a resource group. Name and code need not be unique (RES-7). */
export async function addGroup(
  ctx: Context,
  tenantId: string,
  by: By,
  { name, code }: { name: string; code?: string | null | undefined },
): Promise<AppResourceGroup> {
  const group = { resource_group_id: ctx.newId(), name, code: code || null, is_archived: false }
  return await ctx.db.asTenant(tenantId, async (tx) => {
    await insertGroup(tx, group)
    await recordChanges(tx, by, [
      {
        entity_type: 'resource_group',
        entity_id: group.resource_group_id,
        action: 'created',
        before: null,
        after: membersOf(group),
      },
    ])
    return (await findGroupSetting(tx, group.resource_group_id))!
  })
}

/**
 * Renames, archives or restores a resource group. Resources do not show an archived group, and show it again once it is
 * restored.
 * @throws Problem not_found
 */
export async function changeGroup(
  ctx: Context,
  tenantId: string,
  by: By,
  id: string,
  change: ResourceGroupChange,
): Promise<AppResourceGroup> {
  return await ctx.db.asTenant(tenantId, async (tx) => {
    const group = await groupForUpdate(tx, id)
    if (!group) throw new Problem('not_found')
    const after: Group = {
      resource_group_id: id,
      name: change.name ?? group.name,
      code: change.code === undefined ? group.code : change.code || null,
      is_archived: change.is_archived ?? group.is_archived,
    }
    await updateGroup(tx, after)
    await recordChanges(tx, by, [
      {
        entity_type: 'resource_group',
        entity_id: id,
        action: actionOf(group, after),
        before: membersOf(group),
        after: membersOf(after),
      },
    ])
    return (await findGroupSetting(tx, id))!
  })
}

function actionOf(before: Group, after: Group): 'archived' | 'restored' | 'updated' {
  if (before.is_archived === after.is_archived) return 'updated'
  return after.is_archived ? 'archived' : 'restored'
}

function membersOf({ name, code, is_archived }: Group) {
  return { name, code, is_archived }
}
