import { randomBytes } from 'node:crypto'
import { login } from '@cartage/contract/auth/app/session'
import { createToken } from '@cartage/contract/auth/endpoints'
import { type Call, client } from '@cartage/contract/client'
import type { ApiRole, UserRole } from '@cartage/contract/endpoint'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { byOperator } from '../audit/rules.ts'
import { createClient } from '../auth/clients/commands.ts'
import type { ShownSecret } from '../auth/clients/secrets.commands.ts'
import { createWebhookCredential } from '../auth/clients/webhook-credentials.commands.ts'
import { createUser } from '../auth/users/commands.ts'
import type { Context } from '../context.ts'
import type { Tx } from '../db/tenant.ts'
import { createTenant, type NewTenant } from '../tenants/commands.ts'

export interface TenantOptions extends Partial<NewTenant> {
  /** Roles of the API client used by `call`; by default all but CUSTOMER. */
  roles?: readonly ApiRole[]
  /** For the role CUSTOMER: the company it has access to. */
  company_id?: string
}

/** One tenant for a test. Every call goes through the whole server, as if over HTTP. */
export interface TestTenant {
  tenantId: string
  slug: string
  /** Calls as an API client with a valid token. Throws CallError for every answer outside 2xx. */
  call: Call
  /** The credentials used by `call`. */
  client: ShownSecret
  /** The token used by `call`. */
  token: string
  /** Calls with webhook credentials in Basic. */
  webhook: Call
  webhookCredential: ShownSecret
  /** Logs a new user in and calls as that person, with session cookie and CSRF token. */
  user(role: UserRole): Promise<Call>
  /** Calls as an additional API client. */
  callAs(roles: readonly ApiRole[], companyId?: string): Promise<Call>
  /** Reads the tenant's rows, with the database role that serves requests. */
  asTenant<T>(work: (tx: Tx) => Promise<T>): Promise<T>
}

interface Running {
  app: FastifyInstance
  ctx: Context
}

const mostRoles: readonly ApiRole[] = ['API_ORDER', 'API_ACCOUNTING', 'API_MASTER_DATA', 'API_TRIP']

/** Creates a tenant with one of each kind of credentials, by default without request limits. */
export async function createTestTenant(running: Running, options: TenantOptions = {}): Promise<TestTenant> {
  const { app, ctx } = running
  const { roles = mostRoles, company_id, ...given } = options
  const slug = given.slug ?? `t-${randomBytes(6).toString('hex')}`
  const { tenantId } = await createTenant(ctx, { limits: 'none', ...given, slug })
  const api = await createClient(ctx, tenantId, byOperator, {
    name: 'test client',
    roles,
    company_id: company_id ?? null,
  })
  const webhookCredential = await createWebhookCredential(ctx, tenantId, byOperator, 'test webhooks')
  const token = await fetchToken(app, api)
  return {
    tenantId,
    slug,
    token,
    client: api,
    webhookCredential,
    call: callWith(app, { authorization: `Bearer ${token}` }),
    webhook: callWith(app, { authorization: basic(webhookCredential) }),
    user: (role) => logIn(running, tenantId, role),
    async callAs(others, companyId) {
      const request = { name: 'further client', roles: others, company_id: companyId ?? null }
      const further = await createClient(ctx, tenantId, byOperator, request)
      return callWith(app, { authorization: `Bearer ${await fetchToken(app, further)}` })
    },
    asTenant: (work) => ctx.db.asTenant(tenantId, work),
  }
}

/** The value of `Authorization` for Basic. */
export function basic({ client_id, client_secret }: ShownSecret): string {
  return `Basic ${Buffer.from(`${client_id}:${client_secret}`).toString('base64')}`
}

/** Requests a token. Throws CallError on rejection. */
export async function fetchToken(app: FastifyInstance, credentials: ShownSecret): Promise<string> {
  const call = callWith(app, { authorization: basic(credentials) })
  return (await call(createToken, {})).access_token
}

/** The typed client of the contract, connected directly to the server of the test instead of the network. */
export function callWith(app: FastifyInstance, headers: Record<string, string>): Call {
  return client('', headers, injectedFetch(app))
}

/** A `fetch` that calls the server under test. */
export function injectedFetch(app: FastifyInstance): typeof fetch {
  return async (input, init = {}) => {
    const request = {
      method: init.method ?? 'GET',
      url: String(input),
      headers: init.headers,
      ...(init.body !== undefined && init.body !== null && { payload: init.body }),
    } as InjectOptions
    const answer = await app.inject(request)
    const headers = new Headers()
    for (const [name, value] of Object.entries(answer.headers)) {
      for (const one of [value].flat()) headers.append(name, String(one))
    }
    const isEmpty = answer.statusCode === 204 || answer.statusCode === 304
    return new Response(isEmpty ? null : new Uint8Array(answer.rawPayload), { status: answer.statusCode, headers })
  }
}

async function logIn(running: Running, tenantId: string, role: UserRole): Promise<Call> {
  return callWith(running.app, await logInAs(running, tenantId, role))
}

/** Creates a user, logs in and returns the headers of that session: cookie, CSRF token and those of a browser. */
export async function logInAs({ app, ctx }: Running, tenantId: string, role: UserRole) {
  const email = `${role.toLowerCase()}-${randomBytes(4).toString('hex')}@test.example`
  const { password } = await createUser(ctx, tenantId, byOperator, { email, name: `Test ${role}`, role })
  const fromOurPage = { 'sec-fetch-site': 'same-origin' }
  let cookie = ''
  const send = injectedFetch(app)
  const noteCookie: typeof fetch = async (input, init) => {
    const response = await send(input, init)
    cookie = response.headers.get('set-cookie')?.split(';')[0] ?? cookie
    return response
  }
  const { csrf_token } = await client('', fromOurPage, noteCookie)(login, { body: { email, password } })
  return { ...fromOurPage, cookie, 'x-csrf-token': csrf_token }
}
