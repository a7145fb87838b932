import * as contract from '@cartage/contract/auth/app/account'
import { byCaller } from '../../audit/rules.ts'
import type { Caller } from '../../http/caller.ts'
import { Problem } from '../../http/problem.ts'
import { clientAddress } from '../../http/proxies.ts'
import { type Server, serve } from '../../http/serve.ts'
import { type Gatekeeper, tooManyFailures } from '../authenticate.routes.ts'
import { beginSecondFactor, confirmSecondFactor, removeCodeApp, renewRecoveryCodes } from '../second-factor/commands.ts'
import { findAccount } from '../second-factor/views.ts'
import { withinGuesses } from '../sessions/login.commands.ts'
import { sessionHash } from '../sessions/routes.ts'
import { checkOrigin } from '../sessions/rules.ts'
import { deleteOtherSessions, deleteSessionOfUser } from '../sessions/store.ts'
import { listSessions } from '../sessions/views.ts'
import { acceptLink, changePassword, checkPresentPassword, mailResets, readLink } from './accounts.commands.ts'
import { codeAttempt, loginAttempt, normalEmail, passwordAttempt, resetAttempt } from './rules.ts'

/** What people do with their own account, and the pages of links, which need no session. */
export function serveAccount(server: Server, gatekeeper: Gatekeeper): void {
  const { ctx } = server
  serve(server, contract.getAccount, async ({ caller, inTenant }) => {
    const account = await inTenant((tx) => findAccount(tx, caller.id))
    if (account === undefined) throw new Problem('not_found')
    return account
  })
  serve(server, contract.changePassword, async ({ caller, requestId, request, body }) => {
    const asker = { tenantId: caller.tenantId, userId: caller.id, sessionHash: sessionHash(ctx, request) }
    const email = await withinGuesses(ctx, gatekeeper.loginThrottle, passwordAttempt(caller.id), () =>
      checkPresentPassword(ctx, caller.tenantId, caller.id, body.current_password),
    )
    await changePassword(ctx, byCaller(caller, requestId), asker, email, body.new_password)
    return undefined
  })
  serveOwnSessions(server)
  serveSecondFactor(server, gatekeeper)
  serveLinks(server, gatekeeper)
}

function serveOwnSessions(server: Server): void {
  const { ctx } = server
  serve(server, contract.listSessions, async ({ caller, request, inTenant }) => ({
    items: await inTenant((tx) => listSessions(tx, caller.id, sessionHash(ctx, request))),
  }))
  serve(server, contract.endSession, async ({ caller, params, inTenant }) => {
    const isEnded = await inTenant((tx) => deleteSessionOfUser(tx, caller.id, params.session_id))
    if (!isEnded) throw new Problem('not_found')
    return undefined
  })
  serve(server, contract.endOtherSessions, async ({ caller, request, inTenant }) => {
    await inTenant((tx) => deleteOtherSessions(tx, caller.id, sessionHash(ctx, request)))
    return undefined
  })
}

function serveSecondFactor(server: Server, { loginThrottle }: Gatekeeper): void {
  const { ctx } = server
  const checkKnows = ({ tenantId, id }: Caller, password: string) =>
    withinGuesses(ctx, loginThrottle, passwordAttempt(id), () => checkPresentPassword(ctx, tenantId, id, password))
  serve(server, contract.beginSecondFactor, async ({ caller, body }) => {
    const person = { tenantId: caller.tenantId, userId: caller.id }
    const email = await checkKnows(caller, body.current_password)
    return await beginSecondFactor(ctx, person, { email, tenant: caller.tenantSlug })
  })
  serve(server, contract.confirmSecondFactor, async ({ caller, request, requestId, body }) => {
    const person = { tenantId: caller.tenantId, userId: caller.id }
    const by = byCaller(caller, requestId)
    return { recovery_codes: await confirmSecondFactor(ctx, person, by, body.code, sessionHash(ctx, request)) }
  })
  serve(server, contract.renewRecoveryCodes, async ({ caller, requestId, body }) => {
    const person = { tenantId: caller.tenantId, userId: caller.id }
    const by = byCaller(caller, requestId)
    const renew = () => renewRecoveryCodes(ctx, person, by, body.code)
    if (body.current_password !== undefined) {
      await checkKnows(caller, body.current_password)
      return { recovery_codes: await renew() }
    }
    return { recovery_codes: await withinGuesses(ctx, loginThrottle, codeAttempt(caller.id), renew) }
  })

  serve(server, contract.removeSecondFactor, async ({ caller, requestId, body }) => {
    await checkKnows(caller, body.current_password)
    await removeCodeApp(ctx, { tenantId: caller.tenantId, userId: caller.id }, byCaller(caller, requestId))
    return undefined
  })
}

function serveLinks(server: Server, { loginThrottle }: Gatekeeper): void {
  const { ctx } = server
  serve(server, contract.readLink, async ({ body, request }) => {
    checkOrigin(request, ctx.config.public_url)
    return await readLink(ctx, body.token)
  })
  serve(server, contract.acceptLink, async ({ body, request, requestId }) => {
    checkOrigin(request, ctx.config.public_url)
    const email = await acceptLink(ctx, body.token, body.password, requestId)
    // TOKEN-5: who reads the mail of the account gets in, whatever strangers fail at.
    const address = clientAddress(request.raw, ctx.config.trust_proxy)
    await loginThrottle.succeed(loginAttempt(email, address), ctx.now().getTime())
    return undefined
  })
  serve(server, contract.askForReset, async ({ body, request, requestId }) => {
    checkOrigin(request, ctx.config.public_url)
    if (ctx.config.smtp_url === undefined) return { is_mail_on: false }
    const counted = resetAttempt(normalEmail(body.email), clientAddress(request.raw, ctx.config.trust_proxy))
    const wait = await loginThrottle.begin(counted, ctx.now().getTime())
    if (wait !== undefined) throw tooManyFailures(wait)
    // Not waited for: a known address takes longer than an unknown one.
    mailResets(ctx, body.email, requestId).catch((error: unknown) =>
      ctx.log.warn({ err: error }, 'a reset could not be mailed'),
    )
    return { is_mail_on: true }
  })
}
