import { createHash } from 'node:crypto'
import type { Context } from '../../context.ts'
import { orNextTime } from '../../db/failure.ts'
import { deleteSession, updateSessionUsed } from './store.ts'
import { findSession, findTenantOfSession, type LiveSession } from './views.ts'

/*
 * One browser may hold sessions of several tenants and change between them. Each is opened with the password (and the
 * code) of its own user, or by a provider of its own tenant (SSO-8); what ties them together is only that this browser has all their cookies. That two users have
 * the same e-mail address ties nothing: any Super admin can create a user with any address.
 */

/** What a browser presents: the cookies' values. */
export interface HeldSessions {
  current: string | undefined
  others: readonly string[]
}

/** A live session with the cookie's value it was found by. */
export interface HeldSession extends LiveSession {
  token: string
}

/** What is stored of a cookie: the table alone opens no session. */
export function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

/** The session of a cookie's value, which counts as used by this; undefined for one that has ended or never was. */
export async function findHeldSession(ctx: Context, token: string): Promise<HeldSession | undefined> {
  const hash = hashOf(token)
  const tenantId = await findTenantOfSession(ctx, hash)
  if (tenantId === undefined) return undefined
  const row = await ctx.db.inOneTrip(tenantId, (tx) => findSession(tx, hash))
  if (row === undefined) return undefined
  if (row.is_use_due) await orNextTime(ctx.db.asTenant(tenantId, (tx) => updateSessionUsed(tx, hash)))
  return { ...row, token }
}

/** Ends the session of a cookie's value; nothing happens when there is none. */
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
 * Decides what happens to the sessions a browser held when someone logs in on it. They stay when that was requested
 * and the current one is live; else they end, because the next person at this browser may be another one. Of one user
 * a browser holds one session.
 * @returns the cookies' values that stay
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
