import { createHash } from 'node:crypto'
import { type By, bySystem } from '../audit/rules.ts'
import { recordChanges } from '../audit/store.ts'
import type { Context } from '../context.ts'
import { Problem } from '../http/problem.ts'
import { hashPassword, isPassword } from './passwords.gateway.ts'
import { deleteOldSessions, insertSession } from './sessions.store.ts'
import type { SessionRow } from './sessions.views.ts'
import type { Throttle } from './throttle.rules.ts'
import { loginKeys, normalEmail } from './users.rules.ts'
import { findTenantsOfEmail, findUserForLogin, type LoginRow } from './users.views.ts'

export interface LoginAttempt {
  email: string
  password: string
  tenant_slug?: string | undefined
  /** Where the attempt comes from. */
  address: string
  requestId: string
}

const noTenant = '00000000-0000-4000-8000-000000000000'

let nobody: Promise<string> | undefined

/**
 * Opens a session under a new id. Unknown address, wrong password and disabled user cost and answer the same.
 * @returns the cookie's value, 256 random bits, and what the screens may know
 * @throws Problem unauthenticated; tenant_required; rate_limited after too many failures
 */
export async function openSession(
  ctx: Context,
  throttle: Throttle,
  attempt: LoginAttempt,
): Promise<{ token: string; session: SessionRow }> {
  const email = normalEmail(attempt.email)
  const keys = loginKeys(email, attempt.address)
  const now = ctx.now().getTime()
  const wait = throttle.check(keys, now)
  if (wait !== undefined) throw tooManyLogins(wait)
  // Counted before the password is looked at, because guesses sent all at once would not see each other's failure.
  throttle.fail(keys, now)
  const users = await usersWith(ctx, email, attempt).catch((error: unknown) => {
    throttle.forgive(keys, now)
    throw error
  })
  if (users.length === 0) throw new Problem('unauthenticated')
  throttle.forgive(keys, now)
  if (users.length > 1) throw new Problem('tenant_required')
  return startSession(ctx, users[0]!, attempt)
}

function tooManyLogins(wait: number): Problem {
  const message = 'Too many logins have failed. Wait as many seconds as the Retry-After header says.'
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
  const wanted = users.filter((user) => attempt.tenant_slug === undefined || user.slug === attempt.tenant_slug)
  if (wanted.length === 0) {
    // As much work as for a known address.
    nobody ??= hashPassword('nobody has this password')
    await isPassword(attempt.password, await nobody)
    return []
  }
  const fits = await Promise.all(wanted.map((user) => isPassword(attempt.password, user.password_hash)))
  if (!fits.includes(true)) noteFailures(ctx, wanted, attempt)
  return wanted.filter((_, index) => fits[index])
}

/** Not waited for: the answer must take as long as for an address that nobody has, for which there is no trail. */
function noteFailures(ctx: Context, users: readonly LoginRow[], attempt: LoginAttempt): void {
  const by: By = { ...bySystem, requestId: attempt.requestId }
  for (const { tenant_id, user_id } of users) {
    const change = { ...about(user_id, attempt), action: 'login_failed' as const }
    ctx.db
      .asTenant(tenant_id, (tx) => recordChanges(tx, by, [change]))
      .catch((error: unknown) => ctx.log.warn({ err: error, tenant_id }, 'a failed login could not be recorded'))
  }
}

/** How the audit trail tells of a login. */
function about(userId: string, { address }: LoginAttempt) {
  return { entity_type: 'user', entity_id: userId, before: null, after: { address } }
}

async function startSession(
  ctx: Context,
  user: LoginRow,
  attempt: LoginAttempt,
): Promise<{ token: string; session: SessionRow }> {
  const token = ctx.randomBytes(32).toString('base64url')
  const csrf_token = ctx.randomBytes(32).toString('base64url')
  const token_hash = createHash('sha256').update(token).digest()
  await ctx.db.asTenant(user.tenant_id, async (tx) => {
    await deleteOldSessions(tx)
    await insertSession(tx, { token_hash, user_id: user.user_id, csrf_token })
    const by: By = { actor: { kind: 'user', id: user.user_id }, requestId: attempt.requestId }
    await recordChanges(tx, by, [{ ...about(user.user_id, attempt), action: 'logged_in' }])
  })
  const { password_hash: _, ...facts } = user
  return { token, session: { ...facts, csrf_token } }
}
