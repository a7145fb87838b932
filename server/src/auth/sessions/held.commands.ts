import { createHash } from 'node:crypto'
import type { Context } from '../../context.ts'
import { orNextTime } from '../../db/failure.ts'
import { deleteSession, updateSessionUsed } from './store.ts'
import { findSession, findTenantOfSession, type LiveSession } from './views.ts'

/*
 * A browser can hold sessions of several tenants and switch between them. Each is opened with the password (and the
 * code) of its own user, or by a provider of its own tenant (SSO-8). Only the cookies of one browser tie them together,
 * never an equal e-mail address: any Super admin can create a user with any address.
 */

/** Session cookie values sent by a browser. */
export interface HeldSessions {
  current: string | undefined
  others: readonly string[]
}

/** A live session with its cookie value. */
export interface HeldSession extends LiveSession {
  token: string
}

/** Stored hash of a cookie, so that the table alone opens no session. */
export function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

/** The session of a cookie value, which counts as used by this; undefined if it has ended or never existed. */
export async function findHeldSession(ctx: Context, token: string): Promise<HeldSession | undefined> {
  const hash = hashOf(token)
  const tenantId = await findTenantOfSession(ctx, hash)
  if (tenantId === undefined) return undefined
  const row = await ctx.db.inOneTrip(tenantId, (tx) => findSession(tx, hash))
  if (row === undefined) return undefined
  if (row.is_use_due) await orNextTime(ctx.db.asTenant(tenantId, (tx) => updateSessionUsed(tx, hash)))
  return { ...row, token }
}

/** Ends the session of a cookie value, if there is one. */
export async function endHeldSession(ctx: Context, token: string): Promise<void> {
  const hash = hashOf(token)
  const tenantId = await findTenantOfSession(ctx, hash)
  if (tenantId !== undefined) await ctx.db.asTenant(tenantId, (tx) => deleteSession(tx, hash))
}

/** Users that have just logged in. */
interface Opened {
  session: { tenant_id: string; user_id: string }
  othersOf: readonly { tenant_id: string; user_id: string }[]
}

/**
 * Decides what happens to the sessions a browser held when someone logs in on it. They stay if that was requested and
 * the current one is live. Otherwise they end, because the next person at this browser may be someone else. A browser
 * holds one session per user.
 * @returns the cookie values that stay
 */
export async function replaceSessions(
  ctx: Context,
  held: HeldSessions,
  { session, othersOf }: Opened,
  keeps: boolean,
): Promise<string[]> {
  const tokens = held.current === undefined ? held.others : [held.current, ...held.others]
  const live = await Promise.all(tokens.map((token) => findHeldSession(ctx, token)))
  const isAnybodyThere = held.current !== undefined && live[0] !== undefined
  const isNew = (row: LiveSession) =>
    [session, ...othersOf].some((one) => one.tenant_id === row.tenant_id && one.user_id === row.user_id)
  const kept: string[] = []
  for (const row of live) {
    if (row === undefined) continue
    if (keeps && isAnybodyThere && !isNew(row)) kept.push(row.token)
    else await endHeldSession(ctx, row.token)
  }
  return kept
}
