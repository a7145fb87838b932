import type { Context } from '../../context.ts'
import { statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'
import { defaultLimits, type RateLimits } from '../../http/rate-limit.rules.ts'

/** Tenant data that every request needs. */
export interface TenantFacts {
  slug: string
  name: string
  limits: RateLimits
}

const find = statement(
  'tenants.find_facts',
  `select t.slug, t.name, s.rate_limits as limits
     from tenant t join tenant_setting s on s.tenant_id = t.tenant_id
    where t.tenant_id = $1 and s.tenant_id = $1 and t.is_active`,
)

/** Slug, name and request limits; undefined for a suspended tenant. */
export async function findTenantFacts(tx: Tx): Promise<TenantFacts | undefined> {
  const [row] = await tx.query<{ slug: string; name: string; limits: RateLimits | null }>(find)
  return row && { ...row, limits: row.limits ?? defaultLimits }
}

/** The tenant with this slug; undefined when it does not exist. For commands of the operator. */
export async function findTenant(ctx: Context, slug: string): Promise<{ tenantId: string; slug: string } | undefined> {
  const { rows } = await ctx.db.worker.query<{ tenant_id: string }>('select tenant_id from tenant where slug = $1', [
    slug,
  ])
  return rows[0] && { tenantId: rows[0].tenant_id, slug }
}
