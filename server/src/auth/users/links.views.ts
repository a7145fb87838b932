import type { Context } from '../../context.ts'
import { statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'
import type { LinkPurpose } from './links.rules.ts'

/** Tenant of a link; undefined for an unknown one. `tokenHash` is the SHA-256 of its token. */
export async function findTenantOfLink(ctx: Context, tokenHash: Buffer): Promise<string | undefined> {
  const { rows } = await ctx.db.shared.query<{ tenant_id: string }>({
    name: 'auth.tenants_of_link',
    text: 'select tenants_of_link($1) as tenant_id',
    values: [tokenHash],
  })
  return rows[0]?.tenant_id
}

/** Purpose and owner of a link. */
export interface LinkRow {
  purpose: LinkPurpose
  email: string
  name: string
  tenant_name: string
}

const find = statement(
  'auth.find_link',
  `select l.purpose, u.email, u.name, t.name as tenant_name
     from user_link l
     join app_user u on u.tenant_id = l.tenant_id and u.user_id = l.user_id and not u.is_disabled
     join tenant t on t.tenant_id = l.tenant_id and t.is_active
    where l.tenant_id = $1 and l.token_hash = $2 and l.expires_at > now()`,
)

/** A valid link; undefined if it was used, has expired, or its user is disabled. */
export async function findLink(tx: Tx, tokenHash: Buffer): Promise<LinkRow | undefined> {
  const [row] = await tx.query<LinkRow>(find, tokenHash)
  return row
}
