import * as signIn from '@cartage/contract/auth/app/provider-sign-in'
import * as contract from '@cartage/contract/auth/app/providers'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { byCaller } from '../../audit/rules.ts'
import { Problem } from '../../http/problem.ts'
import { clientAddress } from '../../http/proxies.ts'
import { isSecure } from '../../http/secure.ts'
import { type Server, serve } from '../../http/serve.ts'
import type { Gatekeeper } from '../gatekeeper.model.ts'
import { replaceSessions } from '../sessions/held.commands.ts'
import { heldBy, holdSessions, toSession } from '../sessions/routes.ts'
import { attemptCookie, checkOrigin, readAttempt } from '../sessions/rules.ts'
import { addProvider, changeProvider, removeProvider, tryProvider } from './providers.commands.ts'
import { listProviders } from './providers.views.ts'
import { redirectUri } from './rules.ts'
import {
  beginAgain,
  beginSignIn,
  confirmSignIn,
  finishSignIn,
  offerProviders,
  type ProviderSession,
} from './sign-in.commands.ts'

/** Sign-in by a tenant's identity provider, and management of its providers by Super admins. */
export function serveProviders(server: Server, { loginThrottle }: Gatekeeper): void {
  const { ctx } = server
  serveSettings(server)

  /** Accepts the request from our own pages only. */
  function askerOf(request: FastifyRequest, requestId: string) {
    checkOrigin(request, ctx.config.public_url)
    const userAgent = String(request.headers['user-agent'] ?? '').slice(0, 400)
    return { address: clientAddress(request.raw, ctx.config.trust_proxy), userAgent, requestId }
  }

  async function open(request: FastifyRequest, reply: FastifyReply, opened: ProviderSession) {
    const { token, session, return_to, keeps_session } = opened
    const kept = await replaceSessions(ctx, heldBy(ctx, request), { session, othersOf: [] }, keeps_session)
    reply.header('set-cookie', attemptCookie(undefined, isSecure(ctx.config, request)))
    holdSessions(ctx, request, reply, { current: token, others: kept })
    return { session: toSession(session), return_to }
  }

  serve(server, signIn.findProviders, async ({ body, request, requestId }) => ({
    items: await offerProviders(ctx, loginThrottle, askerOf(request, requestId), body),
  }))
  serve(server, signIn.openProvider, async ({ body, request, requestId, reply }) => {
    const { url, cookie } = await beginSignIn(ctx, loginThrottle, askerOf(request, requestId), body)
    reply.header('set-cookie', attemptCookie(cookie, isSecure(ctx.config, request)))
    return { url }
  })
  serve(server, signIn.takeProviderAnswer, async ({ body, request, requestId, reply }) => {
    const cookie = readAttempt(request.headers.cookie, isSecure(ctx.config, request))
    const asker = askerOf(request, requestId)
    return open(request, reply, await finishSignIn(ctx, loginThrottle, asker, cookie, body.answer))
  })
  serve(server, signIn.confirmProviderSignIn, async ({ body, request, requestId, reply }) => {
    const cookie = readAttempt(request.headers.cookie, isSecure(ctx.config, request))
    const asker = askerOf(request, requestId)
    return open(request, reply, await confirmSignIn(ctx, loginThrottle, asker, cookie, body))
  })
  serve(server, signIn.openProviderAgain, async ({ caller, body, request, requestId, reply }) => {
    const person = { tenantId: caller.tenantId, userId: caller.id }
    const { url, cookie } = await beginAgain(ctx, loginThrottle, askerOf(request, requestId), person, body)
    reply.header('set-cookie', attemptCookie(cookie, isSecure(ctx.config, request)))
    return { url }
  })
}

function serveSettings(server: Server): void {
  const { ctx } = server
  serve(server, contract.listSignInProviders, async ({ inTenant }) => ({
    items: await inTenant(listProviders),
    redirect_uri: redirectUri(ctx.config.public_url),
  }))
  serve(server, contract.addSignInProvider, async ({ caller, requestId, body, inTenant }) => {
    const id = await addProvider(ctx, caller.tenantId, byCaller(caller, requestId), body)
    return (await inTenant(listProviders)).find(({ provider_id }) => provider_id === id)!
  })
  serve(server, contract.changeSignInProvider, async ({ caller, requestId, params, body, inTenant }) => {
    await changeProvider(ctx, caller.tenantId, byCaller(caller, requestId), params.provider_id, body)
    const changed = (await inTenant(listProviders)).find(({ provider_id }) => provider_id === params.provider_id)
    if (changed === undefined) throw new Problem('not_found')
    return changed
  })
  serve(server, contract.removeSignInProvider, async ({ caller, requestId, params }) => {
    await removeProvider(ctx, caller.tenantId, byCaller(caller, requestId), params.provider_id)
    return undefined
  })
  serve(server, contract.trySignInProvider, async ({ caller, body, render }) => {
    const { is_right, message } = await tryProvider(ctx, caller.tenantId, body)
    return { is_right, message: render(message) }
  })
}
