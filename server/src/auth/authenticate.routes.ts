import type { FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { type Authenticate, anonymous, type Caller } from '../http/caller.ts'
import { Problem } from '../http/problem.ts'
import { clientAddress, isWithin } from '../http/proxies.ts'
import { readBasic, readBearer } from './clients/credentials.rules.ts'
import { renewDigest } from './clients/secrets.commands.ts'
import type { Gatekeeper } from './gatekeeper.model.ts'
import { createMachineFailures, type MachineFailures } from './sessions/machine-failures.rules.ts'
import { authenticateSession } from './sessions/routes.ts'
import { credentialKeys } from './sessions/throttle.rules.ts'
import { createThrottle } from './sessions/throttle.store.ts'
import { type Credential, type CredentialBook, createCredentialBook, type MachineKind } from './tokens/callers.views.ts'
import { createTokens, type Tokens } from './tokens/commands.ts'
import { createKeyring } from './tokens/keys.commands.ts'

/**
 * Makes the gatekeeper of a process, with one function per authentication method.
 * @param link authenticates link tokens, whose records belong to another feature
 */
export function createGatekeeper(ctx: Context, link: Authenticate['link']): Gatekeeper {
  const book = createCredentialBook(ctx)
  const tokens = createTokens(ctx, createKeyring(ctx))
  const failures = createMachineFailures()
  const authenticate: Authenticate = {
    none: async () => anonymous,
    bearer: (request) => byBearer(request, ctx, book, tokens),
    client: (request) => byBasic(request, ctx, book, failures, ['client', 'webhook']),
    webhook: (request) => byBasic(request, ctx, book, failures, ['webhook']),
    session: (request) => authenticateSession(ctx, request),
    link,
  }
  return { authenticate, book, tokens, loginThrottle: createThrottle(ctx) }
}

/**
 * AUTH-2, AUTH-3: a signed token whose client and tenant are still live. OPS-29: the refusal names a suspended tenant
 * as the reason.
 */
async function byBearer(request: FastifyRequest, ctx: Context, book: CredentialBook, tokens: Tokens): Promise<Caller> {
  const token = readBearer(request.headers.authorization)
  if (token === undefined && readBasic(request.headers.authorization)) throw needsToken()
  const claims = token === undefined ? undefined : await tokens.verify(token)
  if (claims === undefined) throw new Problem('unauthenticated')
  const credential = await book.current(claims.tid, claims.client_id)
  if (credential !== undefined) return admitted(credential, ctx, request)
  const isSuspended = await book.isSuspended({ id: claims.client_id, tenantId: claims.tid })
  throw new Problem(isSuspended ? 'tenant_suspended' : 'unauthenticated')
}

/**
 * AUTH-1, AUTH-5 to AUTH-7. Correct credentials always pass, so guessing cannot lock anyone out. Wrong ones are rate
 * limited.
 */
async function byBasic(
  request: FastifyRequest,
  ctx: Context,
  book: CredentialBook,
  failures: MachineFailures,
  kinds: readonly MachineKind[],
): Promise<Caller> {
  const presented = readBasic(request.headers.authorization)
  if (presented === undefined && !kinds.includes('client') && readBearer(request.headers.authorization)) {
    throw needsWebhookCredentials()
  }
  if (presented === undefined) throw new Problem('unauthenticated')
  const credential = await book.present(presented, kinds)
  if (credential !== undefined) {
    const { digest } = credential
    const caller = admitted(credential, ctx, request)
    if (ctx.vault.isOld(digest)) await renewDigest(ctx, caller, { secret: presented.secret, digest })
    return caller
  }
  const now = ctx.now().getTime()
  const keys = credentialKeys(presented.id, clientAddress(request.raw, ctx.config.trust_proxy))
  const wait = failures.check(keys, now)
  if (wait !== undefined) throw tooManyFailures(wait)
  failures.fail(keys, now)
  if (!(await book.isSuspended(presented, kinds))) throw new Problem('unauthenticated')
  failures.forgive(keys, now)
  throw new Problem('tenant_suspended')
}

/** AUTH-5: requests webhook credentials without revealing whether the ones sent were correct. */
function needsWebhookCredentials(): Problem {
  return new Problem('unauthenticated', {
    message:
      'Webhooks take webhook credentials as Basic, not a token. A Super admin creates them under Settings, Webhook credentials.',
  })
}

function needsToken(): Problem {
  return new Problem('unauthenticated', {
    message: 'This operation takes a token as Bearer, not an id and secret. Get one from POST /v1/auth/token.',
  })
}

/**
 * AUTH-12: the caller, unless its client may not call from this address or has expired.
 * @throws Problem (403)
 */
function admitted({ caller, networks, endsAt }: Credential, ctx: Context, request: FastifyRequest): Caller {
  if (endsAt !== null && ctx.now().getTime() >= endsAt) throw new Problem('client_expired')
  if (networks.length === 0 || isWithin(networks, clientAddress(request.raw, ctx.config.trust_proxy))) return caller
  throw new Problem('client_address_refused')
}

/** The answer after too many wrong credentials; `wait` in seconds. */
export function tooManyFailures(wait: number): Problem {
  return new Problem('rate_limited', {
    message: 'Too many attempts with wrong credentials. Wait as many seconds as the Retry-After header says.',
    headers: { 'retry-after': String(wait) },
  })
}
