import {
  getSession,
  listOrganisations,
  login,
  logout,
  type Organisation,
  type Session,
  switchOrganisation,
} from '@cartage/contract/auth/app/session'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../../context.ts'
import type { Caller } from '../../http/caller.ts'
import { Problem } from '../../http/problem.ts'
import { clientAddress } from '../../http/proxies.ts'
import { defaultLimits } from '../../http/rate-limit.rules.ts'
import { isSecure } from '../../http/secure.ts'
import { type Server, serve } from '../../http/serve.ts'
import type { Gatekeeper } from '../gatekeeper.model.ts'
import { permissionsOf } from '../permissions.rules.ts'
import { checkLimited } from '../second-factor/rules.ts'
import {
  endHeldSession,
  findHeldSession,
  type HeldSession,
  type HeldSessions,
  hashOf,
  replaceSessions,
} from './held.commands.ts'
import { type Origin, openSession } from './login.commands.ts'
import { checkCsrf, checkOrigin, endedCookie, othersCookie, readCookie, readOthers, sessionCookie } from './rules.ts'
import { findSession, type LiveSession, type SessionRow } from './views.ts'

/** Login, logout and current user. */
export function serveSessions(server: Server, gatekeeper: Gatekeeper): void {
  const { ctx } = server
  let hasWarned = false

  serve(server, login, async ({ body, request, requestId, reply }) => {
    checkOrigin(request, ctx.config.public_url)
    if (!isSecure(ctx.config, request) && !hasWarned)
      ctx.log.warn('people log in over plain http: set PUBLIC_URL to an https address')
    hasWarned = true
    const opened = await openSession(ctx, gatekeeper.loginThrottle, {
      ...body,
      ...originOf(ctx, request, requestId),
    })
    const kept = await replaceSessions(ctx, heldBy(ctx, request), opened, body.keeps_session ?? false)
    holdSessions(ctx, request, reply, { current: opened.token, others: [...opened.others, ...kept] })
    return toSession(opened.session)
  })

  serve(server, logout, async ({ request, reply }) => {
    const { current, others } = heldBy(ctx, request)
    for (const token of [current!, ...others]) await endHeldSession(ctx, token)
    holdSessions(ctx, request, reply, { current: undefined, others: [] })
    return undefined
  })

  serve(server, getSession, async ({ request, inOneTrip }) => {
    const row = await inOneTrip((tx) => findSession(tx, sessionHash(ctx, request)))
    if (row === undefined) throw new Problem('unauthenticated')
    return toSession(row)
  })

  serve(server, listOrganisations, async ({ request }) => {
    const { current, others } = heldBy(ctx, request)
    const live = await Promise.all([current!, ...others].map((token) => findHeldSession(ctx, token)))
    const items = live.filter((row) => row !== undefined).map((row) => toOrganisation(row, row.token === current))
    return { items: items.toSorted((one, other) => one.tenant.name.localeCompare(other.tenant.name)) }
  })

  serve(server, switchOrganisation, async ({ request, reply, body }) => {
    const { current, others } = heldBy(ctx, request)
    const live = await Promise.all(others.map((token) => findHeldSession(ctx, token)))
    const chosen = live.find((row) => row?.session_id === body.session_id)
    if (chosen === undefined) throw new Problem('not_found')
    const left = others.filter((token) => token !== chosen.token)
    holdSessions(ctx, request, reply, { current: chosen.token, others: [current!, ...left] })
    return toSession(chosen)
  })
}

/** Sets the cookies of a browser to exactly these sessions. The cookie of the others changes only if needed. */
export function holdSessions(
  ctx: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  { current, others }: HeldSessions,
): void {
  const isHttps = isSecure(ctx.config, request)
  reply.header('set-cookie', current === undefined ? endedCookie(isHttps) : sessionCookie(current, isHttps))
  const before = readOthers(request.headers.cookie, isHttps)
  if (others.length > 0 || before.length > 0) reply.header('set-cookie', othersCookie(others, isHttps))
}

/** Origin of a login request. */
export function originOf(ctx: Context, request: FastifyRequest, requestId: string): Origin {
  return {
    address: clientAddress(request.raw, ctx.config.trust_proxy),
    userAgent: String(request.headers['user-agent'] ?? '').slice(0, 400),
    requestId,
  }
}

/** Sessions presented by a browser. */
export function heldBy(ctx: Context, request: FastifyRequest): HeldSessions {
  const { cookie } = request.headers
  const isHttps = isSecure(ctx.config, request)
  return { current: readCookie(cookie, isHttps), others: readOthers(cookie, isHttps) }
}

function toOrganisation(row: HeldSession, isCurrent: boolean): Organisation {
  const { user, tenant } = toSession(row)
  return { session_id: row.session_id, is_current: isCurrent, tenant, user }
}

/**
 * Finds the user of the session cookie (SESSION-3). The only place that decides what a session without a required
 * second factor may do (FACTOR-1).
 * @throws Problem unauthenticated; csrf_refused for a change from another site; second_factor_required for everything
 * but setting one up
 */
export async function authenticateSession(ctx: Context, request: FastifyRequest): Promise<Caller> {
  const cookie = readCookie(request.headers.cookie, isSecure(ctx.config, request))
  const row = cookie && (await findHeldSession(ctx, cookie))
  if (!row) throw new Problem('unauthenticated')
  checkCsrf(request, row.csrf_token, ctx.config.public_url)
  checkLimited(row, request.routeOptions.config.endpoint?.id)
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

/** A session in its API form. */
export function toSession(row: SessionRow): Session {
  const { user_id, email, name, role, csrf_token } = row
  return {
    user: { user_id, email, name, role },
    tenant: { tenant_id: row.tenant_id, slug: row.slug, name: row.tenant_name, time_zone: row.time_zone },
    csrf_token,
    permissions: [...permissionsOf(role)],
    second_factor_from: row.second_factor_from,
    is_limited: row.is_limited,
  }
}

/** Stored session hash of an authenticated request. */
export function sessionHash(ctx: Context, request: FastifyRequest): Buffer {
  return hashOf(readCookie(request.headers.cookie, isSecure(ctx.config, request))!)
}

/** The person of an authenticated session, with the session hash. */
export function personIn(ctx: Context, { tenantId, id }: Caller, request: FastifyRequest) {
  return { tenantId, userId: id, sessionHash: sessionHash(ctx, request) }
}
