import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { uploadOrder } from '@cartage/contract/orders/endpoints'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { readConfig } from '../config.ts'
import { startTestServer, type TestServer } from '../testing/start-test-server.ts'
import { basic, type TestTenant } from '../testing/test-tenant.ts'
import { toProblem } from './render-problem.ts'

let server: TestServer
let tenant: TestTenant
let port: number
beforeAll(async () => {
  server = await startTestServer()
  tenant = await server.tenant()
  port = Number(new URL(await server.app.listen({ host: '127.0.0.1', port: 0 })).port)
})
afterAll(async () => server.close())

/** Sends the exact bytes and reads until the server closes the connection. */
function converse(text: string): Promise<{ head: string; body: Record<string, unknown> }> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port })
    let answer = ''
    socket.on('data', (chunk) => {
      answer += chunk
    })
    socket.on('error', reject)
    socket.on('end', () => {
      const [head, body] = answer.split('\r\n\r\n')
      resolve({ head: head!, body: JSON.parse(body || '{}') })
    })
    socket.write(text)
  })
}

const lines = (...given: string[]) => `${given.join('\r\n')}\r\n\r\n`
const me = (token: string, url = '/v1/me') => ({ url, headers: { authorization: `Bearer ${token}` } })

test('LIMIT-11: the thousandth response over one connection asks the client to open another', async () => {
  const text = await new Promise<string>((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port })
    let answers = ''
    socket.on('data', (chunk) => {
      answers += chunk
      if (!/^connection: close\r\n/im.test(answers) || !answers.endsWith('}')) return
      socket.destroy()
      resolve(answers)
    })
    socket.on('error', reject)
    socket.write(lines('GET /healthz HTTP/1.1', 'Host: x').repeat(1_000))
  })
  // A body ends without a line break, so the next answer begins in the middle of a line.
  expect(text.match(/HTTP\/1\.1 200 /g)).toHaveLength(1_000)
  expect(text.split('HTTP/1.1 ').findIndex((one) => /^connection: close\r\n/im.test(one))).toBe(1_000)
})

test('CLIENT-28: a mistyped path and an unknown record have different messages', async () => {
  const answers = [
    '/v1/orders/order/00000000-0000-4000-8000-000000000001',
    '/v1/order/00000000-0000-4000-8000-000000000001?x=1',
  ]
  const [record, path] = await Promise.all(answers.map((url) => server.app.inject(me(tenant.token, url))))
  expect([record!.statusCode, record!.json().code]).toEqual([404, 'not_found'])
  expect([path!.statusCode, path!.json().code]).toEqual([404, 'not_found'])
  expect(record!.json().message).toBe('There is no such record, or you have no access to it. Check the id.')
  expect(path!.json().message).toBe(
    'There is no path /v1/order/00000000-0000-4000-8000-000000000001. /openapi.json lists the paths.',
  )
})

describe('unreadable HTTP', () => {
  test('ERR-2: broken framing is 400 with the list of errors and is not to be cached', async () => {
    const { head, body } = await converse(lines('GET /v1/me HTTP/1.1', 'Host: x', 'X Bad: 1'))
    expect(head).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/)
    expect(head).toMatch(/^cache-control: no-store$/im)
    expect(body).toMatchObject({ code: 'bad_request', errors: [{ path: null, detail: 'bad_request' }] })
    expect(head).toContain(String(body.request_id))
  })

  test('LIMIT-14: a refused client that never closes is disconnected', async () => {
    const arrival = once(server.app.server, 'connection') as Promise<[Socket]>
    const client = connect({ host: '127.0.0.1', port, allowHalfOpen: true })
    client.write('nonsense\r\n\r\n')
    const [held] = await arrival
    await once(client.resume(), 'end')
    expect(held.destroyed).toBe(false)
    await expect.poll(() => held.destroyed, { timeout: 10_000 }).toBe(true)
    client.destroy()
  })

  test.each([
    ['no Host header', []],
    ['two Host headers', ['Host: one.example', 'Host: two.example']],
  ])('RFC 9112 section 3.2: %s is 400 in the usual format', async (_name, hosts) => {
    const request = lines('GET /v1/me HTTP/1.1', ...hosts, `Authorization: Bearer ${tenant.token}`, 'Connection: close')
    const { head, body } = await converse(request)
    expect(head).toMatch(/^HTTP\/1\.1 400 /)
    expect(body).toMatchObject({ code: 'bad_request', message: expect.stringContaining('Host') })
  })

  test('an expectation other than 100-continue is 417 in the usual format', async () => {
    const { head, body } = await converse(
      lines('GET /v1/me HTTP/1.1', 'Host: x', 'Expect: wonders', 'Connection: close'),
    )
    expect(head).toMatch(/^HTTP\/1\.1 417 /)
    expect(body).toMatchObject({ code: 'expectation_failed', request_id: expect.any(String) })
  })
})

describe('errors before an endpoint is reached', () => {
  test('ERR-5: an id is unknown, whatever its length', async () => {
    for (const length of [37, 201, 4_000]) {
      const answer = await server.app.inject(me(tenant.token, `/v1/orders/order/${'a'.repeat(length)}`))
      expect([length, answer.statusCode]).toEqual([length, 404])
    }
  })

  test.each(['/v1/%zz', '/v1/orders/order/%ff', '/v1/nothing'])('%s has the headers of every response', async (url) => {
    const answer = await server.app.inject(me(tenant.token, url))
    expect(answer.statusCode).toBe(404)
    expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })
    expect(answer.headers['x-request-id']).toBe(answer.json().request_id)
  })
})

describe('401 has the authentication scheme of the path', () => {
  test.each([
    ['GET', '/v1/me', /^Bearer realm="cartage"$/],
    ['POST', '/v1/auth/token', /^Basic realm="cartage"/],
    ['POST', '/v1/webhook/order-import', /^Basic realm="cartage"/],
    // A standard challenge would make browsers show a password dialog over the login page.
    ['GET', '/app/session', /^Session realm="cartage"$/],
  ] as const)('%s %s', async (method, url, challenge) => {
    const answer = await server.app.inject({ method, url })
    expect(answer.statusCode).toBe(401)
    expect(answer.headers['www-authenticate']).toMatch(challenge)
  })
})

describe('media types (CLIENT-1, CLIENT-27)', () => {
  test.each(['', ';;;', 'json', 'a/b/c', 'application/json, text/plain'])(
    '"%s" is accepted where any media type is',
    async (type) => {
      const token = { method: 'POST', url: '/v1/auth/token', payload: '{}' } as const
      const authorization = basic(tenant.client)
      const answer = await server.app.inject({ ...token, headers: { authorization, 'content-type': type } })
      expect(answer.statusCode).toBe(200)
      const hook = { method: 'POST', url: '/v1/webhook/order-import', payload: '{' } as const
      const headers = { authorization: basic(tenant.webhookCredential), 'content-type': type }
      expect((await server.app.inject({ ...hook, headers })).statusCode).toBe(200)
    },
  )

  test('an upload still has to be JSON with a JSON media type', async () => {
    for (const type of ['', ';;;', 'text/plain']) {
      const headers = { authorization: `Bearer ${tenant.token}`, 'content-type': type }
      const request = { method: 'POST', url: uploadOrder.path, payload: '{}', headers } as const
      expect((await server.app.inject(request)).statusCode).toBe(415)
    }
  })
})

test('ERR-1: messages describe the request, not the program', async () => {
  const headers = { authorization: `Bearer ${tenant.token}`, 'content-type': 'application/json' }
  const send = async (body: unknown) =>
    (await server.app.inject({ method: 'POST', url: uploadOrder.path, headers, payload: JSON.stringify(body) })).json()
  const missing = await send({ operation: 'DROP' })
  expect(missing.errors).toMatchObject([
    { path: 'operation', message: 'must be one of CREATE, UPDATE, DELETE' },
    { path: 'order_identifier', message: 'is required' },
  ])
  const mistyped = await send({ operation: 'CREATE', order_identifier: 7, consignments: {}, customer: 'x' })
  expect(mistyped.errors).toMatchObject([
    { path: 'order_identifier', message: 'must be text' },
    { path: 'consignments', message: 'must be a list' },
    { path: 'customer', message: 'must be an object' },
  ])
  const stop = { location: { latitude: 91, longitude: 'east', id: 'x' }, position: { position: 0 } }
  const placed = await send({
    operation: 'UPDATE',
    order_identifier: 'o',
    consignments: [{ pickup_stop: stop, delivery_stop: stop }],
  })
  expect(placed.errors.slice(0, 4)).toMatchObject([
    { message: 'must be a UUID' },
    { message: 'must be at most 90' },
    { message: 'must be a number from -180 to 180' },
    { message: 'must be more than 0' },
  ])
  expect((await send([])).message).toBe('The body must be an object')
  const twice = await server.app.inject(me(tenant.token, '/v1/events?cursor=a&cursor=b'))
  expect(twice.json().errors).toMatchObject([{ path: 'cursor', message: 'appears more than once: send it once' }])
})

test('a response that does not match its schema is an internal error, not an error of the caller', () => {
  const { error } = z.object({ id: z.string() }).safeParse({})
  expect(toProblem(error)).toMatchObject({ code: 'internal_error', status: 500 })
})

test('with an https address browsers are instructed to use https only', async () => {
  const secure = await startTestServer({
    db: server.ctx.db,
    config: readConfig({ NODE_ENV: 'test', PUBLIC_URL: 'https://tms.example' }),
  })
  const answer = await secure.app.inject('/v1/me')
  expect(answer.headers['strict-transport-security']).toBe('max-age=31536000')
  await secure.close()
  expect((await server.app.inject('/v1/me')).headers).not.toHaveProperty('strict-transport-security')
})
