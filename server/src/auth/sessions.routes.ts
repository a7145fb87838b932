import { createHash } from 'node:crypto'
import { getSession, login, logout, type Session } from '@cartage/contract/app/session'
import type { FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import type { Caller } from '../http/caller.ts'
import { Problem } from '../http/problem.ts'
import { defaultLimits } from '../http/rate-limit.rules.ts'
import { type Server, serve } from '../http/serve.ts'
import type { Gatekeeper } from './authenticate.routes.ts'
import { openSession } from './login.jobs.ts'
import { permissionsOf } from './permissions.rules.ts'
import { checkCsrf, checkOrigin, endedCookie, readCookie, sessionCookie } from './sessions.rules.ts'
import { deleteSession, updateSessionUsed } from './sessions.store.ts'
import { findSession, findTenantOfSession, type LiveSession, type SessionRow } from './sessions.views.ts'

/** Login, logout and who is logged in. */
export function serveSessions(server: Server, gatekeeper: Gatekeeper): void {
  const { ctx } = server
  const isHttps = usesHttps(ctx)
  let hasWarned = false

  serve(server, login, async ({ body, request, requestId, reply }) => {
    checkOrigin(request, ctx.config.public_url)
    if (!isHttps && !hasWarned) ctx.log.warn('people log in over plain http: set PUBLIC_URL to an https address')
    hasWarned = true
    const opened = await openSession(ctx, gatekeeper.loginThrottle, { ...body, address: request.ip, requestId })
    reply.header('set-cookie', sessionCookie(opened.token, isHttps))
    return toSession(opened.session)
  })

  serve(server, logout, async ({ request, reply, inTenant }) => {
    await inTenant((tx) => deleteSession(tx, hashOf(readCookie(request.headers.cookie, isHttps)!)))
    reply.header('set-cookie', endedCookie(isHttps))
    return undefined
  })

  serve(server, getSession, async ({ request, inTenant }) => {
    const row = await inTenant((tx) => findSession(tx, hashOf(readCookie(request.headers.cookie, isHttps)!)))
    if (row === undefined) throw new Problem('unauthenticated')
    return toSession(row)
  })
}

/** Finds the user of the session cookie. @throws Problem unauthenticated; csrf_refused for a change from elsewhere */
export async function authenticateSession(ctx: Context, request: FastifyRequest): Promise<Caller> {
  const cookie = readCookie(request.headers.cookie, usesHttps(ctx))
  const hash = cookie && hashOf(cookie)
  const tenantId = hash && (await findTenantOfSession(ctx, hash))
  if (!hash || !tenantId) throw new Problem('unauthenticated')
  const row = await ctx.db.asTenant(tenantId, async (tx) => {
    const [session] = await Promise.all([findSession(tx, hash), updateSessionUsed(tx, hash)])
    return session
  })
  if (row === undefined) throw new Problem('unauthenticated')
  checkCsrf(request, row.csrf_token, ctx.config.public_url)
  return toCaller(row)
}

function toCaller(row: LiveSession): Caller {
  return {
    kind: 'user',
    tenantId: row.tenant_id,
    tenantSlug: row.slug,
    id: row.user_id,
    roles: [row.role],
    permissions: permissionsOf(row.role),
    companyId: row.company_id,
    limits: row.rate_limits ?? defaultLimits,
  }
}

function toSession(row: SessionRow): Session {
  const { user_id, email, name, role, csrf_token } = row
  return {
    user: { user_id, email, name, role },
    tenant: { tenant_id: row.tenant_id, slug: row.slug, name: row.tenant_name },
    csrf_token,
    permissions: [...permissionsOf(role)],
  }
}

function usesHttps(ctx: Context): boolean {
  return ctx.config.public_url?.startsWith('https:') ?? false
}

/** The cookie itself is never stored. */
function hashOf(cookie: string): Buffer {
  return createHash('sha256').update(cookie).digest()
}
