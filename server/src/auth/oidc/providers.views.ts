import type { Account } from '@cartage/contract/auth/app/account'
import type { SignInProvider } from '@cartage/contract/auth/app/providers'
import type { Context } from '../../context.ts'
import { statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'
import { instant } from '../../db/texts.ts'
import type { ProviderRow } from './providers.store.ts'
import type { Candidate } from './rules.ts'

const domains = `array(select d.domain from sign_in_domain d
         where d.tenant_id = $1 and d.provider_id = p.provider_id order by d.domain) as domains`
const facts = `p.provider_id, p.label, p.issuer, p.client_id, p.trusts_addresses, p.is_only_way, p.counts_as_second_factor,
  p.new_user_role, ${domains}`

const list = statement(
  'auth.list_sign_in_providers',
  `select ${facts},
          (select count(*)::integer from user_identity i
            where i.tenant_id = $1 and i.provider_id = p.provider_id and i.ended_at is null) as people,
          ${instant('p.created_at')} as created_at
     from sign_in_provider p where p.tenant_id = $1 order by p.created_at, p.provider_id limit 100`,
)

/** The providers of the tenant, oldest first, without secrets. */
export function listProviders(tx: Tx): Promise<SignInProvider[]> {
  return tx.query<SignInProvider>(list)
}

/** A provider that can be used to sign in now. */
export interface LiveProvider extends ProviderRow {
  organisation: string
}

const findLive = statement(
  'auth.find_sign_in_provider',
  `select ${facts}, p.secret_sealed, t.name as organisation
     from sign_in_provider p join tenant t on t.tenant_id = p.tenant_id and t.is_active
    where p.tenant_id = $1 and p.provider_id = $2`,
)

/** A provider of an active tenant; undefined if there is none. */
export async function findProvider(tx: Tx, providerId: string): Promise<LiveProvider | undefined> {
  const [row] = await tx.query<LiveProvider>(findLive, providerId)
  return row
}

const findByDomain = statement(
  'auth.find_sign_in_provider_of_domain',
  `select ${facts}, p.secret_sealed, t.name as organisation
     from sign_in_domain s
     join sign_in_provider p on p.tenant_id = s.tenant_id and p.provider_id = s.provider_id
     join tenant t on t.tenant_id = p.tenant_id and t.is_active
    where s.tenant_id = $1 and s.domain = $2`,
)

/** The provider responsible for a domain in an active tenant; undefined if there is none. */
export async function findProviderOfDomain(tx: Tx, domain: string): Promise<LiveProvider | undefined> {
  const [row] = await tx.query<LiveProvider>(findByDomain, domain)
  return row
}

/** The tenant a provider belongs to; undefined for an unknown one. */
export async function findTenantOfProvider(ctx: Context, providerId: string): Promise<string | undefined> {
  const { rows } = await ctx.db.shared.query<{ tenant_id: string }>({
    name: 'auth.tenants_of_provider',
    text: 'select tenants_of_provider($1) as tenant_id',
    values: [providerId],
  })
  return rows[0]?.tenant_id
}

/** Tenants that have a provider for a domain, at most ten. */
export async function findTenantsOfDomain(ctx: Context, domain: string): Promise<string[]> {
  const { rows } = await ctx.db.shared.query<{ tenant_id: string }>({
    name: 'auth.tenants_of_sign_in_domain',
    text: 'select tenants_of_sign_in_domain($1) as tenant_id order by 1 limit 10',
    values: [domain],
  })
  return rows.map((row) => row.tenant_id)
}

/** Tenant of a pending sign-in, by the hash of its cookie; undefined for none. */
export async function findTenantOfAttempt(ctx: Context, cookieHash: Buffer): Promise<string | undefined> {
  const { rows } = await ctx.db.shared.query<{ tenant_id: string }>({
    name: 'auth.tenants_of_sign_in',
    text: 'select tenants_of_sign_in($1) as tenant_id',
    values: [cookieHash],
  })
  return rows[0]?.tenant_id
}

const findBound = statement(
  'auth.find_user_of_identity',
  `select u.user_id, u.is_disabled, true as is_bound, i.ended_at is not null as is_ended
     from user_identity i join app_user u on u.tenant_id = i.tenant_id and u.user_id = i.user_id
    where i.tenant_id = $1 and i.provider_id = $2 and i.subject = $3`,
)

/** The user bound to a provider account; undefined before the first sign-in. */
export async function findBoundUser(tx: Tx, providerId: string, subject: string): Promise<Candidate | undefined> {
  const [row] = await tx.query<Candidate>(findBound, providerId, subject)
  return row
}

const findWithAddress = statement(
  'auth.find_user_with_address',
  `select u.user_id, u.is_disabled,
          exists (select from user_identity i
                   where i.tenant_id = $1 and i.user_id = u.user_id and i.provider_id = $3
                     and i.ended_at is null) as is_bound
     from app_user u where u.tenant_id = $1 and u.email = $2`,
)

/** The tenant's user with this address, including invited users. */
export async function findUserWithAddress(tx: Tx, email: string, providerId: string): Promise<Candidate | undefined> {
  const [row] = await tx.query<Candidate>(findWithAddress, email, providerId)
  return row
}

const listOwn = statement(
  'auth.list_own_providers',
  `select p.provider_id, p.label, ${instant('i.created_at')} as connected_at
     from user_identity i join sign_in_provider p on p.tenant_id = i.tenant_id and p.provider_id = i.provider_id
    where i.tenant_id = $1 and i.user_id = $2 and i.ended_at is null order by p.label, p.provider_id`,
)

/** The providers that a user is connected with. */
export function listOwnProviders(tx: Tx, userId: string): Promise<Account['providers']> {
  return tx.query(listOwn, userId)
}
