import type { By } from '../../audit/rules.ts'
import { recordChanges } from '../../audit/store.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/tenant.ts'
import { changeTenantSettings } from '../commands.ts'
import { loadWorld, writePlans } from '../settings/commands.ts'
import type { SettingKind } from '../settings/kinds.rules.ts'
import { changesOf, isEmpty } from '../settings/rules.ts'
import { lockSettings, raiseSettingsVersion } from '../settings/store.ts'
import { readTenantSettings } from '../tenants.views.ts'
import { differencesOf } from './differences.rules.ts'
import {
  type ConfigDifference,
  type ConfigFile,
  type ConfigPlan,
  exportConfig,
  keepOthers,
  planConfig,
  readConfig,
} from './rules.ts'

/** The full configuration of a tenant at one moment. */
export async function readConfiguration(
  ctx: Context,
  tenantId: string,
  kinds: readonly SettingKind[],
): Promise<ConfigFile> {
  return await ctx.db.asTenant(tenantId, async (tx) => {
    // So that the kinds, which are read one after another, are consistent.
    await lockSettings(tx)
    const [tenant, world] = await Promise.all([readTenantSettings(tx), loadWorld(tx, kinds)])
    return exportConfig(kinds, tenant, world)
  })
}

/**
 * Changes that applying a file would make. Writes nothing.
 * @param keep whether entries missing from the file stay instead of being archived
 * @throws Problem validation_failed for an invalid file
 */
export async function diffConfiguration(
  ctx: Context,
  tenantId: string,
  kinds: readonly SettingKind[],
  given: unknown,
  keep = false,
): Promise<ConfigDifference[]> {
  const file = readConfig(kinds, given)
  return await ctx.db.asTenant(tenantId, async (tx) => {
    await lockSettings(tx)
    return differencesOf(await planFile(ctx, tx, kinds, { file, keep }))
  })
}

/**
 * Applies a configuration file to a tenant in one transaction. Only for the operator.
 * @param keep whether entries missing from the file stay instead of being archived
 * @returns the changes made
 * @throws Problem validation_failed for an invalid file; nothing is changed then
 */
export async function applyConfiguration(
  ctx: Context,
  tenantId: string,
  by: By,
  kinds: readonly SettingKind[],
  given: unknown,
  keep = false,
): Promise<ConfigDifference[]> {
  const file = readConfig(kinds, given)
  return await ctx.db.asWorker(tenantId, async (tx) => {
    await lockSettings(tx)
    const plan = await planFile(ctx, tx, kinds, { file, keep })
    await carryOut(ctx, tx, by, plan)
    return differencesOf(plan)
  })
}

async function planFile(
  ctx: Context,
  tx: Tx,
  kinds: readonly SettingKind[],
  { file, keep }: { file: ConfigFile; keep: boolean },
): Promise<ConfigPlan> {
  const [tenant, world] = await Promise.all([readTenantSettings(tx), loadWorld(tx, kinds)])
  return planConfig(kinds, tenant, world, keep ? keepOthers(kinds, world, file) : file, ctx.newId)
}

async function carryOut(ctx: Context, tx: Tx, by: By, { tenant, kinds }: ConfigPlan): Promise<void> {
  const { before, after } = tenant
  const busy = kinds.filter((plan) => !isEmpty(plan))
  await changeTenantSettings(ctx, tx, by, before, after)
  await writePlans(tx, busy)
  if (busy.length > 0) await raiseSettingsVersion(tx)
  await recordChanges(tx, by, busy.flatMap(changesOf))
}
