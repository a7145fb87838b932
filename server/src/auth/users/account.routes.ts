import * as contract from '@cartage/contract/auth/app/account'
import { byCaller } from '../../audit/rules.ts'
import { Problem } from '../../http/problem.ts'
import { clientAddress } from '../../http/proxies.ts'
import { type Server, serve } from '../../http/serve.ts'
import { tooManyFailures } from '../authenticate.routes.ts'
import type { Gatekeeper } from '../gatekeeper.model.ts'
import { beginSecondFactor, confirmSecondFactor, removeCodeApp, renewRecoveryCodes } from '../second-factor/commands.ts'
import { withinGuesses } from '../sessions/login.commands.ts'
import { personIn, sessionHash } from '../sessions/routes.ts'
import { checkOrigin } from '../sessions/rules.ts'
import { deleteOtherSessions, deleteSessionOfUser } from '../sessions/store.ts'
import { listSessions } from '../sessions/views.ts'
import { describeAccount } from './account.views.ts'
import { acceptLink, changePassword, mailResets, readLink } from './accounts.commands.ts'
import { checkPresence } from './present.commands.ts'
import { codeAttempt, loginAttempt, normalEmail, resetAttempt } from './rules.ts'

/** Self-service for accounts, and the link pages, which need no session. */
export function serveAccount(server: Server, gatekeeper: Gatekeeper): void {
  const { ctx } = server
  serve(server, contract.getAccount, async ({ caller, request, inTenant }) => {
    const account = await inTenant((tx) => describeAccount(tx, caller.id, sessionHash(ctx, request)))
    if (account === undefined) throw new Problem('not_found')
    return account
  })
  serve(server, contract.changePassword, async ({ caller, requestId, request, body }) => {
    const asker = personIn(ctx, caller, request)
    const email = await checkPresence(ctx, gatekeeper.loginThrottle, asker, body.current_password)
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
  serve(server, contract.beginSecondFactor, async ({ caller, request, body }) => {
    const person = personIn(ctx, caller, request)
    const email = await checkPresence(ctx, loginThrottle, person, body.current_password)
    return await beginSecondFactor(ctx, person, { email, tenant: caller.tenantSlug })
  })
  serve(server, contract.confirmSecondFactor, async ({ caller, request, requestId, body }) => {
    const person = { tenantId: caller.tenantId, userId: caller.id }
    const by = byCaller(caller, requestId)
    return { recovery_codes: await confirmSecondFactor(ctx, person, by, body.code, sessionHash(ctx, request)) }
  })
  serve(server, contract.renewRecoveryCodes, async ({ caller, request, requestId, body }) => {
    const person = personIn(ctx, caller, request)
    const by = byCaller(caller, requestId)
    const renew = () => renewRecoveryCodes(ctx, person, by, body.code)
    if (body.code === undefined) {
      await checkPresence(ctx, loginThrottle, person, body.current_password)
      return { recovery_codes: await renew() }
    }
    return { recovery_codes: await withinGuesses(ctx, loginThrottle, codeAttempt(caller.id), renew) }
  })

  serve(server, contract.removeSecondFactor, async ({ caller, request, requestId, body }) => {
    await checkPresence(ctx, loginThrottle, personIn(ctx, caller, request), body.current_password)
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
    // TOKEN-5: anyone who can read the account's mail gets in, regardless of failures by strangers.
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
    // Not awaited: a known address takes longer than an unknown one.
    mailResets(ctx, body.email, requestId).catch((error: unknown) =>
      ctx.log.warn({ err: error }, 'a reset could not be mailed'),
    )
    return { is_mail_on: true }
  })
}
