import type { CurrentUser, Token } from '@cartage/contract/auth/endpoints'
import { expect, test } from 'vitest'
import { order } from './bodies.ts'
import { basic, send } from './http.ts'
import { createClient, createWebhookCredential, hasOperator, removeClient } from './operator.ts'
import { a, b, expectProblem, setup, Tenant, uploadPath } from './world.ts'

const { client_id: clientId, client_secret: clientSecret } = setup.a.api_client
const importPath = '/v1/webhook/order-import'
const withBearer = (token: string) => ({ authorization: `Bearer ${token}` })

test('AUTH-1: id and secret in Basic, with a JSON media type and no body, give a token', async () => {
  const answer = await a.requestToken()
  expect(answer.status).toBe(200)
  expect(answer.body.access_token.split('.')).toHaveLength(3)
  expect(answer.headers.get('cache-control')).toContain('no-store')
})

test('CLIENT-2: the token answer is exactly 200 with text, Bearer and a whole number of seconds', async () => {
  const { status, body } = await a.requestToken()
  expect(status).toBe(200)
  expect(body.token_type).toBe('Bearer')
  expect(Number.isInteger(body.expires_in)).toBe(true)
})

const form = 'application/x-www-form-urlencoded'
test.each<[string, Record<string, string>, string | undefined]>([
  ['JSON with a charset and no body', { 'content-type': 'application/json; charset=utf-8' }, undefined],
  ['JSON that names the grant', { 'content-type': 'application/json' }, '{"grant_type":"client_credentials"}'],
  ['a form', { 'content-type': form }, 'grant_type=client_credentials&scope='],
  ['a form with unrelated members', { 'content-type': form }, 'grant_type=client_credentials&audience=x&foo=bar'],
  ['a form without the grant', { 'content-type': form }, 'foo=bar'],
])('CLIENT-1: a token request may be %s', async (_, headers, body) => {
  const answer = await a.requestToken({ headers, ...(body !== undefined && { body }) })
  expect(answer.status, answer.text).toBe(200)
})

test('CLIENT-1: a token request may have neither body nor media type', async () => {
  const answer = await send<Token>(setup.baseUrl, 'POST', '/v1/auth/token', { headers: basic(clientId, clientSecret) })
  expect(answer.status, answer.text).toBe(200)
})

test('CLIENT-1: a chunked JSON body without a length is accepted', async () => {
  const chunks = new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode('{"grant_type":"client'))
      controller.enqueue(new TextEncoder().encode('_credentials"}'))
      controller.close()
    },
  })
  const headers = { ...basic(clientId, clientSecret), 'content-type': 'application/json' }
  const init = { method: 'POST', headers, body: chunks, duplex: 'half' }
  const answer = await fetch(`${setup.baseUrl}/v1/auth/token`, init as RequestInit)
  expect(answer.status, await answer.text()).toBe(200)
})

test.each([
  ['application/json', '{"grant_type":"password"}'],
  [form, 'grant_type=authorization_code&code=1'],
])('CLIENT-1: another grant type as %s is refused with 400', async (type, body) => {
  expectProblem(await a.requestToken({ headers: { 'content-type': type }, body }), 400, 'unsupported_grant_type')
})

test('AUTH-2: a token is valid for the tenant of its client only', async () => {
  expect((await a.get<CurrentUser>('/v1/me')).body.active_tenant_slug).toBe(setup.a.tenant.slug)
  expect((await b.get<CurrentUser>('/v1/me')).body.active_tenant_slug).toBe(setup.b.tenant.slug)
})

test('AUTH-3: a token that does not verify is refused with 401, and there is no refresh token', async () => {
  const { body } = await a.requestToken()
  expect(body).not.toHaveProperty('refresh_token')
  const [header, claims, signature] = body.access_token.split('.')
  const old = JSON.parse(Buffer.from(claims!, 'base64url').toString()) as { exp: number; iat: number }
  const aged = Buffer.from(JSON.stringify({ ...old, iat: old.iat - 7200, exp: old.exp - 7200 })).toString('base64url')
  for (const token of [`${header}.${aged}.${signature}`, `${header}.${claims}.`, 'nonsense', `${body.access_token}x`]) {
    const answer = await send(setup.baseUrl, 'GET', '/v1/me', { headers: withBearer(token) })
    expectProblem(answer, 401, 'unauthenticated')
  }
})

test('CLIENT-3: all kinds of unknown credentials get the same 401 body with a message, never 403', async () => {
  const attempts: Record<string, string>[] = [
    {},
    { authorization: 'Bearer' },
    { authorization: 'Bearer x' },
    { authorization: 'bearer x.y.z' },
    { authorization: 'Negotiate abc' },
  ]
  const bodies = new Set<string>()
  for (const headers of attempts) {
    const answer = await send<{ request_id: string }>(setup.baseUrl, 'GET', '/v1/me', { headers })
    expectProblem(answer, 401)
    expect(answer.headers.get('www-authenticate')).toBeTruthy()
    bodies.add(answer.text.replace(answer.body.request_id, ''))
  }
  for (const credentials of [basic(clientId, 'wrong'), basic('unknown', 'wrong'), basic('', '')]) {
    const answer = await send<{ request_id: string }>(setup.baseUrl, 'POST', '/v1/auth/token', { headers: credentials })
    expectProblem(answer, 401)
    bodies.add(answer.text.replace(answer.body.request_id, ''))
  }
  expect(bodies.size).toBe(1)
})

test('CLIENT-3: an id and secret in place of a token get one 401 that explains this, whether they are right or not', async () => {
  const bodies = new Set<string>()
  for (const headers of [basic(clientId, clientSecret), basic(clientId, 'wrong'), basic('unknown', 'wrong')]) {
    const answer = await send<{ request_id: string; message: string }>(setup.baseUrl, 'GET', '/v1/me', { headers })
    expectProblem(answer, 401)
    expect(answer.body.message).toContain('/v1/auth/token')
    bodies.add(answer.text.replace(answer.body.request_id, ''))
  }
  expect(bodies.size).toBe(1)
})

test('AUTH-4: a token lasts an hour, and expires_in matches the token', async () => {
  const { body } = await a.requestToken()
  const claims = JSON.parse(Buffer.from(body.access_token.split('.')[1]!, 'base64url').toString())
  expect(body.expires_in).toBe(3600)
  expect(claims.exp - claims.iat).toBe(body.expires_in)
})

test('CLIENT-4: a token issued by one process is valid at every process', async () => {
  const elsewhere = new Tenant(setup.a, setup.secondUrl)
  const answer = await send<CurrentUser>(setup.secondUrl, 'GET', '/v1/me', { headers: withBearer(await a.bearer()) })
  expect(answer.status).toBe(200)
  const other = await send<CurrentUser>(setup.baseUrl, 'GET', '/v1/me', {
    headers: withBearer(await elsewhere.bearer()),
  })
  expect(other.status).toBe(200)
})

test('CLIENT-5: a tenant without limits may request a token before every request', async () => {
  const answers = await Promise.all(Array.from({ length: 8 }, () => a.requestToken()))
  expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200))
})

test('AUTH-5: webhook credentials in Basic authorise a webhook on every request', async () => {
  for (let count = 0; count < 2; count += 1) {
    const answer = await a.webhook(importPath, { body: order() })
    expect(answer.status, answer.text).toBe(200)
  }
})

test('AUTH-6: a token of webhook credentials is issued but opens no webhook and no order', async () => {
  const { client_id: id, client_secret: secret } = setup.a.webhook_credentials
  const token = await send<Token>(setup.baseUrl, 'POST', '/v1/auth/token', { headers: basic(id, secret) })
  expect(token.status, token.text).toBe(200)
  const headers = withBearer(token.body.access_token)
  expectProblem(await send(setup.baseUrl, 'POST', importPath, { headers, body: order() }), 401)
  const me = await send<CurrentUser>(setup.baseUrl, 'GET', '/v1/me', { headers })
  expect(me.body.active_tenant_slug).toBe(setup.a.tenant.slug)
  const refused = await send(setup.baseUrl, 'POST', uploadPath, { headers, body: order() })
  expectProblem(refused, 403, 'webhook_credentials_refused')
})

test('AUTH-7: API and webhook credentials are separate stores', async () => {
  const body = order()
  expectProblem(await send(setup.baseUrl, 'POST', importPath, { headers: basic(clientId, clientSecret), body }), 401)
  const webhook = setup.a.webhook_credentials
  const headers = basic(webhook.client_id, webhook.client_secret)
  expectProblem(await send(setup.baseUrl, 'POST', uploadPath, { headers, body }), 401)
  expectProblem(await send(setup.baseUrl, 'POST', importPath, { headers: withBearer(await a.bearer()), body }), 401)
})

test.runIf(hasOperator)('AUTH-8: a removed client gets no token, and its tokens stop working at once', async () => {
  const created = await createClient(setup.a.tenant.slug, ['API_ORDER'])
  const client = new Tenant({ ...setup.a, api_client: created })
  expect((await client.get('/v1/me')).status).toBe(200)
  await removeClient(setup.a.tenant.slug, created.client_id)
  expectProblem(await client.get('/v1/me'), 401)
  expectProblem(await client.requestToken(), 401)
})

test.runIf(hasOperator)('AUTH-9: webhook credentials come from the operator, not from the interface', async () => {
  const created = await createWebhookCredential(setup.a.tenant.slug)
  const sender = new Tenant({ ...setup.a, webhook_credentials: created })
  expect((await sender.webhook(importPath, { body: order() })).status).toBe(200)
  expect(Object.keys(JSON.parse(setup.document).paths).filter((path) => /credential|client/.test(path))).toEqual([])
})

test.runIf(hasOperator)('AUTH-10: a client without the required role gets 403', async () => {
  const created = await createClient(setup.a.tenant.slug, ['API_TRIP'])
  const client = new Tenant({ ...setup.a, api_client: created })
  const body = await client.refused(order(), 403, 'role_missing')
  expect(body.errors).toBeUndefined()
  expect((await client.get('/v1/events')).status).toBe(200)
})

test.runIf(hasOperator)('AUTH-11: the current user includes the tenant, for a customer token as well', async () => {
  const orderId = await a.applied(order())
  const { body } = await a.get<{ customer: { id: string } }>(`/v1/orders/order/${orderId}`)
  const created = await createClient(setup.a.tenant.slug, ['CUSTOMER'], body.customer.id)
  const client = new Tenant({ ...setup.a, api_client: created })
  expect((await client.get<CurrentUser>('/v1/me')).body.active_tenant_slug).toBe(setup.a.tenant.slug)
  expect((await client.get<CurrentUser>('/me')).body.active_tenant_slug).toBe(setup.a.tenant.slug)
})
