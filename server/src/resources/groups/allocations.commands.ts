import { msg } from '@cartage/contract/message'
import type { AppResourceAllocation, NewResourceAllocation } from '@cartage/contract/resources/app/groups'
import type { By, Change } from '../../audit/rules.ts'
import { recordChanges } from '../../audit/store.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/tenant.ts'
import { errorItem, Problem } from '../../http/problem.ts'
import { touchResources } from '../store.ts'
import { type Allocation, allocationRows, checkAllocation, decideMove } from './allocations.rules.ts'
import {
  allocationsForUpdate,
  archiveAllocations,
  endAllocations,
  findAllocation,
  fixedAllocationsForUpdate,
  insertAllocations,
  liveResourcesForUpdate,
} from './allocations.store.ts'
import { liveGroupsForShare } from './store.ts'
import { readAllocations } from './views.ts'

/**
 * Moves a locked resource permanently to a group, or to none, by its fixed allocation (RES-4, RES-5). Publishes nothing
 * (RES-8).
 * @returns whether anything changed
 * @throws Problem resource_group_unknown (RES-6)
 */
export async function moveToGroup(
  tx: Tx,
  newId: () => string,
  resourceId: string,
  groupId: string | null,
): Promise<boolean> {
  const [fixed] = await Promise.all([
    fixedAllocationsForUpdate(tx, [resourceId]),
    groupId === null ? undefined : checkGroups(tx, [groupId], 'resource_group.id'),
  ])
  const { archive, add } = decideMove(fixed, groupId)
  if (archive.length > 0) await archiveAllocations(tx, archive)
  if (add !== null) {
    const given = { kind: 'FIXED', resource_id: resourceId, resource_group_id: add } as const
    await insertAllocations(tx, allocationRows(given, newId))
  }
  return archive.length > 0 || add !== null
}

/** @throws Problem resource_group_unknown for an archived or unknown group */
async function checkGroups(tx: Tx, ids: readonly string[], path: string): Promise<void> {
  const live = await liveGroupsForShare(tx, ids)
  const missing = ids.find((id) => !live.includes(id))
  if (missing === undefined) return
  const message = msg`There is no active resource group with the id ${missing}. GET /v1/resource_groups lists them.`
  throw new Problem('resource_group_unknown', {
    message,
    errors: [errorItem(path, message, 'resource_group_unknown')],
  })
}

/**
 * Allocates a resource, a combination or a rotation to groups.
 * @throws Problem not_found for an archived or unknown resource, resource_group_unknown, state_conflict
 */
export async function addAllocation(
  ctx: Context,
  tenantId: string,
  by: By,
  given: NewResourceAllocation,
): Promise<AppResourceAllocation[]> {
  const rows = allocationRows(given, ctx.newId)
  return await ctx.db.asTenant(tenantId, async (tx) => {
    const resourceIds = distinct(rows.map(({ resource_id }) => resource_id))
    const live = await liveResourcesForUpdate(tx, resourceIds)
    if (live.length < resourceIds.length) throw new Problem('not_found')
    const groupIds = distinct(rows.map(({ resource_group_id }) => resource_group_id))
    await checkGroups(tx, groupIds, 'resource_group_id')
    const fixed = given.kind === 'FIXED' ? await fixedAllocationsForUpdate(tx, resourceIds) : []
    for (const row of rows) checkAllocation(row, fixed)
    await insertAllocations(tx, rows)
    await touchResources(tx, resourceIds)
    return await recorded(tx, by, 'created', rows, [])
  })
}

/**
 * Sets the last day of an allocation, with the combination or rotation it is part of.
 * @throws Problem not_found, state_conflict when it would end before it starts or share days with another
 */
export async function endAllocation(
  ctx: Context,
  tenantId: string,
  by: By,
  id: string,
  lastDay: string,
): Promise<AppResourceAllocation[]> {
  return await ctx.db.asTenant(tenantId, async (tx) => {
    const { rows, before } = await lockTogether(tx, id)
    const resourceIds = distinct(rows.map(({ resource_id }) => resource_id))
    const fixed = rows[0]!.kind === 'FIXED' ? await fixedAllocationsForUpdate(tx, resourceIds) : []
    for (const row of rows) checkAllocation({ ...row, ends_on: lastDay }, fixed)
    await endAllocations(tx, idsOf(rows), lastDay)
    await touchResources(tx, resourceIds)
    return await recorded(tx, by, 'updated', rows, before)
  })
}

/**
 * Archives an allocation, with the combination or rotation it is part of.
 * @throws Problem not_found
 */
export async function archiveAllocation(
  ctx: Context,
  tenantId: string,
  by: By,
  id: string,
): Promise<AppResourceAllocation[]> {
  return await ctx.db.asTenant(tenantId, async (tx) => {
    const { rows, before } = await lockTogether(tx, id)
    await archiveAllocations(tx, idsOf(rows))
    await touchResources(tx, distinct(rows.map(({ resource_id }) => resource_id)))
    return await recorded(tx, by, 'archived', rows, before)
  })
}

async function lockTogether(tx: Tx, id: string) {
  const one = await findAllocation(tx, id)
  if (!one) throw new Problem('not_found')
  const rows = await allocationsForUpdate(tx, one)
  // Archived concurrently by another request.
  if (rows.length === 0) throw new Problem('not_found')
  return { rows, before: await readAllocations(tx, idsOf(rows)) }
}

async function recorded(
  tx: Tx,
  by: By,
  action: Change['action'],
  rows: readonly Allocation[],
  before: readonly AppResourceAllocation[],
): Promise<AppResourceAllocation[]> {
  const after = await readAllocations(tx, idsOf(rows))
  const changes = after.map((one) => ({
    entity_type: 'resource_allocation',
    entity_id: one.id,
    action,
    before: before.find(({ id }) => id === one.id) ?? null,
    after: one,
  }))
  await recordChanges(tx, by, changes)
  return after
}

function idsOf(rows: readonly Allocation[]): string[] {
  return rows.map(({ resource_allocation_id }) => resource_allocation_id)
}

function distinct(ids: readonly string[]): string[] {
  return [...new Set(ids)]
}
