import type { UnavailabilityInput } from '@cartage/contract/unavailabilities/endpoints'
import type { By, Change } from '../audit/rules.ts'
import { recordChanges } from '../audit/store.ts'
import type { Context } from '../context.ts'
import type { Tx } from '../db/tenant.ts'
import { Problem } from '../http/problem.ts'
import type { Warning } from '../http/warnings.ts'
import type { ResourceKind } from './references.rules.ts'
import { findLiveResource } from './resources.views.ts'
import { checkOwn, contentWarnings, decideContent, type Unavailability, unavailabilityMembers } from './rules.ts'
import {
  deleteUnavailabilities,
  insertUnavailabilities,
  unavailabilityForUpdate,
  updateUnavailabilities,
} from './store.ts'

/** The resource of an unavailability, and the actor. */
export interface UnavailabilityCommand {
  tenantId: string
  resourceId: string
  by: By
  /** Set by screens: records from the list of another system are refused. */
  isByHand?: boolean
}

/** The stored record, with its warnings. */
export interface Stored {
  row: Unavailability
  warnings: Warning[]
}

/**
 * Makes a resource unavailable for a time (UNAV-1).
 * @throws Problem not_found for an unknown, foreign or archived resource; validation_failed (422)
 */
export async function createUnavailability(
  ctx: Context,
  { tenantId, resourceId, by }: UnavailabilityCommand,
  input: UnavailabilityInput,
): Promise<Stored> {
  const content = decideContent(resourceId, input)
  const row = { ...content, unavailability_id: ctx.newId(), source: null }
  return await ctx.db.asTenant(tenantId, async (tx) => {
    const resource = await liveResource(tx, resourceId)
    await insertUnavailabilities(tx, [row])
    await recordChanges(tx, by, [changeOf(undefined, row)])
    return { row, warnings: contentWarnings(row, resource.resource_type) }
  })
}

/**
 * Replaces the whole record; its id and its source stay (UNAV-2).
 * @throws Problem not_found, validation_failed (422); state_conflict by hand for a record of another system
 */
export async function replaceUnavailability(
  ctx: Context,
  { tenantId, resourceId, by, isByHand = false }: UnavailabilityCommand,
  id: string,
  input: UnavailabilityInput,
): Promise<Stored> {
  const content = decideContent(resourceId, input)
  return await ctx.db.asTenant(tenantId, async (tx) => {
    const [resource, before] = await Promise.all([liveResource(tx, resourceId), existingForUpdate(tx, resourceId, id)])
    if (isByHand) checkOwn(before)
    const row = { ...before, ...content }
    await updateUnavailabilities(tx, [row])
    await recordChanges(tx, by, [changeOf(before, row)])
    return { row, warnings: contentWarnings(row, resource.resource_type) }
  })
}

/**
 * Removes an unavailability permanently (UNAV-3).
 * @throws Problem not_found
 */
export async function removeUnavailability(
  ctx: Context,
  { tenantId, resourceId, by, isByHand = false }: UnavailabilityCommand,
  id: string,
): Promise<void> {
  await ctx.db.asTenant(tenantId, async (tx) => {
    const [, before] = await Promise.all([liveResource(tx, resourceId), existingForUpdate(tx, resourceId, id)])
    if (isByHand) checkOwn(before)
    await deleteUnavailabilities(tx, [id])
    await recordChanges(tx, by, [changeOf(before, undefined)])
  })
}

/** One change for the audit trail; without `before` a creation, without `after` a removal. */
export function changeOf(before: Unavailability | undefined, after: Unavailability | undefined): Change {
  return {
    entity_type: 'unavailability',
    entity_id: (after ?? before)!.unavailability_id,
    action: before === undefined ? 'created' : after === undefined ? 'deleted' : 'updated',
    before: before ? unavailabilityMembers(before) : null,
    after: after ? unavailabilityMembers(after) : null,
  }
}

/** @throws Problem not_found for an unknown, foreign or archived resource */
async function liveResource(tx: Tx, resourceId: string): Promise<ResourceKind> {
  const resource = await findLiveResource(tx, resourceId)
  if (!resource) throw new Problem('not_found')
  return resource
}

/** @throws Problem not_found */
async function existingForUpdate(tx: Tx, resourceId: string, id: string): Promise<Unavailability> {
  const row = await unavailabilityForUpdate(tx, resourceId, id)
  if (!row) throw new Problem('not_found')
  return row
}
