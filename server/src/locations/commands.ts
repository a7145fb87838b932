import type { LocationMembers, LocationRecord } from '@cartage/contract/locations/endpoints'
import type { By, Change } from '../audit/rules.ts'
import { recordChanges } from '../audit/store.ts'
import type { Context } from '../context.ts'
import type { Tx } from '../db/tenant.ts'
import { Problem } from '../http/problem.ts'
import { noteChanged } from '../jobs/followers.ts'
import { chosenEstimate } from './answers/rules.ts'
import { withCustomers } from './answers/views.ts'
import {
  findLocationByKey,
  insertLocation,
  locationForUpdate,
  locationsForMerge,
  updateChosenPlace,
  updateLocationArchived,
  updateLocationMembers,
  updateLocationsMerged,
} from './change.store.ts'
import { findChoices, findTimeZone } from './cities.views.ts'
import type { Coordinates } from './great-circle.rules.ts'
import {
  addressTaken,
  auditedMembers,
  checkMerge,
  type DecidedLocation,
  decideChange,
  decideChoice,
  decideCreation,
  isUnchanged,
  rejectMerged,
  spellingOf,
} from './members.rules.ts'
import { checkOpeningHours } from './opening-hours.rules.ts'
import { usualCountries } from './usual-countries.views.ts'
import { findLocation } from './views.ts'

/** A command on locations of a tenant, with its actor. */
export interface LocationCommand {
  tenantId: string
  by: By
}

/**
 * Creates a location.
 * @throws Problem validation_failed (422), state_conflict (409) when one has its name and address already
 */
export async function createLocation(
  ctx: Context,
  { tenantId, by }: LocationCommand,
  sent: LocationMembers,
): Promise<LocationRecord> {
  await checkHours(sent)
  const decided = decideCreation(sent)
  const id = ctx.newId()
  return await ctx.db.asTenant(tenantId, async (tx) => {
    if (!(await insertLocation(tx, id, decided))) await rejectTaken(tx, decided)
    wakeAfter(ctx, tx)
    const after = await existing(tx, id)
    await recordChanges(tx, by, [change('created', undefined, after)])
    return after
  })
}

/**
 * Changes the given fields; absent ones stay.
 * @throws Problem not_found, validation_failed (422), state_conflict (409) for a location that was merged, or when
 * another one has the new name and address
 */
export async function updateLocation(
  ctx: Context,
  { tenantId, by }: LocationCommand,
  id: string,
  sent: LocationMembers,
): Promise<LocationRecord> {
  await checkHours(sent)
  return await ctx.db.asTenant(tenantId, async (tx) => {
    const before = await locked(tx, id)
    const decided = decideChange(before, sent)
    if (isUnchanged(before, decided)) return before
    await knowBy(ctx, tx, id, decided)
    await updateLocationMembers(tx, id, decided)
    wakeAfter(ctx, tx)
    const after = await existing(tx, id)
    await recordChanges(tx, by, [change('updated', before, after)])
    return after
  })
}

/** Uploads may also use the corrected address, so it gets a row of its own that is merged from the start. */
async function knowBy(ctx: Context, tx: Tx, id: string, decided: DecidedLocation): Promise<void> {
  if (await insertLocation(tx, ctx.newId(), spellingOf(decided), id)) return
  if ((await findLocationByKey(tx, decided.match_key)) !== id) await rejectTaken(tx, decided)
}

/**
 * Selects one of a location's candidates (PLACE-2): the coordinates of that town, as an estimate.
 * @throws Problem not_found, validation_failed (422) when it has no such candidate, state_conflict (409) when merged
 */
export async function chooseLocationPlace(
  ctx: Context,
  { tenantId, by }: LocationCommand,
  id: string,
  chosen: Coordinates,
): Promise<LocationRecord> {
  const timeZone = await findTimeZone(chosen)
  return await ctx.db.asTenant(tenantId, async (tx) => {
    const before = await locked(tx, id)
    const [asked] = await withCustomers(tx, [{ ...before, location_id: id }])
    const known = await findChoices(before, (await usualCountries(tx, [asked!]))(asked!))
    const { radius_km, ...point } = decideChoice(before, chosen, known?.choices ?? [])
    await updateChosenPlace(tx, id, point, chosenEstimate(radius_km), timeZone)
    await noteChanged(tx, [id])
    const after = await existing(tx, id)
    await recordChanges(tx, by, [change('updated', before, after)])
    return after
  })
}

/**
 * Archives a location: it is no longer offered, but existing references stay.
 * @throws Problem not_found, state_conflict (409) for a location that was merged
 */
export async function archiveLocation(
  ctx: Context,
  { tenantId, by }: LocationCommand,
  id: string,
): Promise<LocationRecord> {
  return await ctx.db.asTenant(tenantId, async (tx) => {
    const before = await locked(tx, id)
    rejectMerged(before)
    if (before.is_archived) return before
    await updateLocationArchived(tx, id, true)
    const after = await existing(tx, id)
    await recordChanges(tx, by, [change('archived', before, after)])
    return after
  })
}

/**
 * Restores an archived or merged location.
 * @throws Problem not_found
 */
export async function restoreLocation(
  ctx: Context,
  { tenantId, by }: LocationCommand,
  id: string,
): Promise<LocationRecord> {
  return await ctx.db.asTenant(tenantId, async (tx) => {
    const before = await locked(tx, id)
    if (!before.is_archived && before.merged_into === null) return before
    // A location that was archived before its merge is archived again: one step back at a time.
    if (before.merged_into !== null) await updateLocationsMerged(tx, [id], null)
    else await updateLocationArchived(tx, id, false)
    const after = await existing(tx, id)
    await recordChanges(tx, by, [change('restored', before, after)])
    return after
  })
}

/**
 * Replaces a location, and those merged into it, by `into`. Records that refer to them do not change: the merged rows
 * stay and point to the survivor.
 * @returns the location that stays
 * @throws Problem not_found, validation_failed (422 on `into`) when there is no such location or it is the same,
 * state_conflict (409)
 */
export async function mergeLocation(
  ctx: Context,
  { tenantId, by }: LocationCommand,
  id: string,
  into: string,
): Promise<LocationRecord> {
  return await ctx.db.asTenant(tenantId, async (tx) => {
    const rows = await locationsForMerge(tx, id, into)
    const from = rows.find((row) => row.id === id)
    const target = rows.find((row) => row.id === into)
    if (!from) throw new Problem('not_found')
    checkMerge(from, target)
    const moved = rows.filter((row) => row.id === id || row.merged_into === id)
    const ids = moved.map((row) => row.id)
    await updateLocationsMerged(tx, ids, into)
    const changes = moved.map((row) => change('merged', row, { ...row, merged_into: into }))
    await recordChanges(tx, by, changes)
    return target
  })
}

async function checkHours({ opening_hours: hours }: LocationMembers): Promise<void> {
  if (hours?.trim()) await checkOpeningHours(hours.trim())
}

async function locked(tx: Tx, id: string): Promise<LocationRecord> {
  const before = await locationForUpdate(tx, id)
  if (!before) throw new Problem('not_found')
  return before
}

async function existing(tx: Tx, id: string): Promise<LocationRecord> {
  const found = await findLocation(tx, id)
  if (!found) throw new Problem('not_found')
  return found
}

/** @throws Problem state_conflict with the location that already has the address */
async function rejectTaken(tx: Tx, { match_key: key }: DecidedLocation): Promise<never> {
  throw addressTaken((await findLocationByKey(tx, key))!)
}

function wakeAfter(ctx: Context, tx: Tx): void {
  tx.afterCommit(() => ctx.wake('locations'))
}

function change(action: Change['action'], before: LocationRecord | undefined, after: LocationRecord): Change {
  return {
    entity_type: 'location',
    entity_id: after.id,
    action,
    before: before ? auditedMembers(before) : null,
    after: auditedMembers(after),
  }
}
