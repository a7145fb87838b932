import * as contract from '@cartage/contract/auth/app/passkeys'
import type { FastifyRequest } from 'fastify'
import { byCaller } from '../../audit/rules.ts'
import type { Caller } from '../../http/caller.ts'
import { clientAddress } from '../../http/proxies.ts'
import { type Server, serve } from '../../http/serve.ts'
import { tooManyFailures } from '../authenticate.routes.ts'
import type { Gatekeeper } from '../gatekeeper.model.ts'
import { replaceSessions } from '../sessions/held.commands.ts'
import { heldBy, holdSessions, originOf, personIn, sessionHash, toSession } from '../sessions/routes.ts'
import { checkOrigin } from '../sessions/rules.ts'
import { checkPresence } from '../users/present.commands.ts'
import { addPasskey, beginPasskey, beginPasskeySignIn, checkHasPasskey, removePasskey } from './commands.ts'
import { challengeAttempt, relyingPartyOf } from './rules.ts'
import { signInWithPasskey } from './sign-in.commands.ts'
import { listPasskeys } from './views.ts'

const personOf = ({ tenantId, id }: Caller) => ({ tenantId, userId: id })

/** Passkey management of an account, and passkey sign-in. */
export function servePasskeys(server: Server, { loginThrottle }: Gatekeeper): void {
  const { ctx } = server
  const isPossible = () => relyingPartyOf(ctx.config.public_url) !== undefined
  const checkThere = (caller: Caller, request: FastifyRequest, password: string | undefined) =>
    checkPresence(ctx, loginThrottle, personIn(ctx, caller, request), password)

  serve(server, contract.listPasskeys, async ({ caller, inTenant }) => ({
    is_possible: isPossible(),
    items: await inTenant((tx) => listPasskeys(tx, caller.id)),
  }))
  serve(server, contract.beginPasskey, async ({ caller, request, body }) => {
    await checkThere(caller, request, body.current_password)
    return await beginPasskey(ctx, personOf(caller))
  })
  serve(server, contract.addPasskey, async ({ caller, requestId, request, body }) =>
    addPasskey(ctx, personOf(caller), byCaller(caller, requestId), body, sessionHash(ctx, request)),
  )
  serve(server, contract.removePasskey, async ({ caller, request, requestId, params, body }) => {
    // Checked first, so another person's id answers like an unknown one, whatever the password.
    await checkHasPasskey(ctx, personOf(caller), params.passkey_id)
    await checkThere(caller, request, body.current_password)
    await removePasskey(ctx, personOf(caller), byCaller(caller, requestId), params.passkey_id)
    return undefined
  })

  serve(server, contract.getSignInWays, async () => ({ passkeys: isPossible() }))
  serve(server, contract.beginPasskeySignIn, async ({ request }) => {
    checkOrigin(request, ctx.config.public_url)
    const address = clientAddress(request.raw, ctx.config.trust_proxy)
    const wait = await loginThrottle.begin(challengeAttempt(address), ctx.now().getTime())
    if (wait !== undefined) throw tooManyFailures(wait)
    return await beginPasskeySignIn(ctx)
  })
  serve(server, contract.signInWithPasskey, async (call) => {
    checkOrigin(call.request, ctx.config.public_url)
    const { request, reply, requestId, body } = call
    const origin = originOf(ctx, request, requestId)
    const opened = await signInWithPasskey(ctx, loginThrottle, body.passkey, origin)
    const held = heldBy(ctx, request)
    const kept = await replaceSessions(ctx, held, { ...opened, othersOf: [] }, body.keeps_session ?? false)
    holdSessions(ctx, request, reply, { current: opened.token, others: kept })
    return toSession(opened.session)
  })
}
