import { createHash } from 'node:crypto'
import type { PasskeyAnswer } from '@cartage/contract/auth/app/session'
import { type Message, msg } from '@cartage/contract/message'
import { type By, bySystem } from '../../audit/rules.ts'
import { recordChanges } from '../../audit/store.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/tenant.ts'
import { errorItem, Problem } from '../../http/problem.ts'
import { useChallenge } from '../passkeys/check.commands.ts'
import { checkSecondFactor } from '../second-factor/commands.ts'
import { findAccount } from '../second-factor/views.ts'
import { isPassword } from '../users/passwords.gateway.ts'
import { codeAttempt, loginAttempt, normalEmail, takesPassword } from '../users/rules.ts'
import { updateLastLogin } from '../users/store.ts'
import { findTenantsOfEmail, findUserForLogin, type LoginRow } from '../users/views.ts'
import { mostOthers } from './rules.ts'
import { deleteOldSessions, insertSession } from './store.ts'
import { type Attempt, familiarPlace } from './throttle.rules.ts'
import type { Throttle } from './throttle.store.ts'
import { findSession, type LiveSession, type SessionRow } from './views.ts'

/** Origin of a login. */
export interface Origin {
  /** User agent of the browser. */
  userAgent: string
  /** Client address. */
  address: string
  requestId: string
}

export interface LoginAttempt extends Origin {
  email: string
  password: string
  tenant_slug?: string | undefined
  /** A second-factor code or a recovery code. */
  code?: string | undefined
  /** Replaces a code. */
  passkey?: PasskeyAnswer | undefined
}

const noTenant = '00000000-0000-4000-8000-000000000000'

/** Session opened by a login. */
export interface OpenedSession {
  /** Cookie value, 256 random bits. */
  token: string
  session: SessionRow
  /** Cookie values and owners of further sessions that the same address and password open in other tenants. */
  others: readonly string[]
  othersOf: readonly { tenant_id: string; user_id: string }[]
}

/**
 * Opens a session under a new id. Unknown address, wrong password and disabled user cost and answer the same. If the
 * password fits in several tenants, sessions open in the others too, as a login there would do, because the password
 * identifies the person to each of them. Tenants that require a code are left out.
 * @throws Problem unauthenticated; tenant_required; provider_required; totp_required or totp_wrong if only the code is
 * missing; rate_limited after too many failures
 */
export async function openSession(ctx: Context, throttle: Throttle, attempt: LoginAttempt): Promise<OpenedSession> {
  const email = normalEmail(attempt.email)
  const counted = loginAttempt(email, attempt.address)
  const now = ctx.now().getTime()
  // Counted before the password check, because concurrent guesses would not see each other's failure.
  const wait = await throttle.begin(counted, now)
  if (wait !== undefined) throw tooMany(wait)
  const users = await usersWith(ctx, email, attempt).catch(async (error: unknown) => {
    await throttle.forgive(counted, now)
    throw error
  })
  const requested = users.filter((user) => isRequested(user, attempt))
  if (requested.length === 0) throw new Problem('unauthenticated')
  await throttle.forgive(counted, now)
  if (requested.length > 1) throw tenantRequired(requested)
  const opened = await withCodeThrottled(ctx, throttle, requested[0]!, attempt)
  await throttle.succeed(counted, now)
  return { ...opened, ...(await openOthers(ctx, users, requested[0]!, attempt)) }
}

function isRequested({ slug }: LoginRow, { tenant_slug }: LoginAttempt): boolean {
  return tenant_slug === undefined || slug === tenant_slug
}

/** Lists the tenants, as the correct password shows that the person belongs to them. */
function tenantRequired(users: readonly LoginRow[]): Problem {
  return new Problem('tenant_required', {
    errors: users.map(({ tenant_name, slug }) => errorItem('tenant_slug', tenant_name, slug)),
  })
}

/** Opens sessions in other tenants where the password fits and nothing more is required. */
async function openOthers(ctx: Context, users: readonly LoginRow[], chosen: LoginRow, attempt: LoginAttempt) {
  const others: string[] = []
  const othersOf: LoginRow[] = []
  for (const user of users.filter(({ tenant_id }) => tenant_id !== chosen.tenant_id).slice(0, mostOthers)) {
    try {
      const { token } = await startWithPassword(ctx, user, { ...attempt, code: undefined, passkey: undefined })
      others.push(token)
      othersOf.push(user)
    } catch (error) {
      // The tenant requires a code, which the person can enter by logging in there.
      if (!(error instanceof Problem)) throw error
    }
  }
  return { others, othersOf }
}

/** Even with the password, codes cannot be brute-forced, whatever the number of addresses. */
async function withCodeThrottled(
  ctx: Context,
  throttle: Throttle,
  user: LoginRow,
  attempt: LoginAttempt,
): Promise<{ token: string; session: SessionRow }> {
  const start = () => startWithPassword(ctx, user, attempt)
  if (attempt.code === undefined && attempt.passkey === undefined) return start()
  try {
    return await withinGuesses(
      ctx,
      throttle,
      codeAttempt(user.user_id, familiarPlace(user.email, attempt.address)),
      start,
    )
  } catch (error) {
    if (error instanceof Problem && error.code === 'totp_wrong') noteFailures(ctx, [user], attempt)
    if (error instanceof Problem && error.code === 'passkey_refused')
      noteFailures(ctx, [user], attempt, { passkey: 'refused' })
    throw error
  }
}

/**
 * Runs an attempt with a user's code or current password, limiting wrong ones from all addresses together.
 * @throws Problem rate_limited, and what `attempt` throws
 */
export async function withinGuesses<T>(
  ctx: Context,
  throttle: Throttle,
  counted: Attempt,
  attempt: () => Promise<T>,
): Promise<T> {
  const now = ctx.now().getTime()
  const wait = await throttle.begin(counted, now)
  if (wait !== undefined) throw tooMany(wait, msg`Too many wrong attempts.`)
  const result = await attempt()
  await throttle.succeed(counted, now)
  await throttle.forgive(counted, now)
  return result
}

/** The answer after too many failures; `wait` in seconds. */
export function tooMany(wait: number, what: Message = msg`Too many failed sign-ins.`): Problem {
  const message = msg`${what} Wait as many seconds as the Retry-After header says.`
  return new Problem('rate_limited', { message, headers: { 'retry-after': String(wait) } })
}

/** Users whose password matches; one in almost every case. */
async function usersWith(ctx: Context, email: string, attempt: LoginAttempt): Promise<LoginRow[]> {
  const tenantIds = email.includes('\u0000') ? [] : await findTenantsOfEmail(ctx, email)
  // For an unknown address, a non-existent tenant is queried, so the timing is equal.
  const places = tenantIds.length === 0 ? [noTenant] : tenantIds
  const found = await Promise.all(
    places.map((id) => ctx.db.asTenant(id, (tx) => findUserForLogin(tx, email.replaceAll('\u0000', '')))),
  )
  const users = found.filter((user) => user !== undefined)
  const requested = users.filter((user) => isRequested(user, attempt))
  if (requested.length === 0) {
    // As much work as for a known address.
    await isPassword(attempt.password, await ctx.passwords.ofUnknownUser())
    // The entered address is not logged: people type passwords there by mistake.
    const { requestId, address } = attempt
    ctx.log.warn({ request_id: requestId, address }, 'a login failed: no one here has this e-mail address')
    return []
  }
  const fits = await Promise.all(users.map((user) => isPassword(attempt.password, user.password_hash)))
  const right = users.filter((_, index) => fits[index])
  const fitting = right.filter(takesPassword)
  // Revealed only with the correct password, like a missing code.
  const isThere = (user: LoginRow) => isRequested(user, attempt)
  if (!fitting.some(isThere) && right.some(isThere)) throw new Problem('provider_required')
  if (!fitting.some((user) => isRequested(user, attempt))) noteFailures(ctx, requested, attempt)
  return fitting
}

/** Not awaited: the answer must take as long as for an unknown address, which has no audit trail. */
export function noteFailures(
  ctx: Context,
  users: readonly LoginRow[],
  origin: Origin,
  facts: { passkey?: string } = {},
): void {
  const by: By = { ...bySystem, requestId: origin.requestId }
  for (const { tenant_id, user_id } of users) {
    const { after, ...rest } = about(user_id, origin)
    const change = { ...rest, after: { ...after, ...facts }, action: 'login_failed' as const }
    ctx.db
      .asTenant(tenant_id, (tx) => recordChanges(tx, by, [change]))
      .catch((error: unknown) => ctx.log.warn({ err: error, tenant_id }, 'a failed login could not be recorded'))
  }
}

/** Audit entity of a login. */
function about(userId: string, { address }: Origin) {
  return { entity_type: 'user', entity_id: userId, before: null, after: { address } }
}

/** @throws Problem totp_required, totp_wrong, passkey_refused */
async function startWithPassword(ctx: Context, user: LoginRow, attempt: LoginAttempt) {
  const { code, passkey } = attempt
  const person = { tenantId: user.tenant_id, userId: user.user_id }
  const challenge = passkey && (await useChallenge(ctx, passkey))
  return await startSession(ctx, user, attempt, 'password', async (tx) => {
    const shown = await checkSecondFactor(ctx, tx, person, { code, passkey: passkey && { answer: passkey, challenge } })
    if (shown === 'lacking') throw await codeLacking(tx, user.user_id)
    if (shown === 'wrong') throw new Problem(passkey ? 'passkey_refused' : 'totp_wrong')
    return shown === 'proven'
  })
}

/** The Problem of a missing code in an otherwise successful sign-in. It lists the person's alternatives to a code. */
export async function codeLacking(tx: Tx, userId: string): Promise<Problem> {
  const account = await findAccount(tx, userId)
  const ways = [account?.has_code_app && 'code_app', account?.has_passkey && 'passkey'].filter((way) => way)
  return new Problem('totp_required', {
    errors: ways.map((way) => errorItem('code', 'This second factor is set up.', String(way))),
  })
}

/**
 * Opens a session for a person who has passed the other checks.
 * @param way authentication method that opens it
 * @param check runs in the same transaction, throws to refuse the person, and returns whether a second factor was shown
 * (FACTOR-2)
 */
export async function startSession(
  ctx: Context,
  user: Pick<LoginRow, 'tenant_id' | 'user_id'>,
  origin: Origin,
  way: 'password' | 'passkey',
  check: (tx: Tx) => Promise<boolean>,
): Promise<{ token: string; session: LiveSession }> {
  const token = ctx.randomBytes(32).toString('base64url')
  const csrf_token = ctx.randomBytes(32).toString('base64url')
  const token_hash = createHash('sha256').update(token).digest()
  const session = await ctx.db.asTenant(user.tenant_id, async (tx) => {
    const has_second_factor = await check(tx)
    await deleteOldSessions(tx)
    const { address, userAgent } = origin
    const facts = { token_hash, user_id: user.user_id, csrf_token, address, user_agent: userAgent }
    await insertSession(tx, { ...facts, has_second_factor, is_by_passkey: way === 'passkey' })
    await updateLastLogin(tx, user.user_id)
    const by: By = { actor: { kind: 'user', id: user.user_id }, requestId: origin.requestId }
    await recordChanges(tx, by, [{ ...about(user.user_id, origin), action: 'logged_in' }])
    return await findSession(tx, token_hash)
  })
  // Disabled since the password check.
  if (session === undefined) throw new Problem('unauthenticated')
  return { token, session }
}
