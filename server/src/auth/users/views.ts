import type { User } from '@cartage/contract/auth/app/users'
import type { UserRole } from '@cartage/contract/endpoint'
import { foldText } from '@cartage/contract/reading/fold'
import type { Context } from '../../context.ts'
import { statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'
import { instant } from '../../db/texts.ts'
import { hasPasskey, hasSecondFactor } from '../second-factor/views.ts'

/** A user as login needs it. */
export interface LoginRow {
  tenant_id: string
  slug: string
  tenant_name: string
  time_zone: string
  user_id: string
  email: string
  name: string
  role: UserRole
  company_id: string | null
  password_hash: string
  /** A provider is the only way to sign in for the domain of this address (SSO-6). */
  has_only_way: boolean
}

/** Tenants with a user of this e-mail address (lower case). */
export async function findTenantsOfEmail(ctx: Context, email: string): Promise<string[]> {
  const { rows } = await ctx.db.shared.query<{ tenant_id: string }>({
    name: 'auth.tenants_of_email',
    text: 'select tenants_of_email($1) as tenant_id order by 1',
    values: [email],
  })
  return rows.map((row) => row.tenant_id)
}

const loginRow = `
  select t.tenant_id, t.slug, t.name as tenant_name, t.time_zone, u.user_id, u.email, u.name, u.role, u.company_id, u.password_hash,
         exists (select from sign_in_domain d
                   join sign_in_provider p on p.tenant_id = d.tenant_id and p.provider_id = d.provider_id and p.is_only_way
                  where d.tenant_id = $1 and d.domain = split_part(u.email, '@', -1)) as has_only_way
    from app_user u join tenant t on t.tenant_id = u.tenant_id and t.is_active`

const find = statement(
  'auth.find_user_for_login',
  `${loginRow}
    where u.tenant_id = $1 and u.email = $2 and not u.is_disabled and not u.is_invited`,
)
const findById = statement(
  'auth.find_user_by_id',
  `${loginRow}
    where u.tenant_id = $1 and u.user_id = $2 and not u.is_disabled`,
)

/** An enabled user of an active tenant, including users without a password, who sign in through a provider only. */
export async function findUserById(tx: Tx, userId: string): Promise<LoginRow | undefined> {
  const [row] = await tx.query<LoginRow>(findById, userId)
  return row
}

/** The enabled user of an active tenant with this address and a password. */
export async function findUserForLogin(tx: Tx, email: string): Promise<LoginRow | undefined> {
  const [row] = await tx.query<LoginRow>(find, email)
  return row
}

const shown = `
  select u.user_id, u.email, u.name, u.role, u.company_id,
         (select m.name from company m where m.tenant_id = $1 and m.company_id = u.company_id) as company_name,
         case when u.is_disabled then 'DISABLED'
              when u.is_invited and not exists (
                select from user_identity i
                 where i.tenant_id = $1 and i.user_id = u.user_id and i.ended_at is null)
                and not ${hasPasskey('u')} then 'INVITED'
              else 'ACTIVE' end as state,
         ${hasSecondFactor('u')} as has_second_factor,
         coalesce((select json_agg(json_build_object('provider_id', i.provider_id, 'label', p.label,
                            'connected_at', ${instant('i.created_at')}, 'ended_at', ${instant('i.ended_at')})
                            order by i.created_at desc, i.subject)
                     from user_identity i
                     join sign_in_provider p on p.tenant_id = i.tenant_id and p.provider_id = i.provider_id
                    where i.tenant_id = $1 and i.user_id = u.user_id), '[]') as connections,
         ${instant('u.last_login_at')} as last_login_at,
         ${instant('u.created_at')} as created_at
    from app_user u`

const list = statement('auth.list_users', `${shown} where u.tenant_id = $1 order by u.name, u.user_id limit 1000`)

/** The users of the tenant by name, for the settings. */
export async function listUsers(tx: Tx): Promise<User[]> {
  const users = (await tx.query<User>(list)).map((user) => ({ user, key: foldText(user.name) }))
  return users
    .toSorted((one, other) => (one.key < other.key ? -1 : Number(one.key > other.key)))
    .map(({ user }) => user)
}

const findOne = statement('auth.find_user', `${shown} where u.tenant_id = $1 and u.user_id = $2`)

/** A user for the settings; undefined if there is none. */
export async function findUser(tx: Tx, userId: string): Promise<User | undefined> {
  const [row] = await tx.query<User>(findOne, userId)
  return row
}

const findByEmail = statement(
  'auth.find_user_for_reset',
  `select u.user_id, u.email, u.name, t.name as tenant_name, u.is_invited
     from app_user u join tenant t on t.tenant_id = u.tenant_id and t.is_active
    where u.tenant_id = $1 and (u.email = $2 or u.user_id::text = $2) and not u.is_disabled`,
)

/** Recipient of a link. */
export interface Addressee {
  user_id: string
  email: string
  name: string
  tenant_name: string
  is_invited: boolean
}

/** The enabled user with this address or id; undefined if there is none. */
export async function findAddressee(tx: Tx, emailOrId: string): Promise<Addressee | undefined> {
  const [row] = await tx.query<Addressee>(findByEmail, emailOrId)
  return row
}

const adminAddresses = statement(
  'auth.list_admin_addresses',
  `select u.email from app_user u
    where u.tenant_id = $1 and u.role = 'SUPER_ADMIN' and not u.is_disabled and not u.is_invited
    order by u.email limit 20`,
)

/** Addresses of the Super admins who can log in. */
export async function listAdminAddresses(tx: Tx): Promise<string[]> {
  return (await tx.query<{ email: string }>(adminAddresses)).map(({ email }) => email)
}
