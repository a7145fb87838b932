import type { Context } from '../../context.ts'
import { type Statement, statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'
import { listTenants, type TenantRow } from '../../tenants/tenants.views.ts'
import type { Named } from './rules.ts'

const anyOf = new Map<string, Statement>()

function selectAny({ table, column }: Named): Statement {
  const known =
    anyOf.get(table) ??
    statement(
      `operations.any_${table}`,
      `select x.${column}::text as id from ${table} x where x.tenant_id = $1 limit 1`,
    )
  anyOf.set(table, known)
  return known
}

/** One record of each table, by table; empty tables are left out. */
async function recordsOf(tx: Tx, tables: readonly Named[]): Promise<Map<string, string>> {
  const found = await Promise.all(
    tables.map(async (named) => [named.table, (await tx.query<{ id: string }>(selectAny(named)))[0]?.id] as const),
  )
  return new Map(found.flatMap(([table, id]) => (id === undefined ? [] : [[table, id] as const])))
}

/** Maximum number of tenants whose records are used; if there are more, each run picks others. */
const mostTenants = 20

/**
 * Records of other tenants, at most one of each table. Read as each of those tenants: this program can be any tenant,
 * but only one at a time.
 * @param without the tenant of the canary itself
 */
export async function findForeign(
  ctx: Context,
  without: string,
  tables: readonly Named[],
): Promise<{ byTable: Map<string, string>; tenants: string[] }> {
  const others = (await listTenants(ctx)).filter(({ tenant_id, is_active }) => tenant_id !== without && is_active)
  const byTable = new Map<string, string>()
  const tenants: string[] = []
  for (const { tenant_id } of shuffled(ctx, others).slice(0, mostTenants)) {
    const missing = tables.filter(({ table }) => !byTable.has(table))
    if (missing.length === 0) break
    tenants.push(tenant_id)
    const records = await ctx.db.asTenant(tenant_id, (tx) => recordsOf(tx, missing))
    for (const [table, id] of records) byTable.set(table, id)
  }
  return { byTable, tenants }
}

function shuffled(ctx: Context, tenants: readonly TenantRow[]): TenantRow[] {
  const places = new Map(tenants.map((tenant) => [tenant, ctx.randomBytes(4).readUInt32BE()]))
  return tenants.toSorted((one, other) => places.get(one)! - places.get(other)!)
}

const selectUser = statement(
  'operations.find_canary_user',
  'select u.user_id from app_user u where u.tenant_id = $1 and u.email = $2',
)

/** The user of the canary; undefined before its first run. */
export async function findCanaryUser(tx: Tx, email: string): Promise<string | undefined> {
  return (await tx.query<{ user_id: string }>(selectUser, email))[0]?.user_id
}
