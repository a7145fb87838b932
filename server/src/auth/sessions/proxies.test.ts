import { login } from '@cartage/contract/auth/app/session'
import { createToken } from '@cartage/contract/auth/endpoints'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { byOperator } from '../../audit/rules.ts'
import { readConfig } from '../../config.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import { basic } from '../../testing/test-tenant.ts'
import { createUser } from '../users/commands.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const open: TestServer[] = []
afterAll(async () => {
  for (const one of open) await one.close()
})

/** The same database with another proxy configuration. */
async function behind(trustProxy: string | undefined, log = server.ctx.log): Promise<TestServer> {
  const config = readConfig({ NODE_ENV: 'test', TRUST_PROXY: trustProxy })
  const proxied = await startTestServer({ db: server.ctx.db, config, log })
  open.push(proxied)
  return proxied
}

/** Statuses of `count` wrong passwords; `chain` gives X-Forwarded-For of the n-th. */
async function guesses(at: TestServer, count: number, chain: (n: number) => string, peer = '10.0.0.5') {
  const statuses: number[] = []
  for (let n = 0; n < count; n += 1) {
    const { statusCode } = await at.app.inject({
      method: 'POST',
      url: login.path,
      remoteAddress: peer,
      headers: { 'sec-fetch-site': 'same-origin', 'content-type': 'application/json', 'x-forwarded-for': chain(n) },
      payload: JSON.stringify({ email: `guessed-${open.indexOf(at)}-${peer}@example.test`, password: 'wrong' }),
    })
    statuses.push(statusCode)
  }
  return statuses
}

const tenThen = (count: number) => [...Array(10).fill(401), ...Array(count - 10).fill(429)]

describe('password guesses behind a proxy that appends the caller', () => {
  test('one proxy: an invented chain gives no additional guesses', async () => {
    const at = await behind('1')
    expect(await guesses(at, 25, (n) => `203.0.113.${n}, 198.51.100.7`)).toEqual(tenThen(25))
    expect(await guesses(at, 1, () => '198.51.100.8')).toEqual([401])
  })

  test('two proxies: a chain of any length gives none either', async () => {
    const at = await behind('2')
    const chain = (n: number) => `${`203.0.113.${n}, `.repeat(n % 4)}198.51.100.7, 10.0.0.6`
    expect(await guesses(at, 25, chain)).toEqual(tenThen(25))
  })

  test('proxies by address: a caller that bypasses them cannot pretend to be one', async () => {
    const at = await behind('10.0.0.0/24')
    expect(await guesses(at, 25, (n) => `203.0.113.${n}, 10.0.0.6`, '198.51.100.9')).toEqual(tenThen(25))
  })

  test('addresses of one IPv6 network count together', async () => {
    const at = await behind('1')
    expect(await guesses(at, 12, (n) => `2001:db8:1:2::${n + 1}`)).toEqual(tenThen(12))
  })

  test('secrets of API clients and webhooks have the same limit', async () => {
    const at = await behind('1')
    const tenant = await server.tenant()
    const statuses: number[] = []
    for (let n = 0; n < 12; n += 1) {
      const { statusCode } = await at.app.inject({
        method: 'POST',
        url: createToken.path,
        remoteAddress: '10.0.0.5',
        headers: {
          authorization: basic({ ...tenant.client, client_secret: 'wrong' }),
          'x-forwarded-for': `203.0.113.${n}, 198.51.100.7`,
        },
      })
      statuses.push(statusCode)
    }
    expect(statuses).toEqual(tenThen(12))
  })
})

describe('X-Forwarded-Proto and X-Forwarded-Host', () => {
  const forwarded = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'tms.example' }

  async function logIn(at: TestServer, peer: string) {
    const tenant = await server.tenant()
    const email = `${tenant.slug}@example.test`
    const password = 'a password for this test'
    await createUser(server.ctx, tenant.tenantId, byOperator, { email, name: 'Ada', role: 'VIEWER', password })
    return await at.app.inject({
      method: 'POST',
      url: login.path,
      remoteAddress: peer,
      headers: {
        ...forwarded,
        origin: 'https://tms.example',
        host: '10.0.0.1:8080',
        'content-type': 'application/json',
      },
      payload: JSON.stringify({ email, password }),
    })
  }

  test('from a trusted proxy: the page counts as our own, and its cookie requires https', async () => {
    const answer = await logIn(await behind('10.0.0.5'), '10.0.0.5')
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['set-cookie']).toMatch(/^__Host-sid=.*Secure/)
    expect(answer.headers['strict-transport-security']).toBe('max-age=31536000')
  })

  test.each([
    ['no proxy is trusted', undefined],
    ['another proxy is trusted', '10.0.0.6'],
  ])('where %s they are ignored', async (_name, setting) => {
    const answer = await logIn(await behind(setting), '10.0.0.5')
    expect([answer.statusCode, answer.json().code]).toEqual([403, 'csrf_refused'])
    expect(answer.headers).not.toHaveProperty('strict-transport-security')
  })
})

test('an untrusted proxy is logged for the operator, once', async () => {
  const lines: string[] = []
  const log = pino({ level: 'warn' }, { write: (line: string) => lines.push(line) })
  const headers = { 'x-forwarded-for': '198.51.100.7' }
  const untrusted = await behind(undefined, log)
  for (let n = 0; n < 3; n += 1) await untrusted.app.inject({ url: '/healthz', headers })
  expect(lines.filter((line) => line.includes('set TRUST_PROXY'))).toHaveLength(1)
  await (await behind('1', log)).app.inject({ url: '/healthz', headers })
  expect(lines).toHaveLength(1)
})
