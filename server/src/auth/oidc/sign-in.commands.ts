import { createHash } from 'node:crypto'
import type { OfferedProvider } from '@cartage/contract/auth/app/provider-sign-in'
import type { PasskeyAnswer } from '@cartage/contract/auth/app/session'
import type { UserRole } from '@cartage/contract/endpoint'
import type { By } from '../../audit/rules.ts'
import { recordChanges } from '../../audit/store.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/tenant.ts'
import { Problem } from '../../http/problem.ts'
import { useChallenge } from '../passkeys/check.commands.ts'
import { checkSecondFactor } from '../second-factor/commands.ts'
import { codeLacking, withinGuesses } from '../sessions/login.commands.ts'
import { deleteOldSessions, insertSession } from '../sessions/store.ts'
import type { Throttle } from '../sessions/throttle.store.ts'
import { findSession, type SessionRow } from '../sessions/views.ts'
import { codeAttempt } from '../users/rules.ts'
import { insertInvitedUser, updateLastLogin } from '../users/store.ts'
import { findAddressee } from '../users/views.ts'
import {
  deleteAttempt,
  insertAttempt,
  type SignInAttempt,
  takeAttempt,
  waitingAttemptForUpdate,
} from './attempts.store.ts'
import { authorizationUrl, exchangeCode } from './provider.gateway.ts'
import { clientOf } from './providers.commands.ts'
import { insertIdentity, providerForUpdate } from './providers.store.ts'
import {
  findBoundUser,
  findProvider,
  findProviderOfDomain,
  findTenantOfAttempt,
  findTenantOfProvider,
  findTenantsOfDomain,
  findUserWithAddress,
  type LiveProvider,
  listOwnProviders,
} from './providers.views.ts'
import { refused } from './refusals.rules.ts'
import {
  type Claims,
  checkSamePerson,
  domainOf,
  matchPerson,
  nameIn,
  proofIn,
  providerAttempt,
  redirectUri,
  vouchedAddress,
  vouchedAt,
} from './rules.ts'

/** Origin of a login page request. */
export interface Asker {
  address: string
  userAgent: string
  requestId: string
}

/** Stored hash of a cookie, so that the table alone cannot complete a sign-in. */
function hashOf(cookie: string): Buffer {
  return createHash('sha256').update(cookie).digest()
}

/** @throws Problem rate_limited after too many requests from this address */
async function countRequest(ctx: Context, throttle: Throttle, { address }: Asker): Promise<void> {
  const wait = await throttle.begin(providerAttempt(address), ctx.now().getTime())
  if (wait !== undefined) throw new Problem('rate_limited', { headers: { 'retry-after': String(wait) } })
}

/**
 * Providers to offer on the login page, chosen by the domain alone, so the answer reveals nothing about accounts
 * (SSO-5).
 * @throws Problem rate_limited
 */
export async function offerProviders(
  ctx: Context,
  throttle: Throttle,
  asker: Asker,
  { email, provider_id }: { email?: string | undefined; provider_id?: string | undefined },
): Promise<OfferedProvider[]> {
  await countRequest(ctx, throttle, asker)
  if (redirectUri(ctx.config.public_url) === null) return []
  const found = provider_id === undefined ? await providersOf(ctx, email ?? '') : [await providerWith(ctx, provider_id)]
  return found
    .filter((provider) => provider !== undefined)
    .map(({ provider_id, label, organisation, is_only_way }) => ({ provider_id, label, organisation, is_only_way }))
}

async function providersOf(ctx: Context, email: string): Promise<(LiveProvider | undefined)[]> {
  const domain = domainOf(email)
  if (!email.includes('@') || domain === '' || domain.includes('\u0000')) return []
  const tenants = await findTenantsOfDomain(ctx, domain)
  return await Promise.all(tenants.map((id) => ctx.db.asTenant(id, (tx) => findProviderOfDomain(tx, domain))))
}

async function providerWith(ctx: Context, providerId: string): Promise<LiveProvider | undefined> {
  const tenantId = await findTenantOfProvider(ctx, providerId)
  return tenantId === undefined ? undefined : ctx.db.asTenant(tenantId, (tx) => findProvider(tx, providerId))
}

/** Request of the login page to send a browser to a provider. */
export interface Departure {
  provider_id: string
  email?: string | undefined
  return_to?: string | undefined
  keeps_session?: boolean | undefined
  /** The signed-in user who signs in again (SSO-11). */
  asked_by?: string
}

/**
 * Begins a sign-in (SSO-1): state, nonce and PKCE verifier are stored for ten minutes, under the hash of a cookie.
 * @returns the address for the browser and the cookie value
 * @throws Problem sign_in_refused; rate_limited
 */
export async function beginSignIn(
  ctx: Context,
  throttle: Throttle,
  asker: Asker,
  departure: Departure,
): Promise<{ url: string; cookie: string }> {
  await countRequest(ctx, throttle, asker)
  const tenantId = await findTenantOfProvider(ctx, departure.provider_id)
  if (tenantId === undefined) throw refused('provider_gone')
  const provider = await ctx.db.asTenant(tenantId, (tx) => findProvider(tx, departure.provider_id))
  if (provider === undefined) throw refused('provider_gone')
  const random = () => ctx.randomBytes(32).toString('base64url')
  const pending = { state: random(), nonce: random(), verifier: random() }
  const hint = departure.email?.includes('@') ? departure.email : undefined
  const asked_by = departure.asked_by ?? null
  const options = { loginHint: hint, isAgain: asked_by !== null }
  const url = await authorizationUrl(ctx.net, clientOf(ctx, tenantId, provider), ourAddress(ctx), pending, options)
  const cookie = random()
  const { return_to = null, keeps_session = false } = departure
  const rest = { return_to, keeps_session, asked_by, user_id: null, proof: null, vouched_at: null }
  const attempt: SignInAttempt = { provider_id: provider.provider_id, ...pending, ...rest }
  await ctx.db.asTenant(tenantId, (tx) => insertAttempt(tx, hashOf(cookie), attempt))
  return { url, cookie }
}

function ourAddress(ctx: Context): string {
  const address = redirectUri(ctx.config.public_url)
  if (address === null) throw refused('no_address')
  return address
}

/**
 * The sign-in begun in this browser (SSO-1), and its tenant.
 * @throws Problem sign_in_refused
 */
async function begun(ctx: Context, cookie: string | undefined): Promise<{ key: Buffer; tenantId: string }> {
  if (cookie === undefined) throw refused('other_browser')
  const key = hashOf(cookie)
  const tenantId = await findTenantOfAttempt(ctx, key)
  if (tenantId === undefined) throw refused('expired')
  return { key, tenantId }
}

/**
 * Sends a signed-in person to the provider to authenticate again (SSO-11). Other sessions of the browser stay.
 * @throws Problem not_found for a provider the person is not connected with; sign_in_refused; rate_limited
 */
export async function beginAgain(
  ctx: Context,
  throttle: Throttle,
  asker: Asker,
  { tenantId, userId }: { tenantId: string; userId: string },
  { provider_id, return_to }: Pick<Departure, 'provider_id' | 'return_to'>,
): Promise<{ url: string; cookie: string }> {
  const [connected, user] = await ctx.db.asTenant(tenantId, (tx) =>
    Promise.all([listOwnProviders(tx, userId), findAddressee(tx, userId)]),
  )
  if (user === undefined || !connected.some((one) => one.provider_id === provider_id)) throw new Problem('not_found')
  const departure = { provider_id, return_to, email: user.email, keeps_session: true, asked_by: userId }
  return await beginSignIn(ctx, throttle, asker, departure)
}

/** Session opened by a provider sign-in. */
export interface ProviderSession {
  token: string
  session: SessionRow
  return_to: string | null
  keeps_session: boolean
}

/**
 * Handles the return of a browser: once, in the browser that began, for the provider's tenant only (SSO-1, SSO-2).
 * @param answer query of the return address
 * @throws Problem sign_in_refused; totp_required while a code is missing; rate_limited
 */
export async function finishSignIn(
  ctx: Context,
  throttle: Throttle,
  asker: Asker,
  cookie: string | undefined,
  answer: string,
): Promise<ProviderSession> {
  await countRequest(ctx, throttle, asker)
  const { key, tenantId } = await begun(ctx, cookie)
  const attempt = await ctx.db.asTenant(tenantId, (tx) => takeAttempt(tx, key))
  if (attempt === undefined) throw refused('expired')
  if (new URLSearchParams(answer).get('state') !== attempt.state) throw refused('state_wrong')
  const provider = await ctx.db.asTenant(tenantId, (tx) => findProvider(tx, attempt.provider_id))
  if (provider === undefined) throw refused('suspended')
  const claims = await exchangeCode(ctx.net, clientOf(ctx, tenantId, provider), ourAddress(ctx), attempt, answer)
  const proof = proofIn(claims)
  const userId = await recordingRefusals(ctx, tenantId, provider, asker, () =>
    ctx.db.asTenant(tenantId, async (tx) => {
      const found = await findPerson(ctx, tx, provider, claims, asker)
      checkSamePerson(attempt, found)
      return found
    }),
  )
  const known = { ...attempt, user_id: userId, proof, vouched_at: vouchedAt(claims, attempt, ctx.now()) }
  const lacking = await ctx.db.asTenant(tenantId, async (tx) => {
    if (provider.counts_as_second_factor) return undefined
    if ((await checkSecondFactor(ctx, tx, { tenantId, userId }, {})) === 'not needed') return undefined
    await insertAttempt(tx, key, known)
    return await codeLacking(tx, userId)
  })
  if (lacking !== undefined) throw lacking
  return await ctx.db.asTenant(tenantId, (tx) =>
    openSession(ctx, tx, provider, { ...known, has_second_factor: provider.counts_as_second_factor }, asker),
  )
}

/**
 * Completes a sign-in that waits for a second-factor code.
 * @param given a code, or a passkey instead (PASSKEY-3)
 * @throws Problem totp_wrong, passkey_refused; sign_in_refused; rate_limited
 */
export async function confirmSignIn(
  ctx: Context,
  throttle: Throttle,
  asker: Asker,
  cookie: string | undefined,
  { code, passkey }: { code?: string | undefined; passkey?: PasskeyAnswer | undefined },
): Promise<ProviderSession> {
  await countRequest(ctx, throttle, asker)
  const { key, tenantId } = await begun(ctx, cookie)
  const waiting = await ctx.db.asTenant(tenantId, (tx) => waitingAttemptForUpdate(tx, key))
  if (waiting?.user_id == null) throw refused('expired')
  const { user_id: userId } = waiting
  const confirm = async () => {
    const challenge = passkey && (await useChallenge(ctx, passkey))
    const factor = { code, passkey: passkey && { answer: passkey, challenge } }
    return await ctx.db.asTenant(tenantId, async (tx) => {
      const attempt = await waitingAttemptForUpdate(tx, key)
      const provider = await findProvider(tx, waiting.provider_id)
      if (attempt === undefined || provider === undefined) throw refused('expired')
      const shown = await checkSecondFactor(ctx, tx, { tenantId, userId }, factor)
      if (shown === 'lacking' || shown === 'wrong') throw new Problem(passkey ? 'passkey_refused' : 'totp_wrong')
      await deleteAttempt(tx, key)
      return await openSession(ctx, tx, provider, { ...attempt, has_second_factor: shown === 'proven' }, asker)
    })
  }
  return await withinGuesses(ctx, throttle, codeAttempt(userId), confirm)
}

/**
 * Matches a provider account to a user and binds them.
 * @throws Problem sign_in_refused
 */
async function findPerson(
  ctx: Context,
  tx: Tx,
  provider: LiveProvider,
  claims: Claims & { sub: string },
  asker: Asker,
): Promise<string> {
  const { provider_id } = provider
  // Locked, so two concurrent first sign-ins do not create two accounts.
  if ((await providerForUpdate(tx, provider_id)) === undefined) throw refused('provider_gone')
  const address = vouchedAddress(claims, provider)
  const [bound, withAddress] = await Promise.all([
    findBoundUser(tx, provider_id, claims.sub),
    'email' in address ? findUserWithAddress(tx, address.email, provider_id) : undefined,
  ])
  const match = matchPerson(bound, address, withAddress, provider.new_user_role)
  if (match === 'a new account') return await createAccount(ctx, tx, provider, claims, asker)
  if ('refusal' in match) throw refused(match.refusal)
  if (match.isNew) await connect(tx, provider, { userId: match.userId, subject: claims.sub }, asker)
  return match.userId
}

async function connect(
  tx: Tx,
  { provider_id, label }: LiveProvider,
  { userId, subject }: { userId: string; subject: string },
  asker: Asker,
): Promise<void> {
  await insertIdentity(tx, { providerId: provider_id, subject, userId })
  const change = { entity_type: 'user', entity_id: userId, action: 'updated' as const, before: null }
  await recordChanges(tx, byPerson(userId, asker), [{ ...change, after: { connected_with: label, subject } }])
}

/** Creates an account without a password, with the organisation's role for newcomers (SSO-7). */
async function createAccount(
  ctx: Context,
  tx: Tx,
  provider: LiveProvider,
  claims: Claims & { sub: string },
  asker: Asker,
): Promise<string> {
  const address = vouchedAddress(claims, provider)
  if (!('email' in address) || provider.new_user_role === null) throw refused('unknown_person')
  const user_id = ctx.newId()
  const role: UserRole = provider.new_user_role
  const after = { email: address.email, name: nameIn(claims, address.email), role, company_id: null }
  if (!(await insertInvitedUser(tx, { user_id, ...after }))) throw refused('expired')
  const change = { entity_type: 'user', entity_id: user_id, action: 'created' as const, before: null }
  await recordChanges(tx, byPerson(user_id, asker), [{ ...change, after: { ...after, created_by: provider.label } }])
  await connect(tx, provider, { userId: user_id, subject: claims.sub }, asker)
  return user_id
}

function byPerson(userId: string, { requestId }: Asker): By {
  return { actor: { kind: 'user', id: userId }, requestId }
}

/** Audits for Super admins who was admitted or refused by the provider, and why. */
async function recordingRefusals<T>(
  ctx: Context,
  tenantId: string,
  provider: LiveProvider,
  { address, requestId }: Asker,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Problem && error.code === 'sign_in_refused') {
      const by: By = { actor: { kind: 'system', id: null }, requestId }
      const about = { entity_type: 'sign_in_provider', entity_id: provider.provider_id, before: null }
      const after = { address, reason: error.errors?.[0]?.detail ?? null }
      await ctx.db.asTenant(tenantId, (tx) => recordChanges(tx, by, [{ ...about, action: 'login_failed', after }]))
    }
    throw error
  }
}

/** Opens an ordinary session (SSO-9) in the provider's tenant only (SSO-2, SSO-8). */
async function openSession(
  ctx: Context,
  tx: Tx,
  provider: LiveProvider,
  attempt: SignInAttempt & { has_second_factor: boolean },
  asker: Asker,
): Promise<ProviderSession> {
  const { user_id: userId, return_to, keeps_session, has_second_factor } = attempt
  const token = ctx.randomBytes(32).toString('base64url')
  const csrf_token = ctx.randomBytes(32).toString('base64url')
  const { address, userAgent: user_agent } = asker
  await deleteOldSessions(tx)
  const facts = { token_hash: hashOf(token), user_id: userId!, csrf_token, address, user_agent, has_second_factor }
  await insertSession(tx, { ...facts, provider_id: provider.provider_id, vouched_at: attempt.vouched_at })
  await updateLastLogin(tx, userId!)
  const after = { address, provider: provider.label, ...attempt.proof }
  const change = { entity_type: 'user', entity_id: userId!, action: 'logged_in' as const, before: null, after }
  await recordChanges(tx, byPerson(userId!, asker), [change])
  const session = await findSession(tx, hashOf(token))
  // The account was disabled meanwhile.
  if (session === undefined) throw refused('account_disabled')
  return { token, session, return_to, keeps_session }
}
