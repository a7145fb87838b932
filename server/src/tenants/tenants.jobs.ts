import type { Context } from '../context.ts'
import { sqlState } from '../db/failure.ts'
import { noLimits, type RateLimits } from '../http/rate-limit.rules.ts'
import { checkLimits, checkSlug, minimalReference, slugTaken } from './rules.ts'
import { insertReference, insertSettings, insertTenant, updateRateLimits } from './store.ts'

export interface NewTenant {
  slug: string
  /** The slug when absent. */
  name?: string
  time_zone?: string
  /** `none` for tests and imports: no request limits at all. */
  limits?: 'default' | 'none'
  create_missing_companies?: boolean
}

/**
 * Makes a tenant with the minimal reference data. An act of the operator: no endpoint does it.
 * @throws Problem validation_failed when the slug is malformed or taken
 */
export async function createTenant(ctx: Context, given: NewTenant): Promise<{ tenantId: string; slug: string }> {
  checkSlug(given.slug)
  const tenantId = ctx.newId()
  try {
    await ctx.db.asWorker(tenantId, async (tx) => {
      await insertTenant(tx, {
        slug: given.slug,
        name: given.name ?? given.slug,
        time_zone: given.time_zone ?? 'Europe/Brussels',
      })
      await insertSettings(tx, {
        rate_limits: given.limits === 'none' ? noLimits : null,
        create_missing_companies: given.create_missing_companies ?? false,
      })
      await insertReference(tx, minimalReference)
    })
  } catch (error) {
    throw sqlState(error) === '23505' ? slugTaken(given.slug) : error
  }
  return { tenantId, slug: given.slug }
}

/**
 * Sets a tenant's request limits; null goes back to the defaults.
 * @throws Problem validation_failed for windows that make no sense
 */
export async function setLimits(ctx: Context, tenantId: string, limits: RateLimits | null): Promise<void> {
  if (limits !== null) checkLimits(limits)
  await ctx.db.asWorker(tenantId, (tx) => updateRateLimits(tx, limits))
}
