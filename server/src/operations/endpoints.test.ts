import { readdir } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import Fastify from 'fastify'
import { afterAll, describe, expect, test } from 'vitest'
import { type Config, readConfig } from '../config.ts'
import { readTrustedProxies, type TrustsProxy } from '../http/proxies.ts'
import { startTestServer } from '../testing/start-test-server.ts'
import { judge, type Observation } from './health.ts'
import { checkMayRead } from './metrics.rules.ts'
import { serveSecurityText } from './security-text.ts'

const server = await startTestServer()
afterAll(() => server.close())
const get = (url: string, headers: Record<string, string> = {}) => server.app.inject({ method: 'GET', url, headers })
const html = { accept: 'text/html,application/xhtml+xml' }

const none = { metrics_token: undefined, trust_proxy: undefined }
const token = 'figures-of-this-server'

const healthy: Observation = {
  is_standby: false,
  is_read_only: false,
  has_schema: true,
  connection_faults: [],
  clock_skew_ms: 12,
  disk_free: 0.4,
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
}

describe('health', () => {
  test('/healthz answers without the database', async () => {
    const answer = await get('/healthz')
    expect([answer.statusCode, answer.json()]).toEqual([200, { status: 'ok' }])
  })

  test('/readyz is 200 on a migrated, writable database', async () => {
    const answer = await get('/readyz')
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toMatchObject({ ready: true, checks: { database: 'ok', schema: 'ok', clock: 'ok' } })
  })

  test.each<[string, Partial<Observation>, string]>([
    ['a standby', { is_standby: true }, 'database'],
    ['a read-only database', { is_read_only: true }, 'database'],
    [
      'a connection that bypasses row security',
      { connection_faults: ['Row security is not in force.'] },
      'connections',
    ],
    ['an older schema', { has_schema: false }, 'schema'],
    ['a clock 5.1 s ahead', { clock_skew_ms: 5_100 }, 'clock'],
    ['a clock 5.1 s behind', { clock_skew_ms: -5_100 }, 'clock'],
    ['a full disk', { disk_free: 0.049 }, 'disk'],
    ['fsync off', { fsync: 'off' }, 'durability'],
    ['full_page_writes off', { full_page_writes: 'off' }, 'durability'],
    ['synchronous_commit off', { synchronous_commit: 'off' }, 'durability'],
  ])('%s is not ready, and the check has the reason', (_case, difference, check) => {
    const verdict = judge({ ...healthy, ...difference }, false)
    expect(verdict.ready).toBe(false)
    const failed = Object.entries(verdict.checks).filter(([, text]) => text !== 'ok')
    expect(failed.map(([name]) => name)).toEqual([check])
  })

  test('OPS-8: a server whose commits wait for a standby is not ready; an unprotected one warns', () => {
    const hosts = {
      ...{ host: 'a:5432', timeline: 1, hosts: [{ host: 'a:5432', state: 'primary' as const }], standbys: [] },
      ...{ is_synchronous: false, stuck: null, warnings: ['synchronous_standby_names is empty'] },
    }
    expect(judge({ ...healthy, hosts }, false)).toMatchObject({
      ready: true,
      checks: { standby: 'ok' },
      database: hosts,
    })
    const waiting = judge({ ...healthy, hosts: { ...hosts, stuck: 'Commits wait.' } }, false)
    expect(waiting).toMatchObject({ ready: false, checks: { standby: 'Commits wait.' } })
  })

  test('a healthy process is ready, even if the disk cannot be read', () => {
    expect(judge(healthy, false).ready).toBe(true)
    expect(judge({ ...healthy, disk_free: undefined }, false).ready).toBe(true)
  })
})

describe('/metrics', () => {
  test('counts responses by route, not by address, and reports the queues', async () => {
    await get('/v1/orders/order/00000000-0000-4000-8000-000000000001')
    const answer = await get('/metrics')
    expect(answer.headers['content-type']).toMatch(/^text\/plain; version=0\.0\.4/)
    expect(answer.body).toMatch(/_count\{method="GET",route="\/v1\/orders\/order\/:order_id",status="401"\} 1\n/)
    for (const name of ['cartage_database_up 1', 'cartage_uploads_pending 0', 'process_resident_memory_bytes']) {
      expect(answer.body).toContain(`\n${name}`)
    }
  })

  test('every line is a comment or a sample of the text format', async () => {
    const { body } = await get('/metrics')
    const sample = /^[a-z_]+(\{[a-z]+="[^"]*"(,[a-z]+="[^"]*")*\})? -?[0-9.e+-]+$/
    const wrong = body
      .trimEnd()
      .split('\n')
      .filter((line) => !line.startsWith('# ') && !sample.test(line))
    expect(wrong).toEqual([])
  })
})

describe('OPS-30: who may read /metrics', () => {
  const request = (remoteAddress: string, headers: Record<string, string> = {}) => ({
    headers,
    raw: { headers, socket: { remoteAddress } } as unknown as IncomingMessage,
  })
  const proxy = readTrustedProxies('127.0.0.1') as TrustsProxy

  test.each<[string, Pick<Config, 'metrics_token' | 'trust_proxy'>, ReturnType<typeof request>, boolean]>([
    ['this machine', none, request('127.0.0.1'), true],
    ['this machine by IPv6', none, request('::1'), true],
    ['another machine', none, request('203.0.113.9'), false],
    ['a caller behind an untrusted proxy', none, request('127.0.0.1', { 'x-forwarded-for': '127.0.0.1' }), false],
    [
      'a caller behind a proxy',
      { ...none, trust_proxy: proxy },
      request('127.0.0.1', { 'x-forwarded-for': '203.0.113.9' }),
      false,
    ],
    ['this machine where a token is set', { ...none, metrics_token: token }, request('127.0.0.1'), false],
    [
      'a caller with the token',
      { ...none, metrics_token: token },
      request('203.0.113.9', { authorization: `Bearer ${token}` }),
      true,
    ],
    [
      'a caller with another',
      { ...none, metrics_token: token },
      request('127.0.0.1', { authorization: `Bearer ${token}x` }),
      false,
    ],
  ])('%s', (_case, config, asked, isAllowed) => {
    const read = () => checkMayRead(config, asked)
    if (isAllowed) expect(read).not.toThrow()
    else expect(read).toThrow('METRICS_TOKEN')
  })

  test('a stranger gets 401 and no figures', async () => {
    const answer = await server.app.inject({ url: '/metrics', remoteAddress: '203.0.113.9' })
    expect([answer.statusCode, answer.json().code]).toEqual([401, 'unauthenticated'])
  })
})

describe('/.well-known/security.txt', () => {
  test('OPS-31: states where to report vulnerabilities, and does not exist until the operator sets this', async () => {
    expect((await get('/.well-known/security.txt')).statusCode).toBe(404)
    const app = Fastify()
    const config = {
      ...server.ctx.config,
      security_contact: 'mailto:security@haulier.example',
      public_url: 'https://tms.example',
    }
    serveSecurityText(app, { config, now: () => new Date('2026-11-29T12:00:00Z') })
    const answer = await app.inject('/.well-known/security.txt')
    expect(answer.headers['content-type']).toMatch(/^text\/plain/)
    expect(answer.body.split('\n')).toEqual([
      'Contact: mailto:security@haulier.example',
      'Expires: 2027-05-28T12:00:00.000Z',
      'Preferred-Languages: en',
      'Canonical: https://tms.example/.well-known/security.txt',
      '',
    ])
    expect(() => readConfig({ SECURITY_CONTACT: 'the boss' })).toThrow('SECURITY_CONTACT')
  })
})

describe('/openapi.json', () => {
  test('is the document, and 304 for a caller that has it', async () => {
    const answer = await get('/openapi.json')
    expect(answer.json()).toMatchObject({ openapi: '3.1.0' })
    const again = await get('/openapi.json', { 'if-none-match': String(answer.headers.etag) })
    expect([again.statusCode, again.body]).toEqual([304, ''])
  })
})

describe('web files', () => {
  test('an unknown path is an error page for a person, and a JSON 404 for programs and below their paths', async () => {
    const page = await get('/nowhere', html)
    expect(page.headers['content-type']).toMatch(/^text\/html/)
    // 503 while the pages are being built.
    expect([404, 503]).toContain(page.statusCode)
    const others = [
      get('/nowhere'),
      get('/v1/nowhere', html),
      get('/app/nowhere', html),
      get('/assets/nowhere.js', html),
    ]
    for (const answer of await Promise.all(others)) {
      expect([answer.statusCode, answer.json().code]).toEqual([404, 'not_found'])
    }
  })

  test.each(['/', '/login', '/start', '/orders', '/settings/users', '/api-reference'])(
    '%s is a page for browsers and a JSON 404 for programs',
    async (path) => {
      const page = await get(path, html)
      expect(page.headers['content-type']).toMatch(/^text\/html/)
      expect(page.headers['content-security-policy']).toContain("default-src 'none'")
      expect(page.headers['cross-origin-opener-policy']).toBe('same-origin')
      const program = await get(path, { accept: 'application/json' })
      expect([program.statusCode, program.json().code]).toEqual([404, 'not_found'])
    },
  )

  test('only the API reference may add styles while it runs', async () => {
    const policies = await Promise.all(['/', '/api-reference'].map((path) => get(path, html)))
    const [app, reference] = policies.map((answer) => String(answer.headers['content-security-policy']))
    expect(app).not.toContain('unsafe')
    expect(reference).toContain("style-src 'self' 'unsafe-inline'")
    expect(reference).not.toContain("script-src 'self' 'unsafe")
  })

  test('assets never change under their name and are sent compressed', async () => {
    const names = await readdir(new URL('../../../web/dist/assets/', import.meta.url)).catch(() => [])
    const script = names.find((name) => name.endsWith('.js'))
    // Without a build there are no pages; npm test builds them first.
    if (script === undefined) return
    const answer = await get(`/assets/${script}`, { 'accept-encoding': 'gzip' })
    expect(answer.headers).toMatchObject({ 'cache-control': 'public, max-age=31536000, immutable' })
    expect(answer.headers['content-type']).toMatch(/^text\/javascript/)
  })

  test.each(['/assets/../index.html', '/assets/%2e%2e/%2e%2e/package.json', '/assets/..%2findex.html', '/assets/'])(
    '%s cannot leave the folder',
    async (path) => {
      expect((await get(path)).statusCode).toBe(404)
    },
  )
})
