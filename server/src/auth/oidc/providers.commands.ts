import type { NewSignInProvider } from '@cartage/contract/auth/app/providers'
import type { Sentence } from '@cartage/contract/message'
import type { By } from '../../audit/rules.ts'
import { recordChanges } from '../../audit/store.ts'
import type { Context } from '../../context.ts'
import { Problem } from '../../http/problem.ts'
import { faultOf, type ProviderClient } from './provider.gateway.ts'
import {
  deleteProvider,
  forgetPeople,
  insertProvider,
  type ProviderRow,
  providerForUpdate,
  providersForUpdate,
  updateProvider,
} from './providers.store.ts'
import { listProviders } from './providers.views.ts'
import {
  checkOnlyWay,
  checkProvider,
  domainTaken,
  mostProviders,
  type ProviderFacts,
  redirectUri,
  secretNeeded,
  tooManyProviders,
} from './rules.ts'

/** Audit entity of a provider. */
function about(providerId: string) {
  return { entity_type: 'sign_in_provider', entity_id: providerId }
}

/** Binds a sealed secret to its row. */
function placeOf(tenantId: string, providerId: string): string {
  return `${tenantId}|sign_in_provider|secret_sealed|${providerId}`
}

function seal(ctx: Context, tenantId: string, providerId: string, secret: string): Buffer {
  return ctx.vault.seal(Buffer.from(secret), placeOf(tenantId, providerId))
}

/** Client settings of a stored provider, with its secret opened. */
export function clientOf(ctx: Context, tenantId: string, row: ProviderRow): ProviderClient {
  const clientSecret = ctx.vault.open(row.secret_sealed, placeOf(tenantId, row.provider_id)).toString()
  return { tenantId, issuer: row.issuer, clientId: row.client_id, clientSecret }
}

/** Audited fields of a provider: never the secret (SSO-10). */
function shown({ secret_sealed: _, provider_id: _id, ...facts }: ProviderRow) {
  return facts
}

/**
 * Adds a provider to a tenant.
 * @returns its id
 * @throws Problem validation_failed; state_conflict at the maximum number of providers
 */
export async function addProvider(ctx: Context, tenantId: string, by: By, given: NewSignInProvider): Promise<string> {
  const { client_secret, ...facts } = given
  const checked = checkProvider(facts)
  checkOnlyWay(checked, 0)
  await checkReachable(ctx, tenantId, checked)
  const provider_id = ctx.newId()
  await ctx.db.asTenant(tenantId, async (tx) => {
    if ((await providersForUpdate(tx)).length >= mostProviders) throw tooManyProviders()
    const row = { ...checked, provider_id, secret_sealed: seal(ctx, tenantId, provider_id, client_secret) }
    const taken = await insertProvider(tx, row)
    if (taken !== undefined) throw domainTaken(taken)
    await recordChanges(tx, by, [{ ...about(provider_id), action: 'created', before: null, after: shown(row) }])
  })
  return provider_id
}

/** Refuses an address in a forbidden network on entry, like that of an endpoint (NET-2). */
async function checkReachable(ctx: Context, tenantId: string, { issuer }: ProviderFacts): Promise<void> {
  const message = await ctx.net.refusal(issuer, { tenant_id: tenantId })
  if (message === null) return
  throw new Problem('validation_failed', {
    errors: [{ message, field: 'issuer', path: 'issuer', detail: 'address_refused' }],
  })
}

/**
 * Changes a provider. A new issuer or client unbinds all users, because subjects are valid for one client only (SSO-3).
 * @throws Problem not_found; validation_failed
 */
export async function changeProvider(
  ctx: Context,
  tenantId: string,
  by: By,
  providerId: string,
  given: ProviderFacts & { client_secret?: string | undefined },
): Promise<void> {
  const { client_secret, ...facts } = given
  const checked = checkProvider(facts)
  await checkReachable(ctx, tenantId, checked)
  await ctx.db.asTenant(tenantId, async (tx) => {
    await providersForUpdate(tx)
    const before = await providerForUpdate(tx, providerId)
    if (before === undefined) throw new Problem('not_found')
    const isOther = before.issuer !== checked.issuer
    if (isOther && client_secret === undefined) throw secretNeeded()
    const startsOver = isOther || before.client_id !== checked.client_id
    if (startsOver) await forgetPeople(tx, providerId)
    if (!before.is_only_way || startsOver) {
      const people = (await listProviders(tx)).find(({ provider_id }) => provider_id === providerId)?.people ?? 0
      checkOnlyWay(checked, people)
    }
    const secret_sealed =
      client_secret === undefined ? before.secret_sealed : seal(ctx, tenantId, providerId, client_secret)
    const after: ProviderRow = { ...checked, provider_id: providerId, secret_sealed }
    const taken = await updateProvider(tx, after)
    if (taken !== undefined) throw domainTaken(taken)
    const changes = [
      { ...about(providerId), action: 'updated' as const, before: { ...shown(before) }, after: { ...shown(after) } },
      ...(client_secret === undefined
        ? []
        : [{ ...about(providerId), action: 'rotated' as const, before: null, after: null }]),
    ]
    await recordChanges(tx, by, changes)
  })
}

/**
 * Removes a provider and ends the sessions it opened.
 * @throws Problem not_found
 */
export async function removeProvider(ctx: Context, tenantId: string, by: By, providerId: string): Promise<void> {
  await ctx.db.asTenant(tenantId, async (tx) => {
    const before = await providerForUpdate(tx, providerId)
    if (before === undefined) throw new Problem('not_found')
    await deleteProvider(tx, providerId)
    await recordChanges(tx, by, [
      { ...about(providerId), action: 'deleted', before: { ...shown(before) }, after: null },
    ])
  })
}

/** Result of a check, as a translatable message. */
export interface Found {
  is_right: boolean
  message: Sentence
}

/** What to check: a stored provider or one being entered. */
export interface Trial {
  provider_id?: string | undefined
  issuer?: string | undefined
  client_id?: string | undefined
  client_secret?: string | undefined
}

/**
 * Checks a provider without saving anything. The stored secret is sent only to the stored issuer.
 * @throws Problem not_found; validation_failed for an impossible issuer
 */
export async function tryProvider(ctx: Context, tenantId: string, trial: Trial): Promise<Found> {
  const ours = redirectUri(ctx.config.public_url)
  if (ours === null) {
    const message =
      'This server does not know its own address, so no provider can send people back. Ask the operator to set PUBLIC_URL.'
    return { is_right: false, message }
  }
  const { client, secret } = await clientToTry(ctx, tenantId, trial)
  const fault = await faultOf(ctx.net, client, ours, secret)
  if (fault !== undefined) return { is_right: false, message: fault }
  const message =
    secret === undefined
      ? 'The provider is there and is the one it says. Enter the secret to check that too.'
      : 'The provider is there, and accepts the client id with the secret. Sign in with it once to be sure.'
  return { is_right: true, message }
}

async function clientToTry(ctx: Context, tenantId: string, { provider_id, issuer, client_id, client_secret }: Trial) {
  if (provider_id !== undefined) {
    const row = await ctx.db.asTenant(tenantId, (tx) => providerForUpdate(tx, provider_id))
    if (row === undefined) throw new Problem('not_found')
    const client = clientOf(ctx, tenantId, row)
    return { client, secret: client.clientSecret }
  }
  const draft = { label: '', issuer: issuer ?? '', client_id: client_id ?? '', domains: [], new_user_role: null }
  checkProvider({ ...draft, trusts_addresses: false, is_only_way: false, counts_as_second_factor: false })
  const client = { tenantId, issuer: draft.issuer, clientId: client_id ?? 'none' }
  return { client, secret: client_id === undefined ? undefined : client_secret }
}
