import type { Context } from '../context.ts'

/** A tenant, as the operator sees it. */
export interface TenantRow {
  tenant_id: string
  slug: string
  name: string
  is_active: boolean
}

/** All tenants of this installation by slug. For commands of the operator. */
export async function listTenants(ctx: Context): Promise<TenantRow[]> {
  const { rows } = await ctx.db.worker.query<TenantRow>(
    'select tenant_id, slug, name, is_active from tenant order by slug',
  )
  return rows
}
