import type { By } from '../../audit/rules.ts'
import { recordChanges } from '../../audit/store.ts'
import type { Context } from '../../context.ts'
import { Problem } from '../../http/problem.ts'
import { removeSecondFactor } from '../second-factor/commands.ts'
import { dropPasskeys } from '../second-factor/store.ts'
import { deleteSessionsOfUser } from '../sessions/store.ts'
import { checkNewPassword } from './new-password.commands.ts'
import { checkUser, emailTaken, normalEmail } from './rules.ts'
import { insertUser, updateUserDisabled, updateUserPassword } from './store.ts'
import { findAddressee } from './views.ts'

export interface UserRequest {
  email: string
  name: string
  role: string
  /** Generated and shown if absent. */
  password?: string
  company_id?: string | null
}

/** A password, shown once. */
export interface ShownPassword {
  user_id: string
  email: string
  password: string
}

/**
 * Creates a user of a tenant.
 * @throws Problem validation_failed for a bad role, address or password, or an address already in use
 */
export async function createUser(ctx: Context, tenantId: string, by: By, request: UserRequest): Promise<ShownPassword> {
  const email = normalEmail(request.email)
  const company_id = request.company_id ?? null
  const role = checkUser({ email, role: request.role, company_id })
  const password = request.password ?? randomPassword(ctx)
  if (request.password !== undefined) await checkNewPassword(ctx, tenantId, password, email, [request.name])
  const password_hash = await ctx.passwords.hash(password)
  const user_id = ctx.newId()
  const after = { email, name: request.name, role, company_id }
  await ctx.db.asWorker(tenantId, async (tx) => {
    if (!(await insertUser(tx, { user_id, ...after, password_hash }))) throw emailTaken(email)
    await recordChanges(tx, by, [{ ...about(user_id), action: 'created', before: null, after }])
  })
  return { user_id, email, password }
}

/** Audit entity of a user. */
function about(userId: string) {
  return { entity_type: 'user', entity_id: userId }
}

/**
 * Gives a user a new password and ends all their sessions.
 * @throws Problem not_found; validation_failed for a bad password
 */
export async function resetPassword(
  ctx: Context,
  tenantId: string,
  by: By,
  address: string,
  given?: string,
): Promise<ShownPassword> {
  const email = normalEmail(address)
  const password = given ?? randomPassword(ctx)
  if (given !== undefined) await checkNewPassword(ctx, tenantId, password, email)
  const hash = await ctx.passwords.hash(password)
  const user_id = await ctx.db.asWorker(tenantId, async (tx) => {
    const userId = await updateUserPassword(tx, email, hash)
    if (userId === undefined) throw new Problem('not_found')
    await deleteSessionsOfUser(tx, userId)
    await recordChanges(tx, by, [{ ...about(userId), action: 'rotated', before: null, after: null }])
    return userId
  })
  return { user_id, email, password }
}

/**
 * Turns off a user's second factor after a lost phone, and signs out all their sessions.
 * @throws Problem not_found if no enabled user has this address
 */
export async function resetSecondFactor(
  ctx: Context,
  tenantId: string,
  by: By,
  address: string,
): Promise<{ email: string; was_on: boolean }> {
  const user = await ctx.db.asTenant(tenantId, (tx) => findAddressee(tx, normalEmail(address)))
  if (user === undefined) throw new Problem('not_found')
  const was_on = await removeSecondFactor(ctx, { tenantId, userId: user.user_id }, by)
  await ctx.db.asTenant(tenantId, (tx) => deleteSessionsOfUser(tx, user.user_id))
  return { email: user.email, was_on }
}

/**
 * Disables or re-enables a user. Sessions end with the next request.
 * @throws Problem not_found
 */
export async function setUserDisabled(
  ctx: Context,
  tenantId: string,
  by: By,
  address: string,
  isDisabled: boolean,
): Promise<void> {
  await ctx.db.asWorker(tenantId, async (tx) => {
    const user = await updateUserDisabled(tx, normalEmail(address), isDisabled)
    if (user === undefined) throw new Problem('not_found')
    if (isDisabled) {
      await deleteSessionsOfUser(tx, user.user_id)
      await dropPasskeys(tx, user.user_id)
    }
    const [before, after] = [{ is_disabled: user.was_disabled }, { is_disabled: isDisabled }]
    await recordChanges(tx, by, [{ ...about(user.user_id), action: 'updated', before, after }])
  })
}

function randomPassword(ctx: Context): string {
  return ctx.randomBytes(15).toString('base64url')
}
