import { randomUUID } from 'node:crypto'
import { listWebhookCredentials } from '@cartage/contract/auth/app/clients'
import { updateFleetStatus } from '@cartage/contract/inbound/status-update'
import { getUsage, listRefusedCalls } from '@cartage/contract/usage/app'
import { afterAll, expect, test } from 'vitest'
import { byOperator } from '../audit/rules.ts'
import { setLimits } from '../tenants/commands.ts'
import { startTestServer } from '../testing/start-test-server.ts'
import { fetchToken, type TestTenant } from '../testing/test-tenant.ts'
import { usageBook, usageLoop } from './jobs.ts'

const server = await startTestServer()
afterAll(() => server.close())

function me({ token }: TestTenant) {
  return server.app.inject({ url: '/v1/me', headers: { authorization: `Bearer ${token}` } })
}

test('RATE-4: requests are counted by client and operation, and refused ones are listed', async () => {
  const tenant = await server.tenant()
  const limits = { general: [{ seconds: 3600, requests: 2 }], token: [] }
  await setLimits(server.ctx, tenant.tenantId, byOperator, limits)
  const answers = []
  for (let at = 0; at < 4; at += 1) answers.push(await me(tenant))
  expect(answers.map((answer) => answer.statusCode)).toEqual([200, 200, 429, 429])
  const planner = await tenant.user('PLANNER')
  await usageBook(server.ctx).write()
  const usage = await planner(getUsage, {})
  expect(usage.windows).toEqual([{ seconds: 3600, limit: 2, used: 2 }])
  const sum = (name: 'admitted' | 'refused') => usage.points.reduce((total, point) => total + point[name], 0)
  expect([sum('admitted'), sum('refused')]).toEqual([2, 2])
  expect(usage.clients).toEqual([{ client_id: tenant.client.client_id, name: 'test client', admitted: 2, refused: 2 }])
  expect(usage.paths).toEqual([{ name: 'GET /v1/me', admitted: 2, refused: 2 }])
  const refused = await planner(listRefusedCalls, {})
  expect(refused.total).toBe(2)
  const wait = Number(answers[3]!.headers['retry-after'])
  expect(refused.items[0]).toMatchObject({
    method: 'GET',
    path: '/v1/me',
    client_name: 'test client',
    category: 'general',
  })
  expect(refused.items.map((item) => item.retry_after_s)).toContain(wait)
})

test('repeated counts of a minute are in one row', async () => {
  const tenant = await server.tenant()
  for (let at = 0; at < 3; at += 1) {
    await me(tenant)
    await usageBook(server.ctx).write()
  }
  const planner = await tenant.user('PLANNER')
  const usage = await planner(getUsage, { query: { hours: '24' } })
  expect(usage.clients).toMatchObject([{ admitted: 3 }])
  const rows = {
    name: 'test.usage_rows',
    text: `select requests from usage_minute where tenant_id = $1 and category = 'general'`,
  }
  const minutes = await tenant.asTenant((tx) => tx.query<{ requests: number }>(rows))
  // Two if the minute ended in between.
  expect(minutes.length).toBeLessThanOrEqual(2)
  expect(minutes.reduce((sum, { requests }) => sum + requests, 0)).toBe(3)
})

test('requests of our own screens are not counted, and tokens are a separate category', async () => {
  const tenant = await server.tenant()
  const planner = await tenant.user('PLANNER')
  await planner(getUsage, {})
  await usageBook(server.ctx).write()
  expect((await planner(getUsage, {})).points).toEqual([])
  const tokens = await planner(getUsage, { query: { category: 'token' } })
  expect(tokens.clients).toMatchObject([{ client_id: tenant.client.client_id, admitted: 1, refused: 0 }])
})

test('AUTH-9: webhook credentials show the time of the last report with them', async () => {
  const tenant = await server.tenant()
  const admin = await tenant.user('SUPER_ADMIN')
  const [unused] = (await admin(listWebhookCredentials, {})).items
  expect(unused?.last_used_at).toBeNull()
  const update = { stop: { id: randomUUID(), status: 'AT_STOP' as const }, event_time: '2026-10-01T08:00:00Z' }
  await tenant.webhook(updateFleetStatus, { body: { updates: [update] } })
  await usageBook(server.ctx).write()
  const [used] = (await admin(listWebhookCredentials, {})).items
  expect(used?.last_used_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:00Z$/)
})

test('counts older than thirty days are removed, newer ones stay', async () => {
  const tenant = await server.tenant()
  await me(tenant)
  await usageBook(server.ctx).write()
  const age = {
    name: 'test.age_usage',
    text: `insert into usage_minute select tenant_id, category, minute - interval '31 days', client_id, is_refused, requests
             from usage_minute where tenant_id = $1`,
  }
  await tenant.asTenant((tx) => tx.query(age))
  await usageLoop(server.ctx).run()
  const old = {
    name: 'test.count_usage',
    text: `select count(*) filter (where minute < now() - interval '30 days')::integer as old, count(*)::integer as all
             from usage_minute where tenant_id = $1`,
  }
  const [row] = await tenant.asTenant((tx) => tx.query<{ old: number; all: number }>(old))
  expect(row!.old).toBe(0)
  expect(row!.all).toBeGreaterThan(0)
})

test('a partner who requests tokens is listed among the webhooks, and not in the count of tokens', async () => {
  const tenant = await server.tenant({ limits: 'default' })
  await fetchToken(server.app, tenant.webhookCredential)
  const planner = await tenant.user('PLANNER')
  await usageBook(server.ctx).write()
  const tokens = await planner(getUsage, { query: { category: 'token' } })
  expect(tokens.windows).toEqual([{ seconds: 3600, limit: 5, used: 1 }])
  expect(tokens.clients.map(({ name }) => name)).toEqual(['test client'])
  const webhooks = await planner(getUsage, { query: { category: 'webhook' } })
  expect(webhooks.paths).toEqual([{ name: 'POST /v1/auth/token', admitted: 1, refused: 0 }])
})
