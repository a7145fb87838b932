import * as contract from '@cartage/contract/auth/app/passkeys'
import { byCaller } from '../../audit/rules.ts'
import type { Caller } from '../../http/caller.ts'
import { clientAddress } from '../../http/proxies.ts'
import { type Server, serve } from '../../http/serve.ts'
import { type Gatekeeper, tooManyFailures } from '../authenticate.routes.ts'
import { replaceSessions } from '../sessions/held.commands.ts'
import { withinGuesses } from '../sessions/login.commands.ts'
import { heldBy, holdSessions, originOf, sessionHash, toSession } from '../sessions/routes.ts'
import { checkOrigin } from '../sessions/rules.ts'
import { checkPresentPassword } from '../users/accounts.commands.ts'
import { passwordAttempt } from '../users/rules.ts'
import { addPasskey, beginPasskey, beginPasskeySignIn, checkHasPasskey, removePasskey } from './commands.ts'
import { challengeAttempt, relyingPartyOf } from './rules.ts'
import { signInWithPasskey } from './sign-in.commands.ts'
import { listPasskeys } from './views.ts'

const personOf = ({ tenantId, id }: Caller) => ({ tenantId, userId: id })

/** The passkeys of an account, and signing in with one. */
export function servePasskeys(server: Server, { loginThrottle }: Gatekeeper): void {
  const { ctx } = server
  const isPossible = () => relyingPartyOf(ctx.config.public_url) !== undefined
  const checkKnows = ({ tenantId, id }: Caller, password: string) =>
    withinGuesses(ctx, loginThrottle, passwordAttempt(id), () => checkPresentPassword(ctx, tenantId, id, password))

  serve(server, contract.listPasskeys, async ({ caller, inTenant }) => ({
    is_possible: isPossible(),
    items: await inTenant((tx) => listPasskeys(tx, caller.id)),
  }))
  serve(server, contract.beginPasskey, async ({ caller, body }) => {
    await checkKnows(caller, body.current_password)
    return await beginPasskey(ctx, personOf(caller))
  })
  serve(server, contract.addPasskey, async ({ caller, requestId, request, body }) =>
    addPasskey(ctx, personOf(caller), byCaller(caller, requestId), body, sessionHash(ctx, request)),
  )
  serve(server, contract.removePasskey, async ({ caller, requestId, params, body }) => {
    // First, so that an id of another answers like an unknown one, whatever the password.
    await checkHasPasskey(ctx, personOf(caller), params.passkey_id)
    await checkKnows(caller, body.current_password)
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
