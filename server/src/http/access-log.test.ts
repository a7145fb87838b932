import { mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { readConfig } from '../config.ts'
import type { AccessLine } from '../context.ts'
import { startTestServer } from '../testing/start-test-server.ts'
import { openAccessLog } from './access-log.ts'
import { startDraining } from './draining.ts'

const lines: AccessLine[] = []
const server = await startTestServer({ accessLog: (line) => lines.push(line) })
const trusting = await startTestServer({
  accessLog: (line) => lines.push(line),
  config: readConfig({ NODE_ENV: 'test', TRUST_PROXY: '10.0.0.5' }),
})
const port = Number(new URL(await server.app.listen({ host: '127.0.0.1', port: 0 })).port)
const folder = mkdtempSync(join(tmpdir(), 'cartage-access-'))
afterAll(async () => {
  await Promise.all([server.close(), trusting.close()])
  rmSync(folder, { recursive: true, force: true })
})

/** Sends the exact bytes and reads until the server closes the connection. */
function converse(text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port })
    let answer = ''
    socket.on('data', (chunk) => {
      answer += chunk
    })
    socket.on('error', reject)
    socket.on('end', () => resolve(answer))
    socket.write(text)
  })
}

const head = (...given: string[]) => `${given.join('\r\n')}\r\n\r\n`
/** The log line of a request, which is written right after its answer. */
async function lineOf(requestId: string): Promise<AccessLine> {
  const find = () => lines.find((one) => one.request_id === requestId)
  await expect.poll(find).toBeDefined()
  return find()!
}

test('OPS-19: a request is one line with its route, its caller and no query values', async () => {
  const tenant = await server.tenant()
  const { headers } = await server.app.inject({
    url: '/v1/events?after=secret-of-someone',
    headers: { authorization: `Bearer ${tenant.token}` },
  })
  const line = await lineOf(String(headers['x-request-id']))
  expect(line).toMatchObject({ method: 'GET', route: '/v1/events', caller: 'client', tenant_id: tenant.tenantId })
  expect(line.caller_id).toBe(tenant.client.client_id)
  expect(JSON.stringify(line)).not.toMatch(/secret-of-someone|Bearer/)
})

test('OPS-19: a line has the source of its request; the header of a proxy counts only when it is trusted', async () => {
  const [answer, behind] = [
    await server.app.inject({
      url: '/healthz',
      remoteAddress: '203.0.113.9',
      headers: { 'x-forwarded-for': '198.51.100.7' },
    }),
    await trusting.app.inject({
      url: '/healthz',
      remoteAddress: '10.0.0.5',
      headers: { 'x-forwarded-for': '198.51.100.7' },
    }),
  ]
  expect((await lineOf(String(answer.headers['x-request-id']))).address).toBe('203.0.113.9')
  expect((await lineOf(String(behind.headers['x-request-id']))).address).toBe('198.51.100.7')
})

test('OPS-19: every refusal has a line with the request id of its response, also before routing', async () => {
  const tenant = await server.tenant({ limits: 'default' })
  const me = { authorization: `Bearer ${tenant.token}` }
  const rejected = [
    ['GET', '/nowhere', {}, 404, 'not_found', null],
    ['DELETE', '/v1/events', {}, 405, 'method_not_allowed', null],
    ['GET', '/v1/events', {}, 401, 'unauthenticated', '/v1/events'],
    ['GET', `/v1/events?${'x'.repeat(9_000)}`, me, 414, 'uri_too_long', '/v1/events'],
    ['GET', '/v1/%zz', {}, 404, 'not_found', null],
  ] as const
  for (const [method, url, headers, status, code, route] of rejected) {
    const answer = await server.app.inject({ method, url, headers })
    expect([url.slice(0, 30), answer.statusCode]).toEqual([url.slice(0, 30), status])
    expect(await lineOf(String(answer.headers['x-request-id']))).toMatchObject({ method, status, code, route })
  }
  const large = { method: 'POST', url: '/v1/orders/order/upload', headers: me, payload: 'x'.repeat(1_100_000) } as const
  const answer = await server.app.inject(large)
  expect(await lineOf(String(answer.headers['x-request-id']))).toMatchObject({ status: 413, code: 'body_too_large' })
  const answers = await Promise.all(
    Array.from({ length: 30 }, () => server.app.inject({ url: '/v1/events', headers: me })),
  )
  const limited = answers.find(({ statusCode }) => statusCode === 429)!
  expect(await lineOf(String(limited.headers['x-request-id']))).toMatchObject({
    status: 429,
    tenant_id: tenant.tenantId,
  })
})

test('OPS-19: unreadable requests have a line with the id of their response', async () => {
  for (const [text, status] of [
    ['not a request\r\n\r\n', 400],
    [head('GET / HTTP/1.1', 'Host: x', 'Content-Length: 1', 'Transfer-Encoding: chunked'), 400],
    [head('GET / HTTP/1.1', 'Host: x', `X-Long: ${'x'.repeat(20_000)}`), 431],
    [head('GET /healthz HTTP/1.1', 'Host: x', 'Expect: miracles', 'Connection: close'), 417],
  ] as const) {
    const answer = await converse(text)
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    const [, requestId = ''] = /x-request-id: (\S+)/.exec(answer) ?? []
    expect(await lineOf(requestId)).toMatchObject({ status, route: null, caller: 'anonymous' })
  }
})

test('OPS-19: a renamed file is opened again, and a file that cannot be written is reported once', async () => {
  const path = join(folder, 'access.log')
  const failures: Error[] = []
  const write = openAccessLog(path, (error) => failures.push(error))!
  const line = (request_id: string): AccessLine => ({
    ...{ at: '2026-11-26T08:00:00.000Z', request_id, method: 'GET', route: '/healthz', status: 200, ms: 1 },
    ...{ address: null, tenant_id: null, caller: 'anonymous', caller_id: null },
  })
  write(line('first'))
  renameSync(path, join(folder, 'access.log.1'))
  vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 5_000)
  write(line('second'))
  vi.restoreAllMocks()
  expect(readFileSync(join(folder, 'access.log.1'), 'utf8')).toBe(`${JSON.stringify(line('first'))}\n`)
  expect(JSON.parse(readFileSync(path, 'utf8')).request_id).toBe('second')
  expect(failures).toEqual([])
  expect(() => openAccessLog(join(folder, 'no', 'such', 'folder'), () => {})).toThrow(/ENOENT/)
  expect(openAccessLog('off', () => {})).toBeUndefined()
})

test('OPS-18: a process that is about to stop is not ready, still answers, and asks clients to reconnect elsewhere', async () => {
  const other = await startTestServer()
  expect((await other.app.inject({ url: '/healthz' })).headers.connection).not.toBe('close')
  startDraining(other.app)
  const ready = await other.app.inject({ url: '/readyz' })
  expect([ready.statusCode, ready.json()]).toEqual([503, { ready: false, checks: { process: 'is stopping' } }])
  const answer = await other.app.inject({ url: '/healthz' })
  expect([answer.statusCode, answer.headers.connection]).toEqual([200, 'close'])
  await other.close()
})
