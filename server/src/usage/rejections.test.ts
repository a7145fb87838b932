import { randomUUID } from 'node:crypto'
import { Writable } from 'node:stream'
import { updateFleetStatus } from '@cartage/contract/inbound/status-update'
import { listRefusedCalls } from '@cartage/contract/usage/app'
import { pino } from 'pino'
import { afterAll, afterEach, expect, test } from 'vitest'
import { startTestServer } from '../testing/start-test-server.ts'
import type { TestTenant } from '../testing/test-tenant.ts'
import { usageBook } from './jobs.ts'
import { mostRejectionsOfOne } from './rules.ts'

const lines: Record<string, unknown>[] = []
const sink = new Writable({
  write(line, _encoding, done) {
    lines.push(JSON.parse(String(line)))
    done()
  },
})
let clock = Date.now()
const server = await startTestServer({ log: pino({ level: 'info' }, sink), now: () => new Date(clock) })
afterAll(() => server.close())
afterEach(() => {
  lines.length = 0
  // Each test uses its own minute, because log lines are counted per minute.
  clock += 120_000
})

function request({ token }: Pick<TestTenant, 'token'>, url: string) {
  return server.app.inject({ url, headers: { authorization: `Bearer ${token}` } })
}

async function listed(tenant: TestTenant, category: 'general' | 'webhook' = 'general', client?: string) {
  const planner = await tenant.user('PLANNER')
  await usageBook(server.ctx).write()
  return planner(listRefusedCalls, { query: { category, client } })
}

const lineOf = (requestId: string) => lines.find((line) => line.request_id === requestId)

test('ERR-1: a refused call is in the log under the request id of its response, with the caller, the path and the code', async () => {
  const tenant = await server.tenant()
  const id = randomUUID()
  const answer = await request(tenant, `/v1/trips/trip/${id}?secret=hush`)
  expect(answer.statusCode).toBe(404)
  const line = lineOf(answer.json().request_id)
  expect(line).toMatchObject({
    client: tenant.client.client_id,
    tenant_id: tenant.tenantId,
    method: 'GET',
    path: `/v1/trips/trip/${id}`,
    status: 404,
    code: 'not_found',
  })
  expect(JSON.stringify(line)).not.toContain('hush')
})

test('ERR-1: the last rejected requests of a client are on the usage page, with request id, code and the member', async () => {
  const tenant = await server.tenant()
  const answer = await request(tenant, '/v1/events?cursor=nonsense')
  expect(answer.statusCode).toBe(422)
  const { items } = await listed(tenant)
  expect(items).toHaveLength(1)
  expect(items[0]).toMatchObject({
    request_id: answer.json().request_id,
    client_name: 'test client',
    method: 'GET',
    path: '/v1/events',
    status: 422,
    code: answer.json().code,
    field: 'cursor',
    retry_after_s: null,
  })
})

test('an unknown path is listed for the client of its token', async () => {
  const tenant = await server.tenant()
  const answer = await request(tenant, '/v1/order/uplaod')
  expect(answer.statusCode).toBe(404)
  const { items } = await listed(tenant)
  expect(items).toMatchObject([{ request_id: answer.json().request_id, path: '/v1/order/uplaod', code: 'not_found' }])
  expect(lineOf(answer.json().request_id)).toMatchObject({ client: tenant.client.client_id })
})

test('a refused webhook is listed under webhooks and not under calls', async () => {
  const tenant = await server.tenant()
  const body = JSON.stringify({ updates: 'none' })
  const refused = await tenant.webhook(updateFleetStatus, { body: body as never }).catch((error: unknown) => error)
  expect(refused).toMatchObject({ status: 422 })
  expect((await listed(tenant, 'webhook')).items).toMatchObject([{ status: 422, category: 'webhook' }])
  expect((await listed(tenant)).items).toEqual([])
})

test('the last refusals of each client are kept: neither its own rate-limited flood nor another client pushes them out', async () => {
  const tenant = await server.tenant()
  const other = randomUUID()
  const { tenantId } = tenant
  const book = usageBook(server.ctx)
  const one = { tenantId, category: 'general', method: 'GET', path: '/v1/me', field: null } as const
  const flood = (clientId: string, status: number, code: string, count: number) => {
    for (let at = 0; at < count; at += 1) {
      const retryAfter = status === 429 ? 1 : undefined
      book.noteRefusal({ ...one, clientId, requestId: randomUUID(), status, code, at: clock + at, retryAfter })
    }
  }
  flood(tenant.client.client_id, 422, 'validation_failed', 1)
  for (let round = 0; round < 3; round += 1) {
    flood(tenant.client.client_id, 429, 'rate_limited', mostRejectionsOfOne - 50)
    flood(other, 404, 'not_found', mostRejectionsOfOne * 3)
    await book.write()
  }
  const all = await listed(tenant)
  expect(all.total).toBe(2 * mostRejectionsOfOne + 1)
  expect(all.clients).toEqual([
    { client_id: other, client_name: null, refused: mostRejectionsOfOne },
    { client_id: tenant.client.client_id, client_name: 'test client', refused: mostRejectionsOfOne + 1 },
  ])
  const own = await listed(tenant, 'general', tenant.client.client_id)
  expect(own.total).toBe(mostRejectionsOfOne + 1)
  expect(own.items.filter((item) => item.client_id === other)).toEqual([])
})

test('requests without a known sender are only logged, with a limited number of lines a minute', async () => {
  const tenant = await server.tenant()
  const answers = []
  for (let at = 0; at < 400; at += 1) answers.push(await server.app.inject({ url: '/v1/me' }))
  const known = new Set(answers.map((answer) => answer.json().request_id))
  const logged = lines.filter((line) => known.has(line.request_id))
  expect(logged).toHaveLength(300)
  expect(logged[0]).toMatchObject({ path: '/v1/me', status: 401, code: 'unauthenticated' })
  expect(logged[0]).not.toHaveProperty('client')
  clock += 60_000
  await server.app.inject({ url: '/v1/me' })
  expect(lines.at(-2)).toMatchObject({ unlogged: 100 })
  // A separate client has its own limit.
  const answer = await request(tenant, `/v1/trips/trip/${randomUUID()}`)
  expect(lineOf(answer.json().request_id)).toBeDefined()
  expect((await listed(tenant)).total).toBe(1)
})

test('long parts of a path that are not ids are hidden in log and list, as they may be secrets', async () => {
  const tenant = await server.tenant()
  const secret = 's3cr3t'.repeat(10)
  const answer = await request(tenant, `/v1/files/${secret}`)
  expect((await listed(tenant)).items[0]).toMatchObject({ path: '/v1/files/…' })
  expect(lineOf(answer.json().request_id)).toMatchObject({ path: '/v1/files/…' })
})

test('an unreadable address is in the log as well', async () => {
  const answer = await server.app.inject({ url: '/v1/%zz?secret=hush' })
  expect(answer.statusCode).toBe(404)
  expect(lineOf(answer.json().request_id)).toMatchObject({ status: 404, path: '/v1/%zz' })
})
