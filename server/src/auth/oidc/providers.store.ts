import { statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'
import type { ProviderFacts } from './rules.ts'

/** A provider with its sealed secret. */
export interface ProviderRow extends ProviderFacts {
  provider_id: string
  secret_sealed: Buffer
}

const columns = `p.provider_id, p.label, p.issuer, p.client_id, p.secret_sealed, p.trusts_addresses, p.is_only_way,
  p.counts_as_second_factor, p.new_user_role,
  array(select d.domain from sign_in_domain d
         where d.tenant_id = $1 and d.provider_id = p.provider_id order by d.domain) as domains`

const lock = statement(
  'auth.lock_sign_in_provider',
  `select ${columns} from sign_in_provider p where p.tenant_id = $1 and p.provider_id = $2 for update`,
)

/** A provider, locked until the transaction ends; undefined if there is none. */
export async function providerForUpdate(tx: Tx, providerId: string): Promise<ProviderRow | undefined> {
  const [row] = await tx.query<ProviderRow>(lock, providerId)
  return row
}

const lockTenant = statement(
  'auth.lock_sign_in_providers',
  'select p.provider_id from sign_in_provider p where p.tenant_id = $1 order by p.provider_id for update',
)

/** Ids of the tenant's providers, locked until the transaction ends. */
export async function providersForUpdate(tx: Tx): Promise<string[]> {
  return (await tx.query<{ provider_id: string }>(lockTenant)).map(({ provider_id }) => provider_id)
}

const add = statement(
  'auth.insert_sign_in_provider',
  `insert into sign_in_provider (tenant_id, provider_id, label, issuer, client_id, secret_sealed, trusts_addresses, is_only_way,
     counts_as_second_factor, new_user_role)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
)

const change = statement(
  'auth.update_sign_in_provider',
  `update sign_in_provider set label = $3, issuer = $4, client_id = $5, secret_sealed = $6, trusts_addresses = $7, is_only_way = $8,
     counts_as_second_factor = $9, new_user_role = $10
   where tenant_id = $1 and provider_id = $2`,
)

function valuesOf(row: ProviderRow): unknown[] {
  const { provider_id, label, issuer, client_id, secret_sealed, trusts_addresses } = row
  const { is_only_way, counts_as_second_factor, new_user_role } = row
  const marks = [trusts_addresses, is_only_way, counts_as_second_factor]
  return [provider_id, label, issuer, client_id, secret_sealed, ...marks, new_user_role]
}

const dropDomains = statement(
  'auth.delete_sign_in_domains',
  'delete from sign_in_domain where tenant_id = $1 and provider_id = $2',
)
const addDomains = statement(
  'auth.insert_sign_in_domains',
  `insert into sign_in_domain (tenant_id, domain, provider_id)
   select $1, unnest($3::text[]), $2 on conflict (tenant_id, domain) do nothing returning domain`,
)

/**
 * Inserts a provider.
 * @returns a domain already taken by another provider of the tenant, undefined if none
 */
export async function insertProvider(tx: Tx, row: ProviderRow): Promise<string | undefined> {
  await tx.query(add, ...valuesOf(row))
  return await replaceDomains(tx, row)
}

/**
 * Updates a provider.
 * @returns a domain already taken by another provider of the tenant, undefined if none
 */
export async function updateProvider(tx: Tx, row: ProviderRow): Promise<string | undefined> {
  await tx.query(change, ...valuesOf(row))
  return await replaceDomains(tx, row)
}

async function replaceDomains(tx: Tx, { provider_id, domains }: ProviderRow): Promise<string | undefined> {
  await tx.query(dropDomains, provider_id)
  const kept = new Set(
    (await tx.query<{ domain: string }>(addDomains, provider_id, domains)).map(({ domain }) => domain),
  )
  return domains.find((domain) => !kept.has(domain))
}

const drop = statement(
  'auth.delete_sign_in_provider',
  'delete from sign_in_provider where tenant_id = $1 and provider_id = $2',
)
const endSessions = statement(
  'auth.delete_sessions_of_provider',
  'delete from app_session where tenant_id = $1 and provider_id = $2',
)

/** Removes a provider with its domains, user connections and pending sign-ins, and ends the sessions it opened. */
export async function deleteProvider(tx: Tx, providerId: string): Promise<void> {
  await tx.query(endSessions, providerId)
  await tx.query(drop, providerId)
}

const dropIdentities = statement(
  'auth.delete_identities_of_provider',
  'delete from user_identity where tenant_id = $1 and provider_id = $2',
)
const dropAttempts = statement(
  'auth.delete_sign_in_attempts_of_provider',
  'delete from sign_in_attempt where tenant_id = $1 and provider_id = $2',
)

/** Deletes the user connections and pending sign-ins of a provider. */
export async function forgetPeople(tx: Tx, providerId: string): Promise<void> {
  await tx.query(dropIdentities, providerId)
  await tx.query(dropAttempts, providerId)
}

const bind = statement(
  'auth.insert_user_identity',
  'insert into user_identity (tenant_id, provider_id, subject, user_id) values ($1, $2, $3, $4)',
)

/** Connects a provider account with a user. */
export async function insertIdentity(
  tx: Tx,
  identity: { providerId: string; subject: string; userId: string },
): Promise<void> {
  await tx.query(bind, identity.providerId, identity.subject, identity.userId)
}

const unbind = statement(
  'auth.delete_identities_of_user',
  'delete from user_identity where tenant_id = $1 and user_id = $2 returning provider_id',
)

/** Deletes all provider connections of a user. True if there were any. */
export async function deleteIdentitiesOfUser(tx: Tx, userId: string): Promise<boolean> {
  return (await tx.query(unbind, userId)).length > 0
}

const endOpen = statement(
  'auth.end_user_identity',
  `update user_identity i set ended_at = now()
     from sign_in_provider p
    where i.tenant_id = $1 and i.user_id = $2 and i.provider_id = $3 and i.ended_at is null
      and p.tenant_id = $1 and p.provider_id = $3
   returning i.subject, p.label`,
)
const dropWaiting = statement(
  'auth.delete_sign_in_attempts_of_user',
  'delete from sign_in_attempt where tenant_id = $1 and provider_id = $3 and user_id = $2',
)

/** The provider account of a connection, for the audit trail. */
export interface NamedIdentity {
  subject: string
  label: string
}

/** Ends a user's connection with a provider and its sign-ins that await a code (SSO-12); undefined if there is none. */
export async function endIdentity(tx: Tx, userId: string, providerId: string): Promise<NamedIdentity | undefined> {
  const [ended] = await tx.query<NamedIdentity>(endOpen, userId, providerId)
  if (ended !== undefined) await tx.query(dropWaiting, userId, providerId)
  return ended
}

const dropEnded = statement(
  'auth.delete_ended_identities',
  `delete from user_identity i using sign_in_provider p
    where i.tenant_id = $1 and i.user_id = $2 and i.provider_id = $3 and i.ended_at is not null
      and p.tenant_id = $1 and p.provider_id = $3
   returning i.subject, p.label`,
)

/** Deletes the ended connections of a user with a provider. */
export async function deleteEndedIdentities(tx: Tx, userId: string, providerId: string): Promise<NamedIdentity[]> {
  return await tx.query<NamedIdentity>(dropEnded, userId, providerId)
}
