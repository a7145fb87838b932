import type { UserLink } from '@cartage/contract/auth/app/users'
import { type By, bySystem } from '../../audit/rules.ts'
import { recordChanges } from '../../audit/store.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/tenant.ts'
import { Problem } from '../../http/problem.ts'
import { isCompany } from '../clients/companies.views.ts'
import { dropPasskeys } from '../second-factor/store.ts'
import { deleteOtherSessions, deleteSessionsOfUser } from '../sessions/store.ts'
import { type LinkPurpose, linkExpired, linkHash, linkLetter, linkPath, linkSeconds } from './links.rules.ts'
import { deleteLinksOfUser, insertLink, takeLink } from './links.store.ts'
import { findLink, findTenantOfLink, type LinkRow } from './links.views.ts'
import { sendLetter } from './mail.gateway.ts'
import { checkNewPassword } from './new-password.commands.ts'
import { sendNotice } from './notices.commands.ts'
import { checkCompanyOf, checkLastAdmin, checkUser, emailTaken, normalEmail } from './rules.ts'
import {
  insertInvitedUser,
  superAdminsForUpdate,
  type UserFacts,
  updatePasswordOfUser,
  updateUser,
  userForUpdate,
} from './store.ts'
import { type Addressee, findAddressee, findTenantsOfEmail } from './views.ts'

/** The person to invite. */
export interface Invitation {
  email: string
  name: string
  role: string
  company_id?: string | null | undefined
}

/** Audit entity of a user. */
function about(userId: string) {
  return { entity_type: 'user', entity_id: userId }
}

/**
 * Creates a user without a password, and a link to set one.
 * @throws Problem validation_failed, company_unknown
 */
export async function inviteUser(ctx: Context, tenantId: string, by: By, given: Invitation): Promise<UserLink> {
  const email = normalEmail(given.email)
  const company_id = given.company_id ?? null
  const role = checkUser({ email, role: given.role, company_id })
  checkCompanyOf({ role, company_id })
  const user_id = ctx.newId()
  const after = { email, name: given.name, role, company_id }
  const link = await ctx.db.asWorker(tenantId, async (tx) => {
    await checkCompanyExists(tx, company_id)
    if (!(await insertInvitedUser(tx, { user_id, ...after }))) throw emailTaken(email)
    const created = await createLink(ctx, tx, user_id)
    await recordChanges(tx, by, [{ ...about(user_id), action: 'created', before: null, after }])
    return created
  })
  return await deliver(ctx, link)
}

async function checkCompanyExists(tx: Tx, companyId: string | null): Promise<void> {
  if (companyId !== null && !(await isCompany(tx, companyId))) throw new Problem('company_unknown')
}

interface CreatedLink {
  to: Addressee
  token: string
  expires_at: string
}

/**
 * Creates a link for a user and replaces earlier ones.
 * @throws Problem not_found
 */
async function createLink(ctx: Context, tx: Tx, emailOrId: string): Promise<CreatedLink> {
  const to = await findAddressee(tx, emailOrId)
  if (to === undefined) throw new Problem('not_found')
  const token = ctx.randomBytes(32).toString('base64url')
  const purpose = purposeFor(to)
  await deleteLinksOfUser(tx, to.user_id)
  const facts = { token_hash: linkHash(token), user_id: to.user_id, purpose, seconds: linkSeconds[purpose] }
  return { to, token, expires_at: await insertLink(tx, facts) }
}

function purposeFor({ is_invited }: Addressee): LinkPurpose {
  return is_invited ? 'INVITE' : 'RESET'
}

async function deliver(ctx: Context, { to, token, expires_at }: CreatedLink): Promise<UserLink> {
  const path = linkPath(token)
  const mail = await sendLetter(ctx, linkLetter(purposeFor(to), to, `${ctx.config.public_url ?? ''}${path}`))
  return { user_id: to.user_id, path, expires_at, mail }
}

/**
 * Creates a link for a user: an invitation while there is no password, a reset otherwise.
 * @throws Problem not_found, also for a disabled user
 */
export async function createUserLink(ctx: Context, tenantId: string, by: By, userId: string): Promise<UserLink> {
  const link = await ctx.db.asWorker(tenantId, async (tx) => {
    const created = await createLink(ctx, tx, userId)
    const after = { link_ends: created.expires_at }
    await recordChanges(tx, by, [{ ...about(userId), action: 'updated', before: null, after }])
    return created
  })
  return await deliver(ctx, link)
}

/** Members of a user to change; absent ones stay. */
export type UserChange = { [Member in keyof UserFacts]?: UserFacts[Member] | undefined }

/**
 * Changes a user. A disabled user is logged out at once.
 * @throws Problem not_found; validation_failed, company_unknown; state_conflict (409) for the last Super admin
 */
export async function changeUser(
  ctx: Context,
  tenantId: string,
  by: By,
  userId: string,
  change: UserChange,
): Promise<void> {
  await ctx.db.asWorker(tenantId, async (tx) => {
    // Always locked first, so two admins who change each other lock in the same order.
    const admins = await superAdminsForUpdate(tx)
    const before = await userForUpdate(tx, userId)
    if (before === undefined) throw new Problem('not_found')
    const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
    const after: UserFacts = { ...before, ...given }
    if (after.role !== before.role || after.company_id !== before.company_id) checkCompanyOf(after)
    checkLastAdmin(admins, userId, after)
    if (after.company_id !== before.company_id) await checkCompanyExists(tx, after.company_id)
    await updateUser(tx, userId, after)
    if (after.is_disabled) {
      await deleteSessionsOfUser(tx, userId)
      await deleteLinksOfUser(tx, userId)
      await dropPasskeys(tx, userId)
    }
    await recordChanges(tx, by, [{ ...about(userId), action: 'updated', before: { ...before }, after: { ...after } }])
  })
}

/**
 * Purpose and owner of a link.
 * @throws Problem not_found if it is not valid
 */
export async function readLink(ctx: Context, token: string): Promise<LinkRow> {
  const hash = linkHash(token)
  const tenantId = await findTenantOfLink(ctx, hash)
  const link = tenantId && (await ctx.db.asTenant(tenantId, (tx) => findLink(tx, hash)))
  if (!link) throw linkExpired()
  return link
}

/**
 * Sets the password of a link's owner, consumes the link and ends all sessions of the person.
 * @returns the address of the person
 * @throws Problem not_found for an invalid link; validation_failed for a bad password, and the link stays
 */
export async function acceptLink(ctx: Context, token: string, password: string, requestId: string): Promise<string> {
  const { email } = await readLink(ctx, token)
  const hash = linkHash(token)
  const tenantId = await findTenantOfLink(ctx, hash)
  if (tenantId === undefined) throw linkExpired()
  await checkNewPassword(ctx, tenantId, password, email)
  const stored = await ctx.passwords.hash(password)
  await ctx.db.asTenant(tenantId, async (tx) => {
    const link = await takeLink(tx, hash)
    if (link === undefined || !(await updatePasswordOfUser(tx, link.user_id, stored))) throw linkExpired()
    await deleteSessionsOfUser(tx, link.user_id)
    await deleteLinksOfUser(tx, link.user_id)
    const by: By = { actor: { kind: 'user', id: link.user_id }, requestId }
    await recordChanges(tx, by, [{ ...about(link.user_id), action: 'rotated', before: null, after: null }])
  })
  return email
}

/** Mails a reset link to all users with this address. Failures are only logged. */
export async function mailResets(ctx: Context, address: string, requestId: string): Promise<void> {
  const email = normalEmail(address)
  if (email.includes('\u0000')) return
  for (const tenantId of await findTenantsOfEmail(ctx, email)) {
    const link = await ctx.db.asTenant(tenantId, async (tx) => {
      if ((await findAddressee(tx, email)) === undefined) return undefined
      const created = await createLink(ctx, tx, email)
      const change = { ...about(created.to.user_id), action: 'updated' as const, before: null }
      await recordChanges(tx, { ...bySystem, requestId }, [{ ...change, after: { link_ends: created.expires_at } }])
      return created
    })
    if (link !== undefined) await deliver(ctx, link)
  }
}

/** The requesting person, and the session to keep. */
export interface Asker {
  tenantId: string
  userId: string
  sessionHash: Buffer
}

/**
 * Sets a new password and ends the other sessions. The caller has verified the person.
 * @throws Problem validation_failed for a bad new password
 */
export async function changePassword(
  ctx: Context,
  by: By,
  { tenantId, userId, sessionHash }: Asker,
  email: string,
  newPassword: string,
): Promise<void> {
  await checkNewPassword(ctx, tenantId, newPassword, email)
  const hash = await ctx.passwords.hash(newPassword)
  await ctx.db.asTenant(tenantId, async (tx) => {
    await updatePasswordOfUser(tx, userId, hash)
    await deleteOtherSessions(tx, userId, sessionHash)
    await deleteLinksOfUser(tx, userId)
    await recordChanges(tx, by, [{ ...about(userId), action: 'rotated', before: null, after: null }])
  })
  sendNotice(ctx, { tenantId, userId }, 'PASSWORD')
}
