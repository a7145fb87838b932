import type { UserRole } from '@cartage/contract/endpoint'
import type { Context } from '../context.ts'
import { statement } from '../db/statement.ts'
import type { Tx } from '../db/tenant.ts'

/** What login needs of a user. */
export interface LoginRow {
  tenant_id: string
  slug: string
  tenant_name: string
  user_id: string
  email: string
  name: string
  role: UserRole
  company_id: string | null
  password_hash: string
}

/** The tenants in which somebody has this e-mail address (lower case). */
export async function findTenantsOfEmail(ctx: Context, email: string): Promise<string[]> {
  const { rows } = await ctx.db.shared.query<{ tenant_id: string }>({
    name: 'auth.tenants_of_email',
    text: 'select tenants_of_email($1) as tenant_id order by 1',
    values: [email],
  })
  return rows.map((row) => row.tenant_id)
}

const find = statement(
  'auth.find_user_for_login',
  `select t.tenant_id, t.slug, t.name as tenant_name, u.user_id, u.email, u.name, u.role, u.company_id, u.password_hash
     from app_user u join tenant t on t.tenant_id = u.tenant_id and t.is_active
    where u.tenant_id = $1 and u.email = $2 and not u.is_disabled`,
)

/** The enabled user of an active tenant with this address. */
export async function findUserForLogin(tx: Tx, email: string): Promise<LoginRow | undefined> {
  const [row] = await tx.query<LoginRow>(find, email)
  return row
}
