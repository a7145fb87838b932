import { createToken, getCurrentUser } from '@cartage/contract/auth/endpoints'
import { orNextTime } from '../db/failure.ts'
import { bodyText } from '../http/body/json.ts'
import { Problem } from '../http/problem.ts'
import { type Server, serve } from '../http/serve.ts'
import { serveClients } from './clients/routes.ts'
import { updateClientLastUsed } from './clients/store.ts'
import type { Gatekeeper } from './gatekeeper.model.ts'
import { checkGrant } from './grants.rules.ts'
import { serveProviders } from './oidc/routes.ts'
import { servePasskeys } from './passkeys/routes.ts'
import { serveSessions } from './sessions/routes.ts'
import { serveAccount } from './users/account.routes.ts'
import { serveUsers } from './users/routes.ts'

/** Tokens, current caller, and sessions of people. */
export function serveAuth(server: Server, gatekeeper: Gatekeeper): void {
  serve(server, createToken, async ({ caller, body, inTenant }) => {
    checkGrant(bodyText(body))
    const credential = await gatekeeper.book.current(caller.tenantId, caller.id)
    if (credential === undefined) throw new Problem('unauthenticated')
    const access_token = await gatekeeper.tokens.issue(credential)
    await orNextTime(inTenant((tx) => updateClientLastUsed(tx, caller.id)))
    return { access_token, token_type: 'Bearer' as const, expires_in: server.ctx.config.token_lifetime_s }
  })

  serve(server, getCurrentUser, async ({ caller }) => {
    const credential = await gatekeeper.book.current(caller.tenantId, caller.id)
    return {
      active_tenant_slug: caller.tenantSlug,
      tenant_id: caller.tenantId,
      client_id: caller.id,
      roles: [...caller.roles],
      integration_id: credential?.integrationId ?? null,
    }
  })

  serveSessions(server, gatekeeper)
  serveClients(server)
  serveUsers(server)
  serveAccount(server, gatekeeper)
  serveProviders(server, gatekeeper)
  servePasskeys(server, gatekeeper)
}
