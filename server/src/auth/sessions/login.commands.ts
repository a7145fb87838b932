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

/** Where a login comes from. */
export interface Origin {
  /** What the browser calls itself. */
  userAgent: string
  /** Where the attempt comes from. */
  address: string
  requestId: string
}

export interface LoginAttempt extends Origin {
  email: string
  password: string
  tenant_slug?: string | undefined
  /** Of the second factor, or a recovery code. */
  code?: string | undefined
  /** In the place of a code. */
  passkey?: PasskeyAnswer | undefined
}

const noTenant = '00000000-0000-4000-8000-000000000000'

/** What a login opened. */
export interface OpenedSession {
  /** The cookie's value, 256 random bits. */
  token: string
  session: SessionRow
  /** Values for sessions in other tenants that the same address and password open, and whose they are. */
  others: readonly string[]
  othersOf: readonly { tenant_id: string; user_id: string }[]
}

/**
 * Opens a session under a new id. Unknown address, wrong password and disabled user cost and answer the same.
 * Where the password fits in several tenants, sessions open in the others too, as a login there would do: that the
 * password is right proves for each of them who is at the keyboard. A tenant that requires a code is left out.
 * @throws Problem unauthenticated; tenant_required; provider_required; totp_required or totp_wrong when only the code is lacking;
 *   rate_limited after too many failures
 */
export async function openSession(ctx: Context, throttle: Throttle, attempt: LoginAttempt): Promise<OpenedSession> {
  const email = normalEmail(attempt.email)
  const counted = loginAttempt(email, attempt.address)
  const now = ctx.now().getTime()
  // Counted before the password is looked at, because guesses sent all at once would not see each other's failure.
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

/** Names the tenants, which the right password has shown to know them. */
function tenantRequired(users: readonly LoginRow[]): Problem {
  return new Problem('tenant_required', {
    errors: users.map(({ tenant_name, slug }) => errorItem('tenant_slug', tenant_name, slug)),
  })
}

/** Opens sessions where the password fits as well and nothing more is required. */
async function openOthers(ctx: Context, users: readonly LoginRow[], chosen: LoginRow, attempt: LoginAttempt) {
  const others: string[] = []
  const othersOf: LoginRow[] = []
  for (const user of users.filter(({ tenant_id }) => tenant_id !== chosen.tenant_id).slice(0, mostOthers)) {
    try {
      const { token } = await startWithPassword(ctx, user, { ...attempt, code: undefined, passkey: undefined })
      others.push(token)
      othersOf.push(user)
    } catch (error) {
      // The tenant wants a code, which the person can enter by logging in there.
      if (!(error instanceof Problem)) throw error
    }
  }
  return { others, othersOf }
}

/** Anyone who knows the password may still not try all codes, from however many addresses. */
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
 * Does something with a code or the current password of a user; only so many wrong ones are answered, from wherever they come.
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

/** The users the password fits; one in almost every case. */
async function usersWith(ctx: Context, email: string, attempt: LoginAttempt): Promise<LoginRow[]> {
  const tenantIds = email.includes('\u0000') ? [] : await findTenantsOfEmail(ctx, email)
  // An unknown address is looked up in a tenant as well, in one that does not exist.
  const places = tenantIds.length === 0 ? [noTenant] : tenantIds
  const found = await Promise.all(
    places.map((id) => ctx.db.asTenant(id, (tx) => findUserForLogin(tx, email.replaceAll('\u0000', '')))),
  )
  const users = found.filter((user) => user !== undefined)
  const requested = users.filter((user) => isRequested(user, attempt))
  if (requested.length === 0) {
    // As much work as for a known address.
    await isPassword(attempt.password, await ctx.passwords.ofUnknownUser())
    // Not what was entered: people type passwords there by mistake.
    const { requestId, address } = attempt
    ctx.log.warn({ request_id: requestId, address }, 'a login failed: no one here has this e-mail address')
    return []
  }
  const fits = await Promise.all(users.map((user) => isPassword(attempt.password, user.password_hash)))
  const right = users.filter((_, index) => fits[index])
  const fitting = right.filter(takesPassword)
  // Said to who knows the password only, as that a code is lacking.
  const isThere = (user: LoginRow) => isRequested(user, attempt)
  if (!fitting.some(isThere) && right.some(isThere)) throw new Problem('provider_required')
  if (!fitting.some((user) => isRequested(user, attempt))) noteFailures(ctx, requested, attempt)
  return fitting
}

/** Not waited for: the answer must take as long as for an address that no one has, for which there is no trail. */
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

/** How the audit trail records a login. */
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

/** The Problem of a code that is lacking, for who is otherwise let in: it says what the person has in the place of a code. */
export async function codeLacking(tx: Tx, userId: string): Promise<Problem> {
  const account = await findAccount(tx, userId)
  const ways = [account?.has_code_app && 'code_app', account?.has_passkey && 'passkey'].filter((way) => way)
  return new Problem('totp_required', {
    errors: ways.map((way) => errorItem('code', 'This second factor is set up.', String(way))),
  })
}

/**
 * Opens a session for a person who is allowed in otherwise.
 * @param way what opens it
 * @param check runs in the same transaction, throws for who is not let in, and answers whether a second factor was shown (FACTOR-2)
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
  // Disabled since the password was looked at.
  if (session === undefined) throw new Problem('unauthenticated')
  return { token, session }
}
