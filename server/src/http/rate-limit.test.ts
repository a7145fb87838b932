import { getCurrentUser } from '@cartage/contract/auth/endpoints'
import { afterAll, expect, test } from 'vitest'
import { byOperator } from '../audit/rules.ts'
import { createClient } from '../auth/clients/commands.ts'
import { createWebhookCredential } from '../auth/clients/webhook-credentials.commands.ts'
import { insertCompanies } from '../companies/store.ts'
import { setLimits } from '../tenants/commands.ts'
import { startTestServer } from '../testing/start-test-server.ts'
import { basic, logInAs, type TestTenant } from '../testing/test-tenant.ts'

const server = await startTestServer()
const second = await startTestServer({ db: server.ctx.db })
afterAll(async () => {
  await second.close()
  await server.close()
})

function me(token: string, on = server, query = '') {
  return on.app.inject({ url: `/v1/me${query}`, headers: { authorization: `Bearer ${token}` } })
}

/** Lets a tenant's counters age by so many seconds: the database clock cannot be set, but counts can be made older. */
async function letPass(tenant: TestTenant, seconds: number): Promise<void> {
  const older = 'update rate_admission set at_ms = at_ms - $2 * 1000 where tenant_id = $1'
  const sooner = `update rate_head set tickets = (
      select coalesce(jsonb_agg(t || jsonb_build_object('due', (t ->> 'due')::bigint - $2 * 1000)), '[]')
        from jsonb_array_elements(tickets) t)
    where tenant_id = $1`
  await tenant.asTenant(async (tx) => {
    await tx.query({ name: 'test.age_admissions', text: older }, seconds)
    await tx.query({ name: 'test.age_tickets', text: sooner }, seconds)
  })
}

/** Fills a counter for a minute with future admissions, because one second is too short on a slow machine. */
async function fill(tenant: TestTenant, category: string, requests: number): Promise<void> {
  const add = `insert into rate_admission (tenant_id, category, number, at_ms)
    select tenant_id, category, last_number + n, (extract(epoch from clock_timestamp()) * 1000)::bigint + 30000
      from rate_head, generate_series(1, $3) as n where tenant_id = $1 and category = $2`
  const count = 'update rate_head set last_number = last_number + $3 where tenant_id = $1 and category = $2'
  await tenant.asTenant(async (tx) => {
    await tx.query({ name: 'test.fill_admissions', text: add }, category, requests)
    await tx.query({ name: 'test.count_admissions_up', text: count }, category, requests)
  })
}

/** A window too long for a slow machine to outlast between two requests of a test. */
const threeAMinute = { general: [{ seconds: 60, requests: 3 }], token: [] }

test('RATE-2, RATE-3: three requests in the window, counted for the tenant by all processes together', async () => {
  const tenant = await server.tenant()
  await setLimits(server.ctx, tenant.tenantId, byOperator, threeAMinute)
  const answers = await Promise.all(
    Array.from({ length: 6 }, (_, index) => me(tenant.token, index % 2 === 0 ? server : second, `?n=${index}`)),
  )
  expect(answers.filter((answer) => answer.statusCode === 200)).toHaveLength(3)
  expect(answers.filter((answer) => answer.statusCode === 429)).toHaveLength(3)
})

test('RATE-4: the refusal has an error text, Retry-After in seconds and the limit headers', async () => {
  const tenant = await server.tenant()
  await setLimits(server.ctx, tenant.tenantId, byOperator, { general: [{ seconds: 3600, requests: 2 }], token: [] })
  const first = await me(tenant.token)
  expect(first.headers['ratelimit-policy']).toBe('"3600s";q=2;w=3600')
  expect(first.headers.ratelimit).toBe('"3600s";r=1;t=3600')
  expect((await me(tenant.token)).headers.ratelimit).toBe('"3600s";r=0;t=3600')
  const refused = await me(tenant.token)
  expect(refused.statusCode).toBe(429)
  expect(refused.json()).toMatchObject({ error: expect.any(String), code: 'rate_limited' })
  expect(refused.headers['retry-after']).toMatch(/^(3600|359\d)$/)
  expect(refused.headers.ratelimit).toContain(';r=0;')
})

test('RATE-9: the clients of a customer use up their own limit, not the one of the haulier or of another customer', async () => {
  const tenant = await server.tenant()
  await setLimits(server.ctx, tenant.tenantId, byOperator, {
    general: threeAMinute.general,
    token: threeAMinute.general,
  })
  const clients = await Promise.all(
    ['Customer A', 'Customer B'].map(async (name) => {
      const company_id = server.ctx.newId()
      await tenant.asTenant((tx) => insertCompanies(tx, [{ company_id, name, is_customer: true }]))
      return await createClient(server.ctx, tenant.tenantId, byOperator, { name, roles: ['CUSTOMER'], company_id })
    }),
  )
  const token = ({ client_id, client_secret }: { client_id: string; client_secret: string }) =>
    server.app.inject({
      method: 'POST',
      url: '/v1/auth/token',
      headers: { authorization: basic({ client_id, client_secret }) },
    })
  const [first, other] = clients
  for (let count = 0; count < 3; count += 1) expect((await token(first!)).statusCode).toBe(200)
  const refused = await token(first!)
  expect(refused.statusCode).toBe(429)
  expect(refused.json().error).toContain('these credentials')
  expect((await token(other!)).statusCode).toBe(200)
  expect((await token(tenant.client)).statusCode).toBe(200)
})

test('RATE-8: every response has the remainder of each window, the shortest first, on every process', async () => {
  const tenant = await server.tenant()
  const windows = [
    { seconds: 3_600, requests: 7_200 },
    { seconds: 60, requests: 3 },
    { seconds: 600, requests: 40 },
  ]
  await setLimits(server.ctx, tenant.tenantId, byOperator, { general: windows, token: [] })
  const left = async (on = server) => (await me(tenant.token, on)).headers.ratelimit
  expect(await left()).toBe('"60s";r=2;t=60, "600s";r=39;t=600, "3600s";r=7199;t=3600')
  expect(await left(second)).toBe('"60s";r=1;t=60, "600s";r=38;t=600, "3600s";r=7198;t=3600')
  await letPass(tenant, 61)
  expect(await left()).toBe('"60s";r=2;t=60, "600s";r=37;t=600, "3600s";r=7197;t=3600')
  await letPass(tenant, 601)
  expect(await left()).toBe('"60s";r=2;t=60, "600s";r=39;t=600, "3600s";r=7196;t=3600')
  await letPass(tenant, 61)
  await fill(tenant, 'general', 39)
  const refused = await me(tenant.token)
  expect(refused.statusCode).toBe(429)
  const wait = refused.headers['retry-after']
  expect(refused.headers.ratelimit).toBe(`"60s";r=0;t=${wait}, "600s";r=0;t=${wait}, "3600s";r=7157;t=3600`)
})

test('RATE-4, RATE-6: a caller that waits as long as Retry-After is admitted, even if others arrive in between', async () => {
  const tenant = await server.tenant()
  await setLimits(server.ctx, tenant.tenantId, byOperator, threeAMinute)
  const answers = await Promise.all(Array.from({ length: 5 }, (_, index) => me(tenant.token, server, `?n=${index}`)))
  const refused = answers.map((answer, index) => ({ answer, index })).filter(({ answer }) => answer.statusCode === 429)
  expect(refused).toHaveLength(2)
  const waits = refused.map(({ answer }) => Number(answer.headers['retry-after']))
  await letPass(tenant, Math.max(...waits))
  for (const { index } of refused) expect((await me(tenant.token, second, `?n=${index}`)).statusCode).toBe(200)
})

test('RATE-4: the message identifies the limit: of requests, of tokens, or of the credentials', async () => {
  const tenant = await server.tenant()
  const windows = [
    { seconds: 60, requests: 50 },
    { seconds: 3600, requests: 1 },
  ]
  await setLimits(server.ctx, tenant.tenantId, byOperator, {
    general: windows,
    token: [{ seconds: 3600, requests: 2 }],
  })
  await me(tenant.token)
  expect((await me(tenant.token)).json().message).toMatch(/^The limit of this tenant is 1 requests in 3600 s\. Wait/)
  const token = () =>
    server.app.inject({ method: 'POST', url: '/v1/auth/token', headers: { authorization: basic(tenant.client) } })
  for (let count = 0; count < 2; count += 1) await token()
  const refused = await token()
  expect([refused.statusCode, refused.json().message]).toEqual([
    429,
    expect.stringMatching(/^The limit of this tenant is 2 tokens in 3600 s\. Keep a token/),
  ])
  const headers = { authorization: basic(tenant.webhookCredential) }
  const hook = () => server.app.inject({ method: 'POST', url: '/v1/webhook/order-import', headers, payload: '{' })
  await hook()
  await fill(tenant, `webhook ${tenant.webhookCredential.client_id}`, 50)
  expect((await hook()).json().message).toMatch(/^The limit of these credentials is 50 requests in 1 s\. Wait/)
})

test('RATE-5: changed limits apply to the next request', async () => {
  const tenant = await server.tenant()
  for (let index = 0; index < 5; index += 1) expect((await me(tenant.token)).statusCode).toBe(200)
  await setLimits(server.ctx, tenant.tenantId, byOperator, { general: [{ seconds: 60, requests: 1 }], token: [] })
  expect((await me(tenant.token)).statusCode).toBe(200)
  expect((await me(tenant.token)).statusCode).toBe(429)
  await setLimits(server.ctx, tenant.tenantId, byOperator, null)
  expect((await me(tenant.token)).headers['ratelimit-policy']).toBe(
    '"1s";q=3;w=1, "600s";q=1200;w=600, "3600s";q=7200;w=3600',
  )
})

/** Ages every count by an hour, which empties the one-second windows without waiting. */
const anHourAgo = (tenant: TestTenant) => letPass(tenant, 3_600)

test('RATE-7: webhooks are counted per credentials, fifty in a second', async () => {
  const tenant = await server.tenant({ limits: 'default' })
  const other = await createWebhookCredential(server.ctx, tenant.tenantId, byOperator, 'other')
  const call = (credential = tenant.webhookCredential) =>
    server.app.inject({
      method: 'POST',
      url: '/v1/webhook/order-import',
      headers: { authorization: basic(credential) },
      payload: '{',
    })
  const first = await call()
  expect(first.headers['ratelimit-policy']).toBe('"1s";q=50;w=1')
  await fill(tenant, `webhook ${tenant.webhookCredential.client_id}`, 50)
  const refused = await call()
  expect(refused.statusCode).toBe(429)
  expect(refused.json()).toMatchObject({ code: 'rate_limited', message: expect.stringContaining('Retry-After') })
  expect(refused.headers['retry-after']).toMatch(/^[1-9]\d*$/)
  expect((await call(other)).statusCode).toBe(200)
  expect((await me(tenant.token)).statusCode).toBe(200)
  await anHourAgo(tenant)
  expect((await call()).statusCode).toBe(200)
})

test('each user of the application has twenty requests a second', async () => {
  const tenant = await server.tenant({ limits: 'default' })
  const [one, other] = await Promise.all([
    logInAs(server, tenant.tenantId, 'PLANNER'),
    logInAs(server, tenant.tenantId, 'PLANNER'),
  ])
  const call = (headers: Record<string, string>) => server.app.inject({ url: '/app/session', headers })
  const { user } = (await call(one)).json()
  await fill(tenant, `user ${user.user_id}`, 20)
  expect((await call(one)).statusCode).toBe(429)
  expect((await call(other)).statusCode).toBe(200)
})

test('a tenant without limits has none anywhere', async () => {
  const tenant = await server.tenant()
  const headers = await logInAs(server, tenant.tenantId, 'PLANNER')
  expect((await server.app.inject({ url: '/app/session', headers })).headers).not.toHaveProperty('ratelimit-policy')
})

test('RATE-1: one tenant is never affected by the limits of another', async () => {
  const [one, other] = [await server.tenant(), await server.tenant()]
  const limits = { general: [{ seconds: 60, requests: 1 }], token: [] }
  await Promise.all([one, other].map(({ tenantId }) => setLimits(server.ctx, tenantId, byOperator, limits)))
  expect((await me(one.token)).statusCode).toBe(200)
  expect((await me(one.token)).statusCode).toBe(429)
  expect((await me(other.token)).statusCode).toBe(200)
})

test('invalid limits are refused and change nothing', async () => {
  const tenant = await server.tenant()
  const nonsense = { general: [{ seconds: 0, requests: 1 }], token: [] }
  await expect(setLimits(server.ctx, tenant.tenantId, byOperator, nonsense)).rejects.toMatchObject({ status: 422 })
  expect((await tenant.call(getCurrentUser, {})).active_tenant_slug).toBe(tenant.slug)
})

test('only as many admissions are stored as the longest window needs', async () => {
  const tenant = await server.tenant()
  const small = { general: [{ seconds: 60, requests: 4 }], token: [] }
  await setLimits(server.ctx, tenant.tenantId, byOperator, small)
  for (let index = 0; index < 4; index += 1) await me(tenant.token)
  await letPass(tenant, 61)
  for (let index = 0; index < 4; index += 1) expect((await me(tenant.token)).statusCode).toBe(200)
  const count = await server.ctx.db.asTenant(tenant.tenantId, (tx) =>
    tx.query<{ count: string }>({
      name: 'test.count_admissions',
      text: 'select count(*) from rate_admission where tenant_id = $1',
    }),
  )
  expect(Number(count[0]!.count)).toBe(4)
})
