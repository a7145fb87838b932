import type { TenantSettings } from '@cartage/contract/tenants/app/tenant-settings'
import { type By, byOperator } from '../audit/rules.ts'
import { recordChanges } from '../audit/store.ts'
import type { Context } from '../context.ts'
import { sqlState } from '../db/failure.ts'
import type { Tx } from '../db/tenant.ts'
import { noLimits, type RateLimits } from '../http/rate-limit.rules.ts'
import { takeKey } from './engine-key.commands.ts'
import {
  checkLimits,
  checkSlug,
  firstBillingEntity,
  minimalReference,
  slugTaken,
  suspension,
  tenantChange,
  tenantCreation,
} from './rules.ts'
import { isSame } from './settings/rules.ts'
import { lockSettings, raiseSettingsVersion } from './settings/store.ts'
import {
  insertReference,
  insertSettings,
  insertsApart,
  insertTenant,
  removeUnfinished,
  updateTenantActive,
  updateTenantSettings,
} from './store.ts'
import { readTenantSettings, type TenantRow } from './tenants.views.ts'

export interface NewTenant {
  slug: string
  /** Defaults to the slug. */
  name?: string
  time_zone?: string
  /** `none` for tests and imports: no request limits at all. */
  limits?: 'default' | 'none'
  create_missing_companies?: boolean
}

/**
 * Creates a tenant with the minimal reference data. Only for the operator, through no operation of the interface.
 * @throws Problem validation_failed when the slug is malformed or taken
 */
export async function createTenant(ctx: Context, given: NewTenant): Promise<{ tenantId: string; slug: string }> {
  checkSlug(given.slug)
  const tenantId = ctx.newId()
  const { slug, name = slug, time_zone = 'Europe/Brussels' } = given
  const isApart = await insertsApart(ctx)
  try {
    if (isApart) await ctx.db.asWorker(tenantId, (tx) => insertTenant(tx, { slug, name, time_zone }))
    await ctx.db.asWorker(tenantId, async (tx) => {
      const rate_limits = given.limits === 'none' ? noLimits : null
      if (!isApart) await insertTenant(tx, { slug, name, time_zone })
      await insertSettings(tx, {
        rate_limits,
        create_missing_companies: given.create_missing_companies ?? false,
      })
      const entity = firstBillingEntity(name)
      await insertReference(tx, { ...minimalReference, billing_entities: [entity] })
      await recordChanges(tx, byOperator, [tenantCreation(tenantId, { slug, name }, await readTenantSettings(tx))])
    })
  } catch (error) {
    if (isApart) await removeUnfinished(ctx, tenantId)
    throw sqlState(error) === '23505' ? slugTaken(given.slug) : error
  }
  return { tenantId, slug: given.slug }
}

/**
 * Sets a tenant's request limits; null restores the defaults. Every process applies them from the next request on.
 * @throws Problem validation_failed for invalid windows
 */
export async function setLimits(ctx: Context, tenantId: string, by: By, limits: RateLimits | null): Promise<void> {
  if (limits !== null) checkLimits(limits)
  await ctx.db.asWorker(tenantId, async (tx) => {
    await lockSettings(tx)
    const before = await readTenantSettings(tx)
    const after = { ...before, limits: limits && { general: [...limits.general], token: [...limits.token] } }
    await changeTenantSettings(ctx, tx, by, before, after)
  })
}

/**
 * Sets the tenant's settings, except the limits, which only the operator sets.
 * @returns the resulting settings
 */
export async function putTenantSettings(
  ctx: Context,
  tenantId: string,
  by: By,
  given: Omit<TenantSettings, 'limits'>,
): Promise<TenantSettings> {
  return await ctx.db.asWorker(tenantId, async (tx) => {
    await lockSettings(tx)
    const before = await readTenantSettings(tx)
    return await changeTenantSettings(ctx, tx, by, before, { ...before, ...given })
  })
}

/**
 * Suspends or resumes a tenant from the next request on: its people cannot sign in, its clients and webhooks are
 * answered `tenant_suspended`, and its background work pauses (OPS-29). Only for the operator; can be repeated.
 */
export async function suspendTenant(ctx: Context, tenant: TenantRow, by: By, isSuspended: boolean): Promise<void> {
  if (tenant.is_active !== isSuspended) return
  await updateTenantActive(ctx, tenant.tenant_id, !isSuspended)
  await ctx.db.asWorker(tenant.tenant_id, (tx) => recordChanges(tx, by, [suspension(tenant.tenant_id, isSuspended)]))
}

/**
 * Writes changed tenant settings and clears the caches of all processes. The trail records only that the key of a
 * routing engine changed (SECRET-6).
 * @returns the resulting settings
 * @throws Problem validation_failed when the key of the engine is hidden and not the stored one
 */
export async function changeTenantSettings(
  ctx: Pick<Context, 'vault'>,
  tx: Tx,
  by: By,
  before: TenantSettings,
  after: TenantSettings,
): Promise<TenantSettings> {
  if (isSame(before, after)) return before
  const { settings, sealed, isKeyChanged } = await takeKey(ctx, tx, after)
  if (isSame(before, settings) && !isKeyChanged) return before
  await updateTenantSettings(tx, settings, sealed)
  await raiseSettingsVersion(tx)
  await recordChanges(tx, by, [tenantChange(tx.tenantId, before, settings, isKeyChanged)])
  return settings
}
