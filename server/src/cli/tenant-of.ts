import type { Context } from '../context.ts'
import { findTenant } from '../tenants/settings/views.ts'
import { listTenants, type TenantRow } from '../tenants/tenants.views.ts'
import { CommandFailed } from './command.ts'

/**
 * The id of the tenant with this slug.
 * @throws CommandFailed listing the existing tenants
 */
export async function tenantIdOf(ctx: Context, slug: string): Promise<string> {
  return (await findTenant(ctx, slug))?.tenantId ?? (await tenantOf(ctx, slug)).tenant_id
}

/**
 * The tenant with this slug, even if switched off.
 * @throws CommandFailed listing the existing tenants
 */
export async function tenantOf(ctx: Context, slug: string): Promise<TenantRow> {
  const tenants = await listTenants(ctx)
  const tenant = tenants.find((one) => one.slug === slug)
  if (tenant) return tenant
  const known = tenants.map((one) => one.slug)
  const choice =
    known.length === 0 ? 'There are no tenants yet: cartage tenant create SLUG.' : `Available: ${known.join(', ')}.`
  throw new CommandFailed(`No tenant is called "${slug}". ${choice}`)
}
