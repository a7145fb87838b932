import { Readable } from 'node:stream'
import { createToken, getCurrentUser } from '@cartage/contract/auth/endpoints'
import { CallError } from '@cartage/contract/client'
import { importOrder } from '@cartage/contract/orders/endpoints'
import { decodeJwt, decodeProtectedHeader } from 'jose'
import { afterAll, describe, expect, test } from 'vitest'
import { byOperator } from '../audit/rules.ts'
import { setLimits } from '../tenants/commands.ts'
import { updateTenantActive } from '../tenants/store.ts'
import { startTestServer } from '../testing/start-test-server.ts'
import { basic, callWith, fetchToken } from '../testing/test-tenant.ts'
import { createClient, removeClient, rotateClient } from './clients/commands.ts'
import type { ShownSecret } from './clients/secrets.commands.ts'
import {
  createWebhookCredential,
  removeWebhookCredential,
  rotateWebhookCredential,
} from './clients/webhook-credentials.commands.ts'
import { createCredentialBook } from './tokens/callers.views.ts'
import { createTokens } from './tokens/commands.ts'
import { createKeyring } from './tokens/keys.commands.ts'

let shift = 0
const server = await startTestServer({ now: () => new Date(Date.now() + shift) })
afterAll(() => server.close())

const tokenPath = '/v1/auth/token'

function requestToken(credentials: ShownSecret, more: object = {}) {
  return server.app.inject({ method: 'POST', url: tokenPath, headers: { authorization: basic(credentials) }, ...more })
}

function me(token: string) {
  return server.app.inject({ url: '/v1/me', headers: { authorization: `Bearer ${token}` } })
}

/** A webhook with a refused body: 200 with errors, so any status but 401 means that the credentials were accepted. */
function callWebhook(authorization: string) {
  const headers = { authorization, 'content-type': 'application/json' }
  return server.app.inject({ method: 'POST', url: importOrder.path, headers, payload: '{"operation": 7}' })
}

describe('tokens', () => {
  test('AUTH-1: id and secret in Basic without a body return a token that is never stored', async () => {
    const tenant = await server.tenant()
    const answer = await requestToken(tenant.client, {
      headers: { authorization: basic(tenant.client), 'content-type': 'application/json' },
    })
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['cache-control']).toBe('no-store')
    expect(answer.json()).toEqual({ access_token: expect.any(String), token_type: 'Bearer', expires_in: 3600 })
  })

  test('AUTH-1: the token is a signed JWT with tenant, client and scope, and no personal data', async () => {
    const tenant = await server.tenant()
    expect(decodeProtectedHeader(tenant.token)).toEqual({ alg: 'ES256', typ: 'at+jwt', kid: expect.any(String) })
    const claims = decodeJwt(tenant.token)
    expect(Object.keys(claims).sort()).toEqual('aud client_id exp iat iid iss jti scope sub tid'.split(' '))
    expect(claims).toMatchObject({ sub: tenant.client.client_id, tid: tenant.tenantId })
    expect(claims.exp! - claims.iat!).toBe(3600)
  })

  const form = 'application/x-www-form-urlencoded'
  test.each([
    ['nothing, with the media type JSON', { 'content-type': 'application/json' }, undefined],
    ['nothing, with the media type JSON in UTF-8', { 'content-type': 'application/json; charset=utf-8' }, undefined],
    ['nothing at all', {}, undefined],
    ['JSON with the grant', { 'content-type': 'application/json' }, '{"grant_type":"client_credentials"}'],
    ['an empty JSON object', { 'content-type': 'application/json' }, '{}'],
    ['JSON without a media type', {}, '{"grant_type":"client_credentials"}'],
    ['a form with the grant and an empty scope', { 'content-type': form }, 'grant_type=client_credentials&scope='],
    ['a form with other members', { 'content-type': form }, 'audience=x&foo=1'],
  ])('CLIENT-1: the body may be %s', async (_, headers, payload) => {
    const tenant = await server.tenant()
    const more = { headers: { authorization: basic(tenant.client), ...headers }, ...(payload && { payload }) }
    expect((await requestToken(tenant.client, more)).statusCode).toBe(200)
  })

  test('CLIENT-1: JSON may come in chunks, without Content-Length', async () => {
    const tenant = await server.tenant()
    const payload = Readable.from(['{"grant_type":', '"client_credentials"}'])
    expect((await requestToken(tenant.client, { payload })).statusCode).toBe(200)
  })

  test.each(['{"grant_type":"password"}', 'grant_type=authorization_code', '{"grant_type":7}'])(
    'CLIENT-1: %s is refused as an unsupported grant',
    async (payload) => {
      const tenant = await server.tenant()
      const answer = await requestToken(tenant.client, { payload })
      expect([answer.statusCode, answer.json().code]).toEqual([400, 'unsupported_grant_type'])
    },
  )

  test('CLIENT-2: expires_in is a whole number', async () => {
    const tenant = await server.tenant()
    expect(Number.isInteger((await requestToken(tenant.client)).json().expires_in)).toBe(true)
  })

  test('AUTH-3: a token is refused after expires_in, with a JSON body that has a message', async () => {
    const tenant = await server.tenant()
    const { client_id: id, client_secret: secret } = tenant.client
    const credential = await createCredentialBook(server.ctx).present({ id, secret }, ['client'])
    /** An older token, dated by the database clock. */
    const issued = (secondsAgo: number) => {
      const now = async () => new Date(Date.now() - secondsAgo * 1_000)
      return createTokens(server.ctx, { ...createKeyring(server.ctx), now }).issue(credential!)
    }
    expect((await me(await issued(3_540))).statusCode).toBe(200)
    const answer = await me(await issued(3_640))
    expect(answer.statusCode).toBe(401)
    expect(answer.json().message).toEqual(expect.any(String))
  })

  test('AUTH-4, CLIENT-4: another process and a restarted one accept the same token', async () => {
    const tenant = await server.tenant()
    const other = await startTestServer({ db: server.ctx.db })
    const call = callWith(other.app, { authorization: `Bearer ${tenant.token}` })
    expect((await call(getCurrentUser, {})).active_tenant_slug).toBe(tenant.slug)
    await other.close()
  })
})

describe('the calling client', () => {
  test('AUTH-2: a token works for the tenant of its client and no other', async () => {
    const [one, two] = [await server.tenant(), await server.tenant()]
    expect((await one.call(getCurrentUser, {})).tenant_id).toBe(one.tenantId)
    expect((await two.call(getCurrentUser, {})).tenant_id).toBe(two.tenantId)
  })

  test('AUTH-11: /v1/me returns the tenant, also for the role CUSTOMER, and /me answers the same', async () => {
    const tenant = await server.tenant()
    const customer = await tenant.callAs(['CUSTOMER'], '0b1f7c58-7c52-4a0c-9a4b-5a2a5a9c7c11')
    expect(await customer(getCurrentUser, {})).toMatchObject({ active_tenant_slug: tenant.slug, roles: ['CUSTOMER'] })
    const alias = await server.app.inject({ url: '/me', headers: { authorization: `Bearer ${tenant.token}` } })
    expect(alias.json()).toEqual((await me(tenant.token)).json())
  })

  test('AUTH-5: webhook credentials are accepted on every webhook request', async () => {
    const tenant = await server.tenant()
    expect((await callWebhook(basic(tenant.webhookCredential))).statusCode).toBe(200)
    expect((await callWebhook(basic(tenant.webhookCredential))).statusCode).toBe(200)
  })

  test('AUTH-6: a token of webhook credentials has no role: /v1/me works, tenant operations are 403, webhooks 401', async () => {
    const tenant = await server.tenant()
    const token = await fetchToken(server.app, tenant.webhookCredential)
    expect((await me(token)).json()).toMatchObject({ active_tenant_slug: tenant.slug, roles: [] })
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const refused = await server.app.inject({ method: 'POST', url: '/v1/orders/order/upload', headers, payload: '{}' })
    expect([refused.statusCode, refused.json().code]).toEqual([403, 'webhook_credentials_refused'])
    expect((await callWebhook(`Bearer ${token}`)).statusCode).toBe(401)
  })

  test('AUTH-7: API credentials in Basic are refused on webhooks, and Basic of any kind on operations', async () => {
    const tenant = await server.tenant()
    expect((await callWebhook(basic(tenant.client))).statusCode).toBe(401)
    const byToken = await callWebhook(`Bearer ${tenant.token}`)
    expect([byToken.statusCode, byToken.json().code]).toEqual([401, 'unauthenticated'])
    expect(byToken.json().message).toMatch(
      /^Webhooks take webhook credentials as Basic.*Settings, Webhook credentials\.$/,
    )
    const bySecret = await server.app.inject({ url: '/v1/me', headers: { authorization: basic(tenant.client) } })
    expect([bySecret.statusCode, bySecret.json().code]).toEqual([401, 'unauthenticated'])
    expect(bySecret.json().message).toContain('POST /v1/auth/token')
    for (const credentials of [tenant.client, tenant.webhookCredential]) {
      const answer = await server.app.inject({ url: '/v1/me', headers: { authorization: basic(credentials) } })
      expect(answer.statusCode).toBe(401)
    }
  })

  test('ERR-4: every refused credential has the same body except request_id', async () => {
    const tenant = await server.tenant()
    const wrong = { ...tenant.client, client_secret: 'wrong' }
    const answers = [
      await requestToken(wrong),
      await requestToken({ client_id: 'ctg_unknown', client_secret: 'x' }),
      await server.app.inject({ method: 'POST', url: tokenPath }),
      await server.app.inject({ method: 'POST', url: tokenPath, headers: { authorization: 'Basic %%%' } }),
      await me('not.a.token'),
      await server.app.inject({ url: '/v1/me' }),
      await callWebhook(basic(wrong)),
      await callWebhook(basic({ client_id: 'a\u0000b', client_secret: 'x' })),
    ]
    for (const answer of answers) {
      expect(answer.statusCode).toBe(401)
      expect({ ...answer.json(), request_id: '' }).toEqual({ ...answers[0]!.json(), request_id: '' })
      expect(answer.headers['www-authenticate']).toMatch(/^(Basic|Bearer) realm="cartage"/)
    }
  })
})

describe('credentials', () => {
  test('AUTH-8: a removed client gets no token, and its tokens stop working with the next request', async () => {
    const tenant = await server.tenant()
    expect((await me(tenant.token)).statusCode).toBe(200)
    await removeClient(server.ctx, tenant.tenantId, byOperator, tenant.client.client_id)
    expect((await me(tenant.token)).statusCode).toBe(401)
    expect((await requestToken(tenant.client)).statusCode).toBe(401)
  })

  test('AUTH-8: an unknown integration id, an unknown role and CUSTOMER without a company are refused', async () => {
    const tenant = await server.tenant()
    const make = (request: object) =>
      createClient(server.ctx, tenant.tenantId, byOperator, { name: 'x', roles: ['API_ORDER'], ...request })
    await expect(make({ integration_id: '3d9c7d41-18e9-4c77-8a50-3a1f6d4a90aa' })).rejects.toMatchObject({
      status: 422,
    })
    await expect(make({ integration_id: 'no uuid' })).rejects.toMatchObject({ status: 422 })
    await expect(make({ roles: ['API_EVERYTHING'] })).rejects.toMatchObject({ status: 422 })
    await expect(make({ roles: [] })).rejects.toMatchObject({ status: 422 })
    await expect(make({ roles: ['CUSTOMER'] })).rejects.toMatchObject({ status: 422 })
  })

  test('OPS-29: valid credentials of a suspended tenant are refused with that reason from the next request on, and accepted again when it is resumed', async () => {
    const tenant = await server.tenant()
    await updateTenantActive(server.ctx, tenant.tenantId, false)
    const refused = await Promise.all([
      me(tenant.token),
      requestToken(tenant.client),
      callWebhook(basic(tenant.webhookCredential)),
    ])
    expect(refused.map((answer) => [answer.statusCode, answer.json().code])).toEqual(
      Array.from({ length: 3 }, () => [403, 'tenant_suspended']),
    )
    const wrong = { ...tenant.client, client_secret: 'not the secret' }
    expect((await requestToken(wrong)).statusCode).toBe(401)
    expect((await callWebhook(basic(tenant.client))).statusCode).toBe(401)
    await updateTenantActive(server.ctx, tenant.tenantId, true)
    expect((await me(tenant.token)).statusCode).toBe(200)
  })

  test('rotation: two secrets work until the first ends, and tokens stay valid', async () => {
    const tenant = await server.tenant()
    const next = await rotateClient(server.ctx, tenant.tenantId, byOperator, tenant.client.client_id, 60)
    expect((await requestToken(tenant.client)).statusCode).toBe(200)
    expect((await requestToken(next)).statusCode).toBe(200)
    await expect(rotateClient(server.ctx, tenant.tenantId, byOperator, next.client_id)).rejects.toMatchObject({
      status: 422,
    })
    shift = 61_000
    expect((await requestToken(tenant.client)).statusCode).toBe(401)
    expect((await requestToken(next)).statusCode).toBe(200)
    shift = 0
    expect((await me(tenant.token)).statusCode).toBe(200)
  })

  test('AUTH-9: webhook credentials rotate and are removed in the same way', async () => {
    const tenant = await server.tenant()
    const first = await createWebhookCredential(server.ctx, tenant.tenantId, byOperator, 'second')
    const next = await rotateWebhookCredential(server.ctx, tenant.tenantId, byOperator, first.client_id, 0)
    expect((await callWebhook(basic(first))).statusCode).toBe(401)
    expect((await callWebhook(basic(next))).statusCode).toBe(200)
    await removeWebhookCredential(server.ctx, tenant.tenantId, byOperator, first.client_id)
    expect((await callWebhook(basic(next))).statusCode).toBe(401)
  })

  test('SECRET-1: ids and secrets need no escaping, and secrets are stored as digests only', async () => {
    const tenant = await server.tenant()
    for (const { client_id, client_secret } of [tenant.client, tenant.webhookCredential]) {
      expect(client_id).toMatch(/^[A-Za-z0-9_-]+$/)
      expect(client_secret).toMatch(/^[A-Za-z0-9_-]{43}$/)
    }
    const text = 'select digest from api_client_secret where tenant_id = $1'
    const rows = await tenant.asTenant((tx) => tx.query({ name: 'test.read_digests', text }))
    expect(rows).toEqual([{ digest: server.ctx.vault.digest(tenant.client.client_secret) }])
  })
})

describe('wrong credentials', () => {
  test('TOKEN-3: an id may fail ten times a minute from one address, then 429; the right secret still works', async () => {
    const tenant = await server.tenant()
    const wrong = { ...tenant.client, client_secret: 'wrong' }
    const remoteAddress = '10.1.2.3'
    const statuses: number[] = []
    for (let index = 0; index < 12; index += 1) statuses.push((await requestToken(wrong, { remoteAddress })).statusCode)
    expect(statuses).toEqual([...Array(10).fill(401), 429, 429])
    const refused = await requestToken(wrong, { remoteAddress })
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect((await requestToken(tenant.client, { remoteAddress })).statusCode).toBe(200)
    expect((await requestToken(wrong, { remoteAddress: '10.1.2.4' })).statusCode).toBe(401)
  })

  test('TOKEN-3: an address may fail 60 times a minute, whatever the ids', async () => {
    const remoteAddress = '10.9.9.9'
    const statuses: number[] = []
    for (let index = 0; index < 62; index += 1) {
      const stranger = { client_id: `ctg_${index}`, client_secret: 'x' }
      statuses.push((await requestToken(stranger, { remoteAddress })).statusCode)
    }
    expect(statuses.indexOf(429)).toBe(60)
  })
})

describe('token limit', () => {
  test('RATE-1: five tokens an hour for the tenant, not for the client', async () => {
    const tenant = await server.tenant({ limits: 'default' })
    const second = await createClient(server.ctx, tenant.tenantId, byOperator, { name: 'second', roles: ['API_ORDER'] })
    for (const credentials of [second, second, tenant.client, tenant.client]) {
      expect((await requestToken(credentials)).statusCode).toBe(200)
    }
    const refused = await requestToken(second)
    expect(refused.statusCode).toBe(429)
    expect(refused.json()).toMatchObject({ error: expect.any(String), request_id: expect.any(String) })
    expect(refused.headers['retry-after']).toMatch(/^(3600|35\d\d)$/)
  })

  test('RATE-1: webhook credentials that request tokens have five of their own and use none of the API clients’', async () => {
    const tenant = await server.tenant({ limits: 'default' })
    const name = 'second partner'
    const partner = await createWebhookCredential(server.ctx, tenant.tenantId, byOperator, name)
    const asking = [partner, tenant.webhookCredential]
    for (let index = 0; index < 5; index += 1) expect((await requestToken(asking[index % 2]!)).statusCode).toBe(200)
    for (const credentials of asking) {
      const refused = await requestToken(credentials)
      expect([refused.statusCode, refused.json().code]).toEqual([429, 'rate_limited'])
      expect(refused.json().message).toContain('send them as Basic with every webhook')
    }
    // The test tenant has already requested one.
    for (let index = 0; index < 4; index += 1) expect((await requestToken(tenant.client)).statusCode).toBe(200)
    expect((await requestToken(tenant.client)).statusCode).toBe(429)
  })

  test('RATE-2: they use no requests of the API clients when they call /me', async () => {
    const tenant = await server.tenant()
    const token = (await requestToken(tenant.webhookCredential)).json().access_token
    const limits = { general: [{ seconds: 3600, requests: 3 }], token: [] }
    await setLimits(server.ctx, tenant.tenantId, byOperator, limits)
    for (let index = 0; index < 3; index += 1) expect((await me(token)).statusCode).toBe(200)
    expect((await me(token)).statusCode).toBe(429)
    for (let index = 0; index < 3; index += 1) expect((await me(tenant.token)).statusCode).toBe(200)
  })

  test('RATE-1: strangers who know the client id cannot use up the five tokens', async () => {
    const tenant = await server.tenant({ limits: 'default' })
    for (let index = 0; index < 30; index += 1) {
      await requestToken({ ...tenant.client, client_secret: 'wrong' }, { remoteAddress: `10.2.0.${index}` })
    }
    for (let index = 0; index < 4; index += 1) expect((await requestToken(tenant.client)).statusCode).toBe(200)
    expect((await requestToken(tenant.client)).statusCode).toBe(429)
  })

  test('CLIENT-5: a tenant without limits may request a token before every request', async () => {
    const tenant = await server.tenant()
    for (let index = 0; index < 12; index += 1) expect((await requestToken(tenant.client)).statusCode).toBe(200)
    await expect(callWith(server.app, {})(createToken, {})).rejects.toBeInstanceOf(CallError)
  })
})
