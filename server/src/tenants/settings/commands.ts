import type { Setting } from '@cartage/contract/tenants/app/settings'
import type { By } from '../../audit/rules.ts'
import { recordChanges } from '../../audit/store.ts'
import type { Context } from '../../context.ts'
import { sqlState } from '../../db/failure.ts'
import type { Tx } from '../../db/tenant.ts'
import { Problem } from '../../http/problem.ts'
import { type SettingKind, type SettingValues, tenantKinds } from './kinds.rules.ts'
import {
  changesOf,
  decideAdd,
  decideArchive,
  decideChange,
  decideDelete,
  decideRestore,
  inOrder,
  isEmpty,
  type KindPlan,
  usedProblem,
  type World,
} from './rules.ts'
import {
  type Entry,
  type KindWrites,
  loadEntries,
  lockSettings,
  raiseSettingsVersion,
  retireEntries,
  writeEntries,
} from './store.ts'
import { isNamedByDocuments, isNamedByOrders } from './usage.views.ts'

/** A command on the settings of one kind. */
export interface SettingCommand {
  tenantId: string
  by: By
  kind: SettingKind
  /** Kinds of all features; only those of this feature when absent. */
  kinds?: readonly SettingKind[]
}

/** Entries of a kind for lists; archived ones only on request. */
export async function listEntries(tx: Tx, kind: SettingKind, withArchived: boolean): Promise<Setting[]> {
  const entries = await loadEntries(tx, kind)
  const shown = entries.filter((entry) => withArchived || !entry.is_archived)
  return inOrder(kind, shown, ({ values }) => values)
}

/**
 * Adds an entry.
 * @throws Problem validation_failed
 */
export async function addSetting(ctx: Context, command: SettingCommand, given: SettingValues): Promise<Setting> {
  const settingId = ctx.newId()
  return await carryOut(ctx, command, settingId, (world) => decideAdd(command.kind, world, settingId, given))
}

/**
 * Changes members of an entry; absent ones stay unchanged.
 * @throws Problem not_found, validation_failed, state_conflict (409) for an archived one
 */
export async function changeSetting(
  ctx: Context,
  command: SettingCommand,
  settingId: string,
  given: SettingValues,
): Promise<Setting> {
  return await carryOut(ctx, command, settingId, (world) =>
    decideChange(command.kind, world, getEntry(world, command.kind, settingId), given),
  )
}

/**
 * Archives an entry; existing references to it stay.
 * @throws Problem not_found, state_conflict (409) for the default and for an entry that active settings refer to
 */
export async function archiveSetting(ctx: Context, command: SettingCommand, settingId: string): Promise<Setting> {
  return await carryOut(ctx, command, settingId, (world) =>
    decideArchive(command.kind, world, related(command), getEntry(world, command.kind, settingId)),
  )
}

/**
 * Restores an archived entry.
 * @throws Problem not_found, validation_failed when its code is now taken
 */
export async function restoreSetting(ctx: Context, command: SettingCommand, settingId: string): Promise<Setting> {
  return await carryOut(ctx, command, settingId, (world) =>
    decideRestore(command.kind, world, getEntry(world, command.kind, settingId)),
  )
}

/**
 * Deletes an entry that was never referred to.
 * @throws Problem not_found, state_conflict (409) when a reference exists
 */
export async function deleteSetting(ctx: Context, command: SettingCommand, settingId: string): Promise<void> {
  const { kind } = command
  const kinds = related(command)
  try {
    await ctx.db.asTenant(command.tenantId, async (tx) => {
      await lockSettings(tx)
      const world = await loadWorld(tx, kinds)
      const entry = getEntry(world, kind, settingId)
      const isNamed = await isNamedByText(tx, kind, entry)
      await carryOutPlan(tx, command.by, decideDelete(kind, world, kinds, entry, isNamed))
    })
  } catch (error) {
    // A row of another table refers to it: the foreign key covers tables that this feature does not know.
    throw sqlState(error) === '23503' ? usedProblem() : error
  }
}

/** All entries of these kinds. Under `lockSettings` they cannot change until the transaction ends. */
export async function loadWorld(tx: Tx, kinds: readonly SettingKind[]): Promise<World> {
  return new Map(await Promise.all(kinds.map(async (kind) => [kind.kind, await loadEntries(tx, kind)] as const)))
}

/** Writes plans of kinds; no kind refers to a later one. */
export async function writePlans(tx: Tx, plans: readonly KindPlan[]): Promise<void> {
  for (const plan of plans) await writeEntries(tx, plan.kind, writesOf(plan))
  for (const plan of plans.toReversed()) await retireEntries(tx, plan.kind, writesOf(plan))
}

async function carryOutPlan(tx: Tx, by: By, plan: KindPlan): Promise<void> {
  if (isEmpty(plan)) return
  await writePlans(tx, [plan])
  await raiseSettingsVersion(tx)
  await recordChanges(tx, by, changesOf(plan))
}

async function carryOut(
  ctx: Context,
  command: SettingCommand,
  settingId: string,
  decide: (world: World) => KindPlan,
): Promise<Setting> {
  const { tenantId, by, kind } = command
  return await ctx.db.asTenant(tenantId, async (tx) => {
    await lockSettings(tx)
    await carryOutPlan(tx, by, decide(await loadWorld(tx, related(command))))
    return getEntry(new Map([[kind.kind, await loadEntries(tx, kind)]]), kind, settingId)
  })
}

/** The kind, the kinds it refers to and those that refer to it. */
function related({ kind, kinds = tenantKinds }: SettingCommand): SettingKind[] {
  const names = (one: SettingKind, other: SettingKind) => one.references?.some((named) => named.kind === other.kind)
  return [kind, ...kinds.filter((other) => other !== kind && (names(kind, other) || names(other, kind)))]
}

function getEntry(world: World, kind: SettingKind, settingId: string): Entry {
  const entry = world.get(kind.kind)?.find((one) => one.setting_id === settingId)
  if (!entry) throw new Problem('not_found')
  return entry
}

/** Whether it is referred to by text, without a foreign key. */
async function isNamedByText(tx: Tx, { namedBy }: SettingKind, { values }: Entry): Promise<boolean> {
  if (namedBy === 'documents') return await isNamedByDocuments(tx, [String(values.code)])
  return namedBy === 'orders' && (await isNamedByOrders(tx, [values.code, values.name ?? values.label].map(String)))
}

function writesOf({ insert, update, archive, remove }: KindPlan): KindWrites {
  return {
    insert,
    update: update.map(({ before, values }) => ({ setting_id: before.setting_id, values })),
    archive: archive.map(({ setting_id }) => setting_id),
    remove: remove.map(({ setting_id }) => setting_id),
  }
}
